import { jsonLanguage } from '@codemirror/lang-json'
import { type Document, LineCounter, parseDocument, stringify } from 'yaml'
import { yamlOptions } from '@/shared/document/read'
import type { TextProblem } from './problem'
import type { EditorLanguage } from './props'
import { describeYamlError } from './yaml-errors'

/** The content of a text: empty, a value, text that is not parsed, or unparseable. Only the last cannot be saved. */
export type TextContent =
  | { is: 'empty' }
  | { is: 'value'; value: unknown; document: Document; lines: LineCounter }
  | { is: 'text' }
  | { is: 'unparseable'; problems: readonly TextProblem[] }

const yamlLayout = { indent: 2, lineWidth: 0 }

export function parseContent(text: string, language: EditorLanguage): TextContent {
  if (text.trim() === '') return { is: 'empty' }
  if (language === 'cel') return { is: 'text' }
  const lines = new LineCounter()
  const document = parseDocument(text, { ...yamlOptions, lineCounter: lines })
  const fail = (message: string, from: number, to: number): TextProblem => ({
    severity: 'error',
    message,
    from,
    to: Math.min(Math.max(to, from + 1), text.length),
    ...toLineColumn(lines, from),
  })
  if (language === 'json') {
    // JSON is parsed as JSON. The YAML parser only provides the positions.
    try {
      return { is: 'value', value: JSON.parse(text), document, lines }
    } catch {
      const at = jsonErrorOffset(text)
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
      problems: document.errors.map((error) => fail(describeYamlError(error, text, document, lines), ...error.pos)),
    }
  try {
    const value: unknown = document.toJS()
    if (isCircular(value)) return { is: 'unparseable', problems: [fail('The document contains itself', 0, 1)] }
    // A text with only comments is empty.
    return document.contents === null ? { is: 'empty' } : { is: 'value', value, document, lines }
  } catch (thrown) {
    // Thrown for aliases that would expand without limit.
    return { is: 'unparseable', problems: [fail(thrown instanceof Error ? thrown.message : String(thrown), 0, 1)] }
  }
}

/** Whether an anchor contains an alias to itself, which cannot be serialised. */
function isCircular(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return false
  } catch {
    return true
  }
}

export function toLineColumn(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

/** The offset of the first JSON error. It comes from the grammar, because browsers' messages differ. */
function jsonErrorOffset(text: string): number {
  const cursor = jsonLanguage.parser.parse(text).cursor()
  do if (cursor.type.isError) return cursor.from
  while (cursor.next())
  return 0
}

/** Formats a text; undefined if it cannot be parsed. YAML keeps its comments. */
export function formatText(text: string, language: EditorLanguage): string | undefined {
  const content = parseContent(text, language)
  if (content.is === 'unparseable') return undefined
  if (content.is !== 'value') return text
  return language === 'json' ? serializeContent(content.value, language) : content.document.toString(yamlLayout)
}

/** Serialises a value. */
export const serializeContent = (value: unknown, language: EditorLanguage): string =>
  language === 'json' ? `${JSON.stringify(value, null, 2)}\n` : stringify(value, yamlLayout)
