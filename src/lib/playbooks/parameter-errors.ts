import { ExpressionError, parseExpression } from '@/shared/expression'
import { formatNames } from '@/shared/format'

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** Values of the options of a list. */
function listOptions(properties: Readonly<Record<string, unknown>>): readonly string[] {
  const { options } = properties
  if (!Array.isArray(options)) return []
  return options.map((one: unknown) => String(typeof one === 'object' && one !== null ? record(one)['value'] : one))
}

const isTemplate = (text: string) => /\{\{|\$\(/.test(text)

/** Errors in the definition of a playbook parameter, as sentences. Parameters of unknown types are shown as text. */
export function findParameterErrors(parameter: Readonly<Record<string, unknown>>, types: readonly string[]): string[] {
  const { name, type = 'text', default: initial } = parameter
  const properties = record(parameter['properties'])
  const faults: string[] = []
  if (typeof name !== 'string' || name === '') faults.push('The parameter has no name, so templates cannot use it.')
  if (typeof type !== 'string' || !types.includes(type))
    faults.push(`Unknown type ${String(type)}. The parameter is shown as text.`)
  const start = initial === undefined || initial === null ? undefined : String(initial)
  const isFixed = start !== undefined && !isTemplate(start)
  if (type === 'list') {
    const options = listOptions(properties)
    if (options.length === 0) faults.push('The list has no options.')
    else if (isFixed && !options.includes(start))
      faults.push(`The default ${start} is not one of the options: ${formatNames(options)}.`)
  }
  if (type === 'checkbox' && isFixed && start !== 'true' && start !== 'false')
    faults.push(`The default ${start} is neither true nor false.`)
  const { regex, format, min, max } = properties
  if (type === 'text' && typeof regex === 'string') {
    const fault = findExpressionError(regex, isFixed ? start : undefined)
    if (fault !== undefined) faults.push(fault)
  }
  if (type === 'text' && format === 'number' && isFixed) {
    const number = Number(start)
    if (Number.isNaN(number)) faults.push(`The default ${start} is not a number.`)
    else if (number < Number(min ?? -Infinity) || number > Number(max ?? Infinity))
      faults.push(`The default ${start} is outside the limits.`)
  }
  return faults
}

function findExpressionError(regex: string, start: string | undefined): string | undefined {
  try {
    const { isAll } = parseExpression(regex, 'js')
    return start === undefined || isAll(start) ? undefined : `The default ${start} does not match ${regex}.`
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `${regex} is not a valid expression. ${error.message}`
  }
}
