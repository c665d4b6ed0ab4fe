/** A JSON Schema as it was sent: nothing about it is certain, so it is read part by part. */
export type Schema = { readonly [keyword: string]: unknown }
export type Path = readonly (string | number)[]

/** Schemas may contain themselves. */
const DEEPEST = 12

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const childOf = (from: unknown, key: string | number): unknown =>
  isObject(from) ? from[key] : Array.isArray(from) ? (from as unknown[])[Number(key)] : undefined

/** The keys of a JSON pointer (RFC 6901), with or without the leading #. */
export const pointerKeys = (pointer: string): string[] =>
  pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))

/** Every schema that may say something: itself, what it refers to, and its alternatives that fit the value so far. */
export function shapesOf(schema: unknown, root: Schema, value: unknown, depth = 0): Schema[] {
  if (!isObject(schema) || depth > DEEPEST) return []
  const deeper = (one: unknown) => shapesOf(one, root, value, depth + 1)
  const referred = typeof schema['$ref'] === 'string' ? deeper(follow(root, schema['$ref'])) : []
  const together = asList(schema['allOf']).flatMap(deeper)
  const alternatives = [...asList(schema['anyOf']), ...asList(schema['oneOf'])]
  const fitting = alternatives.filter((one) => fits(one, root, value))
  return [schema, ...referred, ...together, ...(fitting.length > 0 ? fitting : alternatives).flatMap(deeper)]
}

/** The schemas of what lies at a path. `value` is what is there already, as far as it can be read. */
export function schemasAt(root: Schema, path: Path, value: unknown): Schema[] {
  let here = shapesOf(root, root, value)
  let inside = value
  for (const key of path) {
    inside = childOf(inside, key)
    const next = here.flatMap((schema) => (typeof key === 'number' ? itemsOf(schema, key) : propertiesOf(schema, key)))
    here = next.flatMap((schema) => shapesOf(schema, root, inside))
  }
  return here
}

const follow = (root: Schema, ref: string): unknown =>
  ref.startsWith('#') ? pointerKeys(ref).reduce<unknown>(childOf, root) : undefined

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

function propertiesOf(schema: Schema, key: string): unknown[] {
  const named = childOf(schema['properties'], key)
  if (named !== undefined) return [named]
  const patterns = isObject(schema['patternProperties']) ? Object.entries(schema['patternProperties']) : []
  const matching = patterns.filter(([pattern]) => matches(pattern, key)).map(([, one]) => one)
  return matching.length > 0 ? matching : [schema['additionalProperties']]
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key)
  } catch {
    return false
  }
}

const itemsOf = (schema: Schema, index: number): unknown[] => [
  asList(schema['prefixItems'])[index] ?? (Array.isArray(schema['items']) ? schema['items'][index] : schema['items']),
]

/** False when a property that tells alternatives apart has another value already. */
function fits(alternative: unknown, root: Schema, value: unknown): boolean {
  if (!isObject(value)) return true
  const shapes =
    isObject(alternative) && typeof alternative['$ref'] === 'string' ? follow(root, alternative['$ref']) : alternative
  const properties = childOf(shapes, 'properties')
  if (!isObject(properties)) return true
  return Object.entries(properties).every(([key, property]) => {
    const wanted = childOf(property, 'const')
    return wanted === undefined || value[key] === undefined || value[key] === null || value[key] === wanted
  })
}

export type Property = { name: string; schemas: readonly Schema[]; required: boolean }

/** What may stand in an object of these schemas, required ones first, otherwise in the order of the schema. */
export function propertiesIn(schemas: readonly Schema[], root: Schema): Property[] {
  const required = new Set(schemas.flatMap((schema) => asList(schema['required'])))
  const found = new Map<string, Schema[]>()
  for (const { properties } of schemas as readonly { properties?: unknown }[])
    for (const [name, property] of isObject(properties) ? Object.entries(properties) : [])
      found.set(name, [...(found.get(name) ?? []), ...shapesOf(property, root, undefined)])
  return [...found]
    .map(([name, all]) => ({ name, schemas: all, required: required.has(name) }))
    .toSorted((a, b) => Number(b.required) - Number(a.required))
}

/** The values that these schemas list. */
export function valuesIn(schemas: readonly Schema[]): unknown[] {
  const listed = schemas.flatMap((schema) => ('const' in schema ? [schema['const']] : asList(schema['enum'])))
  const flags = listed.length === 0 && schemas.some(({ type }) => type === 'boolean') ? [true, false] : []
  return [...new Set([...listed, ...flags])]
}

export const typeOf = (schemas: readonly Schema[]): string =>
  [...new Set(schemas.flatMap(({ type }) => (Array.isArray(type) ? (type as unknown[]) : [type])))]
    .filter((type) => typeof type === 'string')
    .join(' or ')

export const describe = (schemas: readonly Schema[]): string =>
  schemas.map(({ description }) => description).find((text) => typeof text === 'string') ?? ''
