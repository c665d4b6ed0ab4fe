import { type Document, isMap, isScalar, type LineCounter, parseAllDocuments, visit, type YAMLParseError } from 'yaml'

const lineAt = (lines: LineCounter, offset: number): number => Math.max(1, lines.linePos(offset).line)

/** Sentences for the errors of the parser, by their code. The others keep its words. */
const sentences: Partial<Record<YAMLParseError['code'], string>> = {
  TAB_AS_INDENT: 'YAML is indented with spaces, not with tabs',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line, with a colon and a space after it',
  BLOCK_AS_IMPLICIT_KEY: 'A value with ": " needs quotes, and the keys of an object begin on lines of their own',
  BAD_INDENT: 'The line is indented by another number of spaces than its neighbours',
  BAD_ALIAS: 'An alias (*name) must have a name that an anchor (&name) defines',
  UNEXPECTED_TOKEN: 'This text cannot be here. A text that begins with a special character needs quotes',
  BAD_SCALAR_START: 'A text that begins with this character needs quotes',
  BAD_DQ_ESCAPE: 'This is not an escape in double quotes. A backslash is written \\\\, or the text has single quotes',
}

/** Names the missing character. The parser has two codes for all of them, and names the character in its message. */
function describeMissing({ code, message }: Pick<YAMLParseError, 'code' | 'message'>): string | undefined {
  if (/end with a \]/.test(message)) return 'A list that begins with [ must end with ], indented more than its key'
  if (/end with a \}/.test(message)) return 'An object that begins with { must end with }, indented more than its key'
  if (code !== 'MISSING_CHAR') return undefined
  if (/quote/i.test(message)) return 'A text that begins with a quote must end with the same quote'
  if (message.startsWith('Missing ,')) return 'A comma is missing between two entries'
  return 'A key needs a colon and a value after it'
}

/** Describes an error of the YAML parser in a sentence with names and lines. */
export function describeYamlError(
  { code, message, pos: [from] }: Pick<YAMLParseError, 'code' | 'message' | 'pos'>,
  text: string,
  document: Document,
  lines: LineCounter
): string {
  const line = lineAt(lines, from)
  if (text.split('\n')[line - 1]?.trimStart().startsWith('//')) return '// does not begin a comment in YAML; # does'
  if (code === 'MULTIPLE_DOCS') {
    const parsed = parseAllDocuments(text)
    const count = 'empty' in parsed ? 0 : parsed.length
    return `The text has ${count} documents, and only one can be saved here. The second one begins at line ${line}`
  }
  if (code === 'DUPLICATE_KEY') {
    const { name, first } = findFirstKey(document, from)
    return first === undefined
      ? `${name ?? 'A key'} is defined twice`
      : `${name} is defined twice, at lines ${lineAt(lines, first)} and ${line}`
  }
  return describeMissing({ code, message }) ?? sentences[code] ?? message.split('\n', 1)[0] ?? message
}

/** The name of the key at an offset, and the offset of the same key before it in the same map. */
function findFirstKey(document: Document, at: number): { name?: string; first?: number } {
  let found: { name?: string; first?: number } = {}
  visit(document, {
    Map(_, map) {
      if (!isMap(map)) return undefined
      const keys = map.items.flatMap(({ key }) => (isScalar(key) && key.range ? [key] : []))
      const second = keys.find(({ range }) => range?.[0] === at)
      if (!second) return undefined
      const first = keys.find(({ value }) => value === second.value)
      found = {
        name: String(second.value),
        ...(first?.range && first !== second && { first: first.range[0] }),
      }
      return visit.BREAK
    },
  })
  return found
}
