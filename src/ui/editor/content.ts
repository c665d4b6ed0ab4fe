import { jsonLanguage } from '@codemirror/lang-json'
import { type Document, LineCounter, parseDocument } from 'yaml'
import type { Language, Problem } from './problem'

/** What a text says: nothing, a value, or nothing that can be read. Only the last cannot be saved. */
export type Content =
  | { is: 'empty' }
  | { is: 'value'; value: unknown; document: Document; lines: LineCounter }
  | { is: 'unparseable'; problems: readonly Problem[] }

export function readContent(text: string, language: Language): Content {
  if (text.trim() === '') return { is: 'empty' }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const fail = (message: string, from: number, to: number): Problem => ({
    severity: 'error',
    message,
    from,
    to: Math.min(Math.max(to, from + 1), text.length),
    ...placeOf(lines, from),
  })
  if (language === 'json') {
    // JSON is read by its own rules; YAML, which contains it, only says where things stand.
    try {
      return { is: 'value', value: JSON.parse(text), document, lines }
    } catch {
      const at = jsonFault(text)
      const found = text.slice(at).trimStart()[0]
      return {
        is: 'unparseable',
        problems: [
          fail(found === undefined ? 'Unexpected end of the JSON' : `Unexpected ${found} in the JSON`, at, at + 1),
        ],
      }
    }
  }
  if (document.errors.length > 0)
    return {
      is: 'unparseable',
      problems: document.errors.map(({ message, pos: [from, to] }) => fail(message, from, to)),
    }
  try {
    const value: unknown = document.toJS()
    // Comments alone say nothing.
    return document.contents === null ? { is: 'empty' } : { is: 'value', value, document, lines }
  } catch (thrown) {
    // Aliases that would grow without end.
    return { is: 'unparseable', problems: [fail(thrown instanceof Error ? thrown.message : String(thrown), 0, 1)] }
  }
}

export function placeOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

/** Where the text stops being JSON. Browsers word their own finding differently, so the grammar is asked. */
function jsonFault(text: string): number {
  const cursor = jsonLanguage.parser.parse(text).cursor()
  do if (cursor.type.isError) return cursor.from
  while (cursor.next())
  return 0
}

/** The same content, laid out evenly; undefined when it cannot be read. YAML keeps its comments. */
export function formatText(text: string, language: Language): string | undefined {
  const content = readContent(text, language)
  if (content.is === 'unparseable') return undefined
  if (content.is === 'empty') return text
  return language === 'json'
    ? `${JSON.stringify(content.value, null, 2)}\n`
    : content.document.toString({ indent: 2, lineWidth: 0 })
}
