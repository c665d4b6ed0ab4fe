/** A JSON Schema as received. It is not validated, so each keyword is checked when it is read. */
export type JsonSchema = { readonly [keyword: string]: unknown }
export type SchemaPath = readonly (string | number)[]

/** The recursion limit, because schemas may contain themselves. */
const MAX_DEPTH = 12

export const isSchemaObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const readChild = (from: unknown, key: string | number): unknown =>
  isSchemaObject(from) ? from[key] : Array.isArray(from) ? (from as unknown[])[Number(key)] : undefined

/** The keys of a JSON pointer (RFC 6901), with or without the leading #. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))

/** All schemas that may apply: the schema itself, its references, and the alternatives that match the value so far. */
function expandSchema(schema: unknown, root: JsonSchema, value: unknown, depth = 0): JsonSchema[] {
  if (!isSchemaObject(schema) || depth > MAX_DEPTH) return []
  const deeper = (one: unknown) => expandSchema(one, root, value, depth + 1)
  const referenced = typeof schema['$ref'] === 'string' ? deeper(follow(root, schema['$ref'])) : []
  const combined = toArray(schema['allOf']).flatMap(deeper)
  const alternatives = [...toArray(schema['anyOf']), ...toArray(schema['oneOf'])]
  const matching = alternatives.filter((one) => matchesTag(one, root, value))
  return [schema, ...referenced, ...combined, ...(matching.length > 0 ? matching : alternatives).flatMap(deeper)]
}

/** The schemas at a path. `value` is the existing document as far as it can be parsed. */
export function findSchemas(root: JsonSchema, path: SchemaPath, value: unknown): JsonSchema[] {
  let here = expandSchema(root, root, value)
  let inside = value
  for (const key of path) {
    inside = readChild(inside, key)
    const next = here.flatMap((schema) => (typeof key === 'number' ? itemsOf(schema, key) : propertiesOf(schema, key)))
    here = next.flatMap((schema) => expandSchema(schema, root, inside))
  }
  return here
}

const follow = (root: JsonSchema, ref: string): unknown =>
  ref.startsWith('#') ? parsePointer(ref).reduce<unknown>(readChild, root) : undefined

export const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

function propertiesOf(schema: JsonSchema, key: string): unknown[] {
  const named = readChild(schema['properties'], key)
  if (named !== undefined) return [named]
  const patterns = isSchemaObject(schema['patternProperties']) ? Object.entries(schema['patternProperties']) : []
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

const itemsOf = (schema: JsonSchema, index: number): unknown[] => [
  toArray(schema['prefixItems'])[index] ?? (Array.isArray(schema['items']) ? schema['items'][index] : schema['items']),
]

/** False if a property that distinguishes the alternatives already has another value. */
function matchesTag(alternative: unknown, root: JsonSchema, value: unknown): boolean {
  if (!isSchemaObject(value)) return true
  const shapes =
    isSchemaObject(alternative) && typeof alternative['$ref'] === 'string'
      ? follow(root, alternative['$ref'])
      : alternative
  const properties = readChild(shapes, 'properties')
  if (!isSchemaObject(properties)) return true
  return Object.entries(properties).every(([key, property]) => {
    const tag = readChild(property, 'const')
    return tag === undefined || value[key] === undefined || value[key] === null || value[key] === tag
  })
}

export type SchemaProperty = { name: string; schemas: readonly JsonSchema[]; required: boolean }

/** The properties of an object with these schemas: required ones first, otherwise in schema order. */
export function listProperties(schemas: readonly JsonSchema[], root: JsonSchema): SchemaProperty[] {
  const required = new Set(schemas.flatMap((schema) => toArray(schema['required'])))
  const found = new Map<string, JsonSchema[]>()
  for (const { properties } of schemas as readonly { properties?: unknown }[])
    for (const [name, property] of isSchemaObject(properties) ? Object.entries(properties) : [])
      found.set(name, [...(found.get(name) ?? []), ...expandSchema(property, root, undefined)])
  return [...found]
    .map(([name, all]) => ({ name, schemas: all, required: required.has(name) }))
    .toSorted((a, b) => Number(b.required) - Number(a.required))
}

/** The values that these schemas enumerate. */
export function listValues(schemas: readonly JsonSchema[]): unknown[] {
  const listed = schemas.flatMap((schema) => ('const' in schema ? [schema['const']] : toArray(schema['enum'])))
  const flags = listed.length === 0 && schemas.some(({ type }) => type === 'boolean') ? [true, false] : []
  return [...new Set([...listed, ...flags])]
}

export const describeSchemaType = (schemas: readonly JsonSchema[]): string =>
  [...new Set(schemas.flatMap(({ type }) => (Array.isArray(type) ? (type as unknown[]) : [type])))]
    .filter((type) => typeof type === 'string')
    .join(' or ')

export const findDescription = (schemas: readonly JsonSchema[]): string =>
  schemas.map(({ description }) => description).find((text) => typeof text === 'string') ?? ''
