import { invalidQueryError } from './errors'

/** A column, or a path into a JSON column: `labels->>app`. */
export type ColumnPath = {
  column: string
  steps: readonly { /** `->>`: text; `->`: JSON. */ asText: boolean; key: string }[]
}

/** Limits on nesting and list items of a request: enough for any client, too little for an attack. */
export const DEEPEST = 12
export const LONGEST_LIST = 500

/** Maximum nesting of brackets inside a value: JSON, a regular expression, a search. */
export const DEEPEST_VALUE = 100

/**
 * Refuses a value with deeply nested brackets. The embedded Postgres has a small stack: it would fail or hang where
 * another Postgres refuses.
 */
export function requireShallow(text: string): void {
  let depth = 0
  for (const [bracket] of text.matchAll(/[([{}\])]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1
    if (depth > DEEPEST_VALUE) throw invalidQueryError('the value is nested too deeply')
  }
}

/** A whole number is a list index, any other key a member name. */
export const isListIndex = (key: string): boolean => /^-?\d{1,9}$/.test(key)

/** The path's name in a response without an alias: its last member name, or the column. */
export const defaultPathName = ({ column, steps }: ColumnPath): string =>
  steps.findLast(({ key }) => key !== '' && !isListIndex(key))?.key ?? column

/** Parses `column`, `column->key` or `column->a->>b`. Names and keys may be quoted. */
export function parsePath(text: string): ColumnPath {
  const parts = splitOutsideQuotes(text, /->>?/g)
  const [first] = parts
  const column = unquote(first?.text.trim() ?? '')
  if (column === '') throw invalidQueryError(`"failed to parse column name (${shortenText(text)})"`)
  if (parts.length > DEEPEST) throw invalidQueryError('the path is too long')
  if (parts.some(({ text: key }) => key.trim() === ''))
    throw invalidQueryError(`"failed to parse path (${shortenText(text)})"`)
  return {
    column,
    steps: parts.slice(1).map(({ text: key, before }) => ({ asText: before === '->>', key: unquote(key.trim()) })),
  }
}

/** Splits at commas outside quotes and brackets. */
export function splitList(text: string): string[] {
  const items: string[] = []
  let depth = 0
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (isQuoted) {
      if (char === '\\') at++
      else if (char === '"') isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === '(' || char === '{') depth++
    else if (char === ')' || char === '}') depth--
    else if (char === ',' && depth === 0) {
      items.push(text.slice(start, at))
      start = at + 1
    }
    if (depth < 0) throw invalidQueryError(`unexpected "${char}" in ${shortenText(text)}`)
    if (depth > DEEPEST) throw invalidQueryError('the expression is nested too deeply')
  }
  if (isQuoted || depth !== 0) throw invalidQueryError(`unexpected end of input in ${shortenText(text)}`)
  items.push(text.slice(start))
  if (items.length > LONGEST_LIST) throw invalidQueryError(`a list may have ${LONGEST_LIST} items`)
  return items
}

/** Removes the quotes of `"a \" b"`; other text is unchanged. */
export function unquote(text: string): string {
  return /^"(?:[^"\\]|\\.)*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text
}

export const shortenText = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** Splits a text at separators outside quotes; each segment has the separator before it. */
export function splitOutsideQuotes(text: string, separator: RegExp): { text: string; before: string }[] {
  const tokens = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|(${separator.source})`, 'gs')
  const parts = [{ text: '', before: '' }]
  let from = 0
  for (const match of text.matchAll(tokens)) {
    if (match[1] === undefined) continue
    const last = parts.at(-1)
    if (last) last.text = text.slice(from, match.index)
    parts.push({ text: '', before: match[1] })
    from = match.index + match[1].length
  }
  const last = parts.at(-1)
  if (last) last.text = text.slice(from)
  return parts
}
