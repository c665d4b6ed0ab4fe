import { type OutputUnit, type Schema as CfSchema, Validator } from '@cfworker/json-schema'
import { isMap, isScalar, type LineCounter, type Node, visit } from 'yaml'
import { type TextContent, toLineColumn, parseContent } from './content'
import type { TextProblem } from './problem'
import type { EditorLanguage } from './props'
import {
  toArray,
  readChild,
  findDescription,
  isSchemaObject,
  parsePointer,
  type JsonSchema,
  findSchemas,
  describeSchemaType,
  listValues,
} from './json-schema'

/** All problems of a text in order. Syntax errors are errors, schema violations are warnings. */
export function findProblems(text: string, language: EditorLanguage, schema?: JsonSchema): readonly TextProblem[] {
  const content = parseContent(text, language)
  if (content.is === 'unparseable') return content.problems
  return content.is === 'value' && schema ? findings(text, content, schema) : []
}

function findings(text: string, content: TextContent & { is: 'value' }, schema: JsonSchema): TextProblem[] {
  // YAML values that JSON lacks, such as dates, are validated as the JSON that is sent.
  const value: unknown = JSON.parse(JSON.stringify(content.value ?? null))
  const { errors } = new Validator(schema as CfSchema, '2020-12', false).validate(value)
  const seen = new Set<string>()
  return closestAlternatives(errors)
    .filter(({ keyword }) => !wrappers.has(keyword))
    .map((unit) => toProblem(unit, text, content, schema))
    .filter(({ message, from }) => {
      const key = `${from} ${message}`
      return !seen.has(key) && seen.add(key)
    })
    .toSorted((a, b) => a.from - b.from)
}

/** Errors that only summarise an error inside, which is reported itself. */
const wrappers = new Set(
  (
    'properties patternProperties additionalProperties unevaluatedProperties dependentSchemas ' +
    'items prefixItems additionalItems unevaluatedItems contains $ref $dynamicRef allOf anyOf oneOf if then else'
  ).split(' ')
)

const branch = /^(.*\/(?:anyOf|oneOf))\/(\d+)(?=\/|$)/

/** If all alternatives failed, keeps only the errors of the closest one: the others were probably not meant. */
function closestAlternatives(errors: readonly OutputUnit[]): OutputUnit[] {
  const groups = new Map<string, Map<string, OutputUnit[]>>()
  const outside: OutputUnit[] = []
  for (const unit of errors) {
    const [, group, which] = branch.exec(unit.keywordLocation) ?? []
    if (group === undefined || which === undefined) {
      outside.push(unit)
      continue
    }
    const branches = groups.get(group) ?? new Map<string, OutputUnit[]>()
    groups.set(group, branches.set(which, [...(branches.get(which) ?? []), unit]))
  }
  const best = [...groups.values()].flatMap(
    (branches) => [...branches.values()].toSorted((a, b) => mismatchScore(a) - mismatchScore(b))[0] ?? []
  )
  return [...outside, ...best]
}

/** A wrong type or tag counts most, because it means that another alternative was meant. */
const mismatchScore = (units: readonly OutputUnit[]) =>
  units.filter(({ keyword }) => !wrappers.has(keyword)).length +
  units.filter(({ keyword }) => keyword === 'const' || keyword === 'type').length * 10

function toProblem(
  unit: OutputUnit,
  text: string,
  { document, lines, value }: TextContent & { is: 'value' },
  schema: JsonSchema
): TextProblem {
  const path = parsePointer(unit.instanceLocation)
  const isOfKey = unit.keyword === 'false' || unit.keyword === 'required' || unit.keyword === 'propertyNames'
  const schemas = findSchemas(schema, typedPath(path, value), value)
  const whole = rangeOf(document.contents, path, isOfKey)
  const [from, to] = unit.keyword === 'not' ? excludedRange(text, whole, schemas) : whole
  return {
    severity: 'warning',
    message: describeError(unit, path, schemas, value),
    from,
    to,
    ...toLineColumn(lines as LineCounter, from),
  }
}

/** The part of a text that it must not contain, because the text may be a script of many lines. */
function excludedRange(text: string, [from, to]: [number, number], schemas: readonly JsonSchema[]): [number, number] {
  const patterns = schemas.map(({ not }) => readChild(not, 'pattern')).filter((one) => typeof one === 'string')
  const found = patterns.map((pattern) => new RegExp(pattern, 'u').exec(text.slice(from, to))).find(Boolean)
  return found ? [from + found.index, from + found.index + found[0].length] : [from, to]
}

/** Converts keys to indexes where the value has a list, because a JSON pointer does not distinguish them. */
function typedPath(path: readonly string[], value: unknown): (string | number)[] {
  let inside = value
  return path.map((key) => {
    const isIndex = Array.isArray(inside)
    inside = readChild(inside, key)
    return isIndex ? Number(key) : key
  })
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** `name`, or for an entry of a list `the first entry of http`. */
function nameOf(path: readonly string[]): string {
  const [parent, last = 'the document'] = path.length > 1 ? path.slice(-2) : [undefined, path[0]]
  if (!/^\d+$/.test(last)) return last
  const position = ordinals[Number(last)] ? `the ${ordinals[Number(last)]} entry` : `entry ${Number(last) + 1}`
  return parent === undefined || /^\d+$/.test(parent) ? position : `${position} of ${parent}`
}

function describeError(
  unit: OutputUnit,
  path: readonly string[],
  schemas: readonly JsonSchema[],
  value: unknown
): string {
  const name = nameOf(path)
  const found = path.reduce<unknown>(readChild, value)
  const limit = schemas.map((schema) => schema[unit.keyword]).find((one) => one !== undefined)
  switch (unit.keyword) {
    case 'false':
      return `${name} is not a known key`
    case 'required': {
      const missing = toArray(limit).filter((key) => readChild(found, String(key)) === undefined)
      return `${name} needs ${missing.join(', ') || 'more'}`
    }
    case 'type':
      return `${name} must be ${describeSchemaType(schemas) || 'of another type'}`
    case 'enum':
    case 'const':
      return `${name} must be ${listValues(schemas).join(', ')}`
    case 'minimum':
      return `${name} must be ${String(limit)} or more`
    case 'maximum':
      return `${name} must be ${String(limit)} or less`
    case 'minLength':
      return `${name} must have ${String(limit)} characters or more`
    case 'maxLength':
      return `${name} must have ${String(limit)} characters or fewer`
    case 'pattern':
      return `${name} must match ${String(limit)}`
    case 'not':
      return `${name} ${String(readChild(limit, 'description') ?? 'has a value that is not allowed')}`
    case 'format':
      return `${name} must be a ${String(limit)}`
    default:
      return `${name}: ${unit.error}`
  }
}

/** The range of a value in the text, or of its key if the key is the problem. */
function rangeOf(contents: Node | null, path: readonly string[], isOfKey: boolean): [number, number] {
  let at: unknown = contents
  let key: unknown
  for (const step of path) {
    if (isMap(at)) {
      const pair = at.items.find((one) => String(isScalar(one.key) ? one.key.value : one.key) === step)
      key = pair?.key
      at = pair?.value
    } else {
      key = undefined
      at = readChild(readChild(at, 'items'), step)
    }
  }
  const range = rangeIn(isOfKey ? (key ?? at) : (at ?? key)) ?? rangeIn(key) ?? rangeIn(contents) ?? [0, 1]
  // A missing key is marked at the start of its object, not over the whole object.
  return isOfKey && key === undefined ? [range[0], range[0] + 1] : range
}

function rangeIn(node: unknown): [number, number] | undefined {
  const range = isSchemaObject(node) ? toArray(node['range']) : []
  const [from, to] = range
  return typeof from === 'number' && typeof to === 'number' ? [from, Math.max(to, from + 1)] : undefined
}

type KeyDocumentation = { from: number; to: number; name: string; type: string; text: string }

/** The schema documentation of the key at an offset. */
export function findDocumentation(
  text: string,
  at: number,
  language: EditorLanguage,
  schema: JsonSchema
): KeyDocumentation | undefined {
  const content = parseContent(text, language)
  if (content.is !== 'value') return undefined
  let found: KeyDocumentation | undefined
  visit(content.document, {
    Pair(_, { key }, ancestors) {
      const range = rangeIn(key)
      if (!range || at < range[0] || at > range[1] || !isScalar(key)) return
      const path: (string | number)[] = []
      for (const [depth, node] of ancestors.entries()) {
        if ('key' in node && isScalar(node.key)) path.push(String(node.key.value))
        const next = ancestors[depth + 1]
        if (next && 'items' in node && !isMap(node)) path.push((node.items as unknown[]).indexOf(next))
      }
      const name = String(key.value)
      const schemas = findSchemas(schema, [...path, name], content.value)
      if (schemas.length === 0) return
      found = { from: range[0], to: range[1], name, type: describeSchemaType(schemas), text: findDescription(schemas) }
    },
  })
  return found
}
