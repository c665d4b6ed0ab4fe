import { escapeLiteral } from 'pg'
import { fillIn, TemplateError, type TemplateEnv } from '../expression/template'

/** Stands for a template while a statement is read. Postgres takes it nowhere, so no statement has it. */
const MARK = '\0'

/**
 * Fills in the templates of a statement for Postgres: each becomes a literal, or a part of the literal that it stands in,
 * so whatever somebody gives as a parameter stays a value. Holds while `standard_conforming_strings` is on.
 * @throws {TemplateError} for a template where no literal can stand: in a name, a comment, a text in dollars or with escapes.
 */
export function withLiterals(written: string, env: TemplateEnv): string {
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
  const filled = partsOf(marked).map(({ kind, text }) => {
    const isFilled = text.includes(MARK)
    const [template = ''] = templates.slice(count)
    if (isFilled && kind !== 'template' && kind !== 'literal') throw misplaced(template, kind)
    // A literal on the next line would go on with its escapes.
    if (isFilled && before === escaped) throw misplaced(template, escaped)
    if (kind !== comment && text.trim() !== '') before = kind
    // Spaces, so that it joins no word or literal beside it.
    if (kind === 'template') return ` ${escapeLiteral(values[count++] ?? '')} `
    return text.replaceAll(MARK, () => (values[count++] ?? '').replaceAll("'", "''"))
  })
  return filled.join('')
}

const misplaced = (template: string, kind: string) =>
  new TemplateError(
    `${template} stands in ${kind}: it can stand where a value does, by itself or in plain single quotes.`
  )

type Part = { kind: string; text: string }

const escaped = 'a text with escapes'
const comment = 'a comment'

/** What a part of a statement is, by how it begins. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['template', /\0/y],
  [escaped, /[eE]'(?:[^'\\]|\\[^]|'')*(?:'|$)/y],
  [escaped, /[uU]&'(?:[^']|'')*(?:'|$)/y],
  ['literal', /'(?:[^']|'')*(?:'|$)/y],
  ['a name in double quotes', /(?:[uU]&)?"(?:[^"]|"")*(?:"|$)/y],
  [comment, /--[^\n\r]*/y],
  ['a text in dollars', /(\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[^]*?(?:\1|$)/y],
  // A word may hold dollars, and ends before what could begin one of the above.
  ['other', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
]

function partsOf(statement: string): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < statement.length;) {
    const part = partAt(statement, at)
    parts.push(part)
    at += part.text.length
  }
  return parts
}

function partAt(statement: string, at: number): Part {
  if (statement.startsWith('/*', at)) return { kind: comment, text: commentAt(statement, at) }
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at
    const text = pattern.exec(statement)?.[0]
    if (text) return { kind, text }
  }
  return { kind: 'other', text: statement.charAt(at) }
}

/** Comments of Postgres hold comments. */
function commentAt(statement: string, at: number): string {
  const edge = /\/\*|\*\//g
  edge.lastIndex = at
  let depth = 0
  for (let found = edge.exec(statement); found; found = edge.exec(statement)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return statement.slice(at, edge.lastIndex)
  }
  return statement.slice(at)
}
