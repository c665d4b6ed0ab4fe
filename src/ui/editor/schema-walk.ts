/** A JSON Schema as received. It is not validated, so each keyword is checked when it is read. */
export type Schema = { readonly [keyword: string]: unknown }
export type Path = readonly (string | number)[]

/** The recursion limit, because schemas may contain themselves. */
const MAX_DEPTH = 12

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

/** All schemas that may apply: the schema itself, its references, and the alternatives that match the value so far. */
export function shapesOf(schema: unknown, root: Schema, value: unknown, depth = 0): Schema[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return []
  const deeper = (one: unknown) => shapesOf(one, root, value, depth + 1)
  const referenced = typeof schema['$ref'] === 'string' ? deeper(follow(root, schema['$ref'])) : []
  const combined = asList(schema['allOf']).flatMap(deeper)
  const alternatives = [...asList(schema['anyOf']), ...asList(schema['oneOf'])]
  const matching = alternatives.filter((one) => matchesTag(one, root, value))
  return [schema, ...referenced, ...combined, ...(matching.length > 0 ? matching : alternatives).flatMap(deeper)]
}

/** The schemas at a path. `value` is the existing document as far as it can be parsed. */
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

/** False if a property that distinguishes the alternatives already has another value. */
function matchesTag(alternative: unknown, root: Schema, value: unknown): boolean {
  if (!isObject(value)) return true
  const shapes =
    isObject(alternative) && typeof alternative['$ref'] === 'string' ? follow(root, alternative['$ref']) : alternative
  const properties = childOf(shapes, 'properties')
  if (!isObject(properties)) return true
  return Object.entries(properties).every(([key, property]) => {
    const tag = childOf(property, 'const')
    return tag === undefined || value[key] === undefined || value[key] === null || value[key] === tag
  })
}

export type Property = { name: string; schemas: readonly Schema[]; required: boolean }

/** The properties of an object with these schemas: required ones first, otherwise in schema order. */
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

/** The values that these schemas enumerate. */
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
