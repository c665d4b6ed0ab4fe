import { parseDocument } from 'yaml'
import { findJsonCursor, findYamlCursor } from './cursor'
import {
  readChild,
  findDescription,
  listProperties,
  type SchemaProperty,
  type JsonSchema,
  findSchemas,
  describeSchemaType,
  listValues,
} from './json-schema'
import type { EditorLanguage } from './props'

type CompletionOption = {
  label: string
  insert: string
  is: 'key' | 'value'
  /** The type, and whether the key is required. */
  detail: string
  text: string
}

/** The keys and values that the schema allows at an offset, required keys first. */
export function suggestCompletions(
  text: string,
  at: number,
  language: EditorLanguage,
  schema: JsonSchema
): { from: number; to: number; options: readonly CompletionOption[] } | undefined {
  if (language === 'cel') return undefined
  const cursor = language === 'yaml' ? findYamlCursor(text, at) : findJsonCursor(text, at)
  if (!cursor) return undefined
  const schemas = findSchemas(schema, cursor.path, valueSoFar(text))
  const keys = cursor.accepts === 'value' ? [] : listProperties(schemas, schema)
  const values = cursor.accepts === 'key' ? [] : listValues(schemas)
  const write = language === 'yaml' ? (key: SchemaProperty) => yamlKey(key, cursor.indent) : jsonKey
  const options: CompletionOption[] = [
    ...keys
      .filter(({ name }) => !cursor.usedKeys.includes(name))
      .map((key) => ({
        label: key.name,
        insert: write(key),
        is: 'key' as const,
        detail: [describeSchemaType(key.schemas), key.required ? 'required' : ''].filter(Boolean).join(', '),
        text: findDescription(key.schemas),
      })),
    ...values.map((value) => ({
      label: String(value),
      insert: language === 'json' ? JSON.stringify(value) : yamlValue(value),
      is: 'value' as const,
      detail: '',
      text: '',
    })),
  ]
  return options.length === 0 ? undefined : { from: cursor.from, to: cursor.to, options }
}

/** The value of an incomplete text as far as it parses, used to select among schema alternatives. */
function valueSoFar(text: string): unknown {
  try {
    return parseDocument(text, { prettyErrors: false }).toJS()
  } catch {
    return undefined
  }
}

const hasType = ({ schemas }: SchemaProperty, type: string) =>
  schemas.some(
    (schema) => schema['type'] === type || readChild(schema, type === 'object' ? 'properties' : 'items') !== undefined
  )

function yamlKey(key: SchemaProperty, indent: number): string {
  const deeper = `\n${' '.repeat(indent + 2)}`
  if (hasType(key, 'array')) return `${key.name}:${deeper}- `
  return hasType(key, 'object') ? `${key.name}:${deeper}` : `${key.name}: `
}

const jsonKey = (key: SchemaProperty) => `${JSON.stringify(key.name)}: `

/** Quotes a string that YAML would parse as another type. */
const yamlValue = (value: unknown): string => {
  const plain = String(value)
  return typeof value === 'string' && valueSoFar(plain) !== value ? JSON.stringify(value) : plain
}
