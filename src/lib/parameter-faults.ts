import { ExpressionError, parseExpression } from './expression'
import { formatNames } from './format'

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** What a list offers, by the values that are sent. */
function optionsOf(properties: Readonly<Record<string, unknown>>): readonly string[] {
  const { options } = properties
  if (!Array.isArray(options)) return []
  return options.map((one: unknown) => String(typeof one === 'object' && one !== null ? record(one)['value'] : one))
}

const isTemplate = (text: string) => /\{\{|\$\(/.test(text)

/** What is wrong with a parameter of a playbook as it is written, as sentences. Types that are not known are asked as text. */
export function faultsOfParameter(parameter: Readonly<Record<string, unknown>>, types: readonly string[]): string[] {
  const { name, type = 'text', default: initial } = parameter
  const properties = record(parameter['properties'])
  const faults: string[] = []
  if (typeof name !== 'string' || name === '') faults.push('It has no name, so nothing can be filled in by it.')
  if (typeof type !== 'string' || !types.includes(type))
    faults.push(`Its type ${String(type)} is not known, so it is asked as text.`)
  const start = initial === undefined || initial === null ? undefined : String(initial)
  const isFixed = start !== undefined && !isTemplate(start)
  if (type === 'list') {
    const options = optionsOf(properties)
    if (options.length === 0) faults.push('It is a list without options.')
    else if (isFixed && !options.includes(start))
      faults.push(`Its default ${start} is none of its options: ${formatNames(options)}.`)
  }
  if (type === 'checkbox' && isFixed && start !== 'true' && start !== 'false')
    faults.push(`Its default ${start} is neither true nor false.`)
  const { regex, format, min, max } = properties
  if (type === 'text' && typeof regex === 'string') {
    const fault = faultOfExpression(regex, isFixed ? start : undefined)
    if (fault !== undefined) faults.push(fault)
  }
  if (type === 'text' && format === 'number' && isFixed) {
    const number = Number(start)
    if (Number.isNaN(number)) faults.push(`Its default ${start} is no number.`)
    else if (number < Number(min ?? -Infinity) || number > Number(max ?? Infinity))
      faults.push(`Its default ${start} is not within its limits.`)
  }
  return faults
}

function faultOfExpression(regex: string, start: string | undefined): string | undefined {
  try {
    const { isAll } = parseExpression(regex, 'js')
    return start === undefined || isAll(start) ? undefined : `Its default ${start} does not fit ${regex}.`
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `${regex} cannot be read. ${error.message}`
  }
}
