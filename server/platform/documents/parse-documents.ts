import { type Document, isScalar, parseAllDocuments, visit } from 'yaml'
import { tryParseJson } from './try-parse-json'

/** Thrown for text that is neither YAML nor JSON. The message is a clause without its subject. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

/** Documents may repeat parts of themselves with aliases; more than this is an attack. */
const MOST_ALIASES = 100

/** Parses a document of JSON; undefined for other texts. The parser of YAML needs fifty times as long. */
export function parseJsonDocument(text: string): unknown[] | undefined {
  const value = tryParseJson(text)
  if (value === undefined) return undefined
  return value === null ? [] : [value]
}

/**
 * Parses one or more documents of YAML. Empty documents are left out. Takes about 3 µs per byte, and for some invalid
 * texts much longer: `createDocumentReader` has a deadline.
 * @throws {DocumentError}
 */
export function parseYamlDocuments(text: string): unknown[] {
  // By default, the parser would compare each key of a map with all the others, and print the lines of warnings.
  const documents = parseAllDocuments(text, { merge: true, uniqueKeys: false, logLevel: 'error' })
  return Array.isArray(documents) ? documents.flatMap(toValues) : []
}

/** Parses documents of JSON or YAML. @throws {DocumentError} */
export const parseDocuments = (text: string): unknown[] => parseJsonDocument(text) ?? parseYamlDocuments(text)

function toValues(document: Document): unknown[] {
  const [error] = document.errors
  if (error) throw new DocumentError(`is neither YAML nor JSON: ${error.message.split('\n')[0]}`)
  const repeated = findRepeatedKey(document)
  if (repeated !== undefined)
    throw new DocumentError(`is neither YAML nor JSON: the key ${repeated} occurs twice in a map`)
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES })
    return value === null ? [] : [value]
  } catch (cause) {
    throw new DocumentError(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

const LONGEST_KEY = 100

function findRepeatedKey(document: Document): string | undefined {
  let repeated: string | undefined
  visit(document, {
    Map(_key, { items }) {
      const known = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (known.has(key.value)) repeated ??= JSON.stringify(String(key.source ?? key.value).slice(0, LONGEST_KEY))
        known.add(key.value)
      }
      return repeated === undefined ? undefined : visit.BREAK
    },
  })
  return repeated
}
