import { bytes, millicores } from '../amount'
import { type Choice, type FindChoices, searchDelays } from '@/shared/forms/choice'
import { ExpressionError, parseExpression } from '@/shared/expression'
import type { FieldDescription, FormDescription, TextPattern, FormValues } from '@/shared/forms/form-description'

/** A parameter of a playbook as sent by the server. All values are sent as text. */
export type FormParameter = {
  name: string
  label?: string | null | undefined
  description?: string | null | undefined
  type?: string | null | undefined
  required?: boolean | null | undefined
  default?: string | null | undefined
  properties?: Readonly<Record<string, unknown>> | null | undefined
  note?: string | null | undefined
}

/** Creates a search by name among people, teams, components and other resources. */
export type FindResourceChoices = (
  of: 'people' | 'teams' | 'checks' | 'components' | 'configs',
  selectors: readonly Readonly<Record<string, unknown>>[]
) => FindChoices<Choice>

/** JSON schemas by the address in a parameter. */
export type ParameterSchemas = ReadonlyMap<string, Readonly<Record<string, unknown>>>
const noSchemas: ParameterSchemas = new Map()

/** Numbered, because a dot in the name of a parameter would be a path. */
const fieldName = (index: number) => `p${index}`

/** The form for the parameters of a playbook. */
export const toParameterFields = (
  parameters: readonly FormParameter[],
  find: FindResourceChoices,
  schemas: ParameterSchemas = noSchemas
): FieldDescription[] => parameters.map((one, index) => fieldOf(one, fieldName(index), find, schemas))

/** The path of the JSON schema of a parameter, if it has one. Other hosts are not supported. */
export function parameterSchemaPath({ type, properties }: FormParameter): string | undefined {
  const url = properties?.['jsonSchemaUrl']
  return type === 'code' && typeof url === 'string' && /^\/(?!\/)/.test(url) ? url : undefined
}

/** A resource given as the value of a parameter. */
type GivenResource = { kind: 'check' | 'component' | 'config' | 'person' | 'team'; id: string }

const thingTypes = { check: 'check', component: 'component', config: 'config', people: 'person', team: 'team' } as const

/** The resources among known parameter values, whose names are needed before the form can show them. */
export const findGivenResources = (parameters: readonly FormParameter[], params: unknown): GivenResource[] =>
  parameters.flatMap(({ name, type }) => {
    const kind = thingTypes[type as keyof typeof thingTypes]
    const id: unknown = isRecord(params) ? params[name] : undefined
    return kind !== undefined && typeof id === 'string' && id !== '' ? [{ kind, id }] : []
  })

/**
 * Initial form values for known parameters.
 * @param nameOf returns the name of a resource. Resources without a name are left out, and the user selects them again.
 */
export const toParameterValues = (
  parameters: readonly FormParameter[],
  fields: FormDescription,
  params: unknown,
  nameOf: (id: string) => string | undefined
): FormValues =>
  Object.fromEntries(
    parameters.flatMap(({ name }, at) => {
      const value: unknown = isRecord(params) ? params[name] : undefined
      const type = fields[at]?.type
      const read =
        typeof value !== 'string' || type === undefined || type === 'secret' ? undefined : readAs(type, value, nameOf)
      return read === undefined ? [] : [[fieldName(at), read]]
    })
  )

function readAs(type: string, text: string, nameOf: (id: string) => string | undefined) {
  if (type === 'search') {
    const label = nameOf(text)
    return label === undefined ? undefined : { value: text, label }
  }
  if (type === 'checkbox') return text === 'true'
  if (type !== 'number') return text
  // An empty text would be converted to the number 0.
  if (text.trim() === '') return null
  return Number.isNaN(Number(text)) ? undefined : Number(text)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Arguments of the command that runs a playbook. A null parameter is in `secrets`. */
export type RunArgs = { params: Record<string, string | null>; secrets: Record<string, string> }

/** The values as arguments of the command: all parameters as text, with secrets in a separate argument. */
export function toRunArgs(parameters: readonly FormParameter[], fields: FormDescription, values: FormValues): RunArgs {
  const written = parameters.map(({ name }, at) => ({
    entry: [name, textOf(values[fieldName(at)])] as const,
    isSecret: fields[at]?.type === 'secret',
  }))
  const entries = written.map(({ entry: [name, value], isSecret }) => [name, isSecret ? null : value])
  const secrets = written.filter(({ isSecret }) => isSecret).map(({ entry }) => entry)
  return {
    params: Object.fromEntries(entries),
    secrets: Object.fromEntries(secrets),
  }
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const dns1123: TextPattern = {
  accepts: parseExpression('[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*').isAll,
  message: 'Use lower-case letters, digits, hyphens and dots.',
}

function fieldOf(
  parameter: FormParameter,
  name: string,
  find: FindResourceChoices,
  schemas: ParameterSchemas
): FieldDescription {
  const { label, description, note, required, type } = parameter
  const help = [description, note].filter(Boolean).join(' ')
  const initial = parameter.default ?? undefined
  const common = {
    name,
    label: label || parameter.name,
    ...(help ? { help } : {}),
    ...(required ? { isRequired: true } : {}),
  }
  const start = initial === undefined ? {} : { initial }
  switch (type) {
    case 'checkbox':
      // Never required, because unchecked is a valid value, sent as false.
      return { ...common, isRequired: false, type, initial: initial === 'true' }
    case 'code':
      return fieldOfCode(parameter, common, start, schemas.get(parameterSchemaPath(parameter) ?? ''))
    case 'list':
      return { ...common, type: 'select', options: optionsOf(parameter), ...start }
    case 'secret':
      return { ...common, type }
    case 'bytes':
      return { ...common, type: 'amount', set: bytes, ...start }
    case 'millicores':
      return { ...common, type: 'amount', set: millicores, ...start }
    case 'people':
      return { ...common, type: 'search', find: find('people', []) }
    case 'team':
      return { ...common, type: 'search', find: find('teams', selectorsOf(parameter)) }
    case 'check':
    case 'component':
    case 'config':
      return {
        ...common,
        type: 'search',
        find: find(`${type}s`, selectorsOf(parameter)),
        pace: { delayMs: searchDelays.resources },
      }
    default:
      return fieldOfText(parameter, common, initial)
  }
}

type Common = Pick<FieldDescription, 'name' | 'label'>

function fieldOfText({ properties }: FormParameter, common: Common, initial: string | undefined): FieldDescription {
  const start = initial === undefined ? {} : { initial }
  const number = (name: string) => {
    const value = Number(properties?.[name] ?? Number.NaN)
    return Number.isNaN(value) ? undefined : value
  }
  switch (properties?.['format']) {
    case 'number': {
      const from = initial === undefined || Number.isNaN(Number(initial)) ? undefined : Number(initial)
      return {
        ...common,
        type: 'number',
        ...given('min', number('min')),
        ...given('max', number('max')),
        ...given('initial', from),
      }
    }
    case 'password':
      return { ...common, type: 'secret' }
    case 'bytes':
      return { ...common, type: 'amount', set: bytes, ...start }
    case 'millicores':
      return { ...common, type: 'amount', set: millicores, ...start }
  }
  const { format, regex, multiline } = properties ?? {}
  const pattern =
    typeof regex === 'string' && regex !== '' ? patternOf(regex) : format === 'dns1123' ? dns1123 : undefined
  const texts = {
    ...start,
    ...given('minLength', number('minLength')),
    ...given('maxLength', number('maxLength')),
    ...given('pattern', pattern),
  }
  if (String(multiline) === 'true') return { ...common, type: 'textarea', ...texts }
  return { ...common, type: 'text', ...(format === 'email' || format === 'url' ? { kind: format } : {}), ...texts }
}

/** An invalid expression accepts nothing, rather than everything. */
function patternOf(regex: string): TextPattern {
  try {
    return { accepts: parseExpression(regex, 'js').isAll, message: `Enter a value that matches ${regex}` }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { accepts: () => false, message: `The expression of the playbook is invalid. ${error.message}` }
  }
}

const given = <V>(name: string, value: V | undefined) => (value === undefined ? {} : { [name]: value })

/** The editor supports YAML and JSON. Other languages get a plain text field. */
function fieldOfCode(
  parameter: FormParameter,
  common: Common,
  start: { initial?: string },
  schema: Readonly<Record<string, unknown>> | undefined
): FieldDescription {
  const language = parameter.properties?.['language']
  return language === 'json' || language === 'yaml'
    ? { ...common, type: 'code', language, height: heightOf(parameter), schema, ...start }
    : { ...common, type: 'textarea', isMono: true, ...start }
}

const heights = { 'very-small': 'smallest', small: 'small', medium: 'medium', large: 'tall', full: 'large' } as const

const heightOf = ({ properties }: FormParameter) =>
  Object.entries(heights).find(([size]) => size === properties?.['size'])?.[1] ?? heights.medium

/** Selectors that limit the resources of a parameter. */
const selectorsOf = ({ properties }: FormParameter) => {
  const filter: unknown = properties?.['filter']
  return Array.isArray(filter) ? filter.filter(isRecord) : []
}

function optionsOf({ properties }: FormParameter): Choice[] {
  const options: unknown = properties?.['options']
  if (!Array.isArray(options)) return []
  return options.flatMap((one: unknown) => {
    if (typeof one === 'string') return [{ value: one, label: one }]
    const { value, label } = (one ?? {}) as { value?: unknown; label?: unknown }
    return value === undefined ? [] : [{ value: String(value), label: String(label ?? value) }]
  })
}
