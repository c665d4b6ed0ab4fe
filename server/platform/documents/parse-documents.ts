import { Composer, type CST, type Document, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml'
import { exceedsDepth } from '../../http/json-text'
import { tryParseJson } from './try-parse-json'

/** Thrown for text that is neither YAML nor JSON. The message is a clause without its subject. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

/** Documents may repeat parts of themselves with aliases; more than this is an attack. */
const MOST_ALIASES = 100
/** Levels of maps and lists. Code that reads documents recurses into them, and a full stack can end the process. */
const MOST_LEVELS = 200
const TOO_DEEP = `has more than ${MOST_LEVELS} levels of maps and lists`

/**
 * Parses a document of JSON; undefined for other texts. The parser of YAML needs fifty times as long.
 * @throws {DocumentError} for a value that is nested too deeply
 */
export function parseJsonDocument(text: string): unknown[] | undefined {
  const value = tryParseJson(text)
  if (value === undefined) return undefined
  if (exceedsDepth(value, MOST_LEVELS)) throw new DocumentError(TOO_DEEP)
  return value === null ? [] : [value]
}

/**
 * Parses one or more documents of YAML. Empty documents are left out. Takes about 3 µs per byte, and for some invalid
 * texts much longer: `createDocumentReader` has a deadline.
 * @throws {DocumentError}
 */
export function parseYamlDocuments(text: string): unknown[] {
  const lines = new LineCounter()
  // By default, the composer would compare each key of a map with all the others, and print warnings.
  const composer = new Composer({ merge: true, uniqueKeys: false, logLevel: 'error' })
  return [...composer.compose(parseTokens(text, lines))].flatMap((document) => toValues(document, lines))
}

/** @throws {DocumentError} for collections that are nested too deeply, as soon as they are. */
function* parseTokens(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  // `Parser.parse` counts the first line; the parser counts the others.
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > MOST_LEVELS) throw new DocumentError(TOO_DEEP)
  }
  yield* parser.end()
}

/** Parses documents of JSON or YAML. @throws {DocumentError} */
export const parseDocuments = (text: string): unknown[] => parseJsonDocument(text) ?? parseYamlDocuments(text)

function toValues(document: Document, lines: LineCounter): unknown[] {
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    throw new DocumentError(`is neither YAML nor JSON: ${error.message} at line ${line}, column ${col}`)
  }
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
