import { escapeLiteral } from 'pg'
import { fillIn, TemplateError, type TemplateEnv } from '../platform/expression/template'

/** Marks a template while a statement is parsed. Postgres accepts it nowhere, so no statement contains it. */
const MARK = '\0'

/**
 * Fills in the templates of a Postgres statement: each becomes a literal, or part of the literal that contains it, so
 * every parameter stays a value. Requires `standard_conforming_strings`.
 * @throws {TemplateError} for a template where a literal is not possible: in a name, a comment, or a text with dollar
 * quotes or escapes.
 */
export function fillInStatement(written: string, env: TemplateEnv): string {
  if (written.includes(MARK)) throw new TemplateError('A statement cannot contain the character NUL.')
  const values: string[] = []
  const templates: string[] = []
  const marked = fillIn(written, env, {
    as: (value, template) => {
      if (value.includes(MARK)) throw new TemplateError(`The value of ${template} contains the character NUL.`)
      values.push(value)
      templates.push(template)
      return MARK
    },
  })
  if (values.length === 0) return marked
  let count = 0
  let before = ''
  const filled = splitStatement(marked).map(({ kind, text }) => {
    const isFilled = text.includes(MARK)
    const [template = ''] = templates.slice(count)
    if (isFilled && kind !== 'template' && kind !== 'literal') throw misplaced(template, kind)
    // A literal on the next line would continue the previous one with its escapes.
    if (isFilled && before === escaped) throw misplaced(template, escaped)
    if (kind !== comment && text.trim() !== '') before = kind
    // Spaces separate it from adjacent words and literals.
    if (kind === 'template') return ` ${escapeLiteral(values[count++] ?? '')} `
    return text.replaceAll(MARK, () => (values[count++] ?? '').replaceAll("'", "''"))
  })
  return filled.join('')
}

const misplaced = (template: string, kind: string) =>
  new TemplateError(
    `${template} is in ${kind}. A template can only replace a value, by itself or in plain single quotes.`
  )

type Part = { kind: string; text: string }

const escaped = 'a text with escapes'
const comment = 'a comment'

/** The kinds of parts of a statement, by their beginning. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['template', /\0/y],
  [escaped, /[eE]'(?:[^'\\]|\\[^]|'')*(?:'|$)/y],
  [escaped, /[uU]&'(?:[^']|'')*(?:'|$)/y],
  ['literal', /'(?:[^']|'')*(?:'|$)/y],
  ['a name in double quotes', /(?:[uU]&)?"(?:[^"]|"")*(?:"|$)/y],
  [comment, /--[^\n\r]*/y],
  ['a text in dollars', /(\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[^]*?(?:\1|$)/y],
  // A word may contain dollars, and ends before the beginning of any kind above.
  ['other', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
]

function splitStatement(statement: string): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < statement.length;) {
    const part = readPart(statement, at)
    parts.push(part)
    at += part.text.length
  }
  return parts
}

function readPart(statement: string, at: number): Part {
  if (statement.startsWith('/*', at)) return { kind: comment, text: readComment(statement, at) }
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at
    const text = pattern.exec(statement)?.[0]
    if (text) return { kind, text }
  }
  return { kind: 'other', text: statement.charAt(at) }
}

/** Postgres comments can be nested. */
function readComment(statement: string, at: number): string {
  const edge = /\/\*|\*\//g
  edge.lastIndex = at
  let depth = 0
  for (let found = edge.exec(statement); found; found = edge.exec(statement)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return statement.slice(at, edge.lastIndex)
  }
  return statement.slice(at)
}
