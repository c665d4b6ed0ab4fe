import type { QueryParams } from './http'

type Pair = QueryParams[number]

/**
 * Parameters of the relational API. Each is a pair, because names can repeat: two filters on `time` define a window.
 */
export const eq = (column: string, value: string | number | boolean): Pair => [column, `eq.${value}`]
export const gt = (column: string, value: string | number): Pair => [column, `gt.${value}`]
export const gte = (column: string, value: string | number): Pair => [column, `gte.${value}`]
export const lt = (column: string, value: string | number): Pair => [column, `lt.${value}`]
/** The column contains the text, in any case. The text is not a pattern. */
export const ilike = (column: string, text: string): Pair => matches(column, { text, anyBefore: true, anyAfter: true })
/** The column equals the text, in any case, with any text before or after it if allowed. */
export const matches = (
  column: string,
  { text, anyBefore, anyAfter }: { text: string; anyBefore: boolean; anyAfter: boolean }
): Pair => {
  const literal = text.replace(/[\\%_*]/g, (one) => (one === '*' ? '_' : `\\${one}`))
  return [column, `ilike.${anyBefore ? '*' : ''}${literal}${anyAfter ? '*' : ''}`]
}
/** The column is a JSON object with this member and value. */
export const hasMember = (column: string, key: string, value: string): Pair => [
  column,
  `cs.${JSON.stringify({ [key]: value })}`,
]
export const not = ([column, test]: Pair): Pair => [column, `not.${test}`]
export const isNull = (column: string): Pair => [column, 'is.null']
export const isNotNull = (column: string): Pair => [column, 'not.is.null']
export const inList = (column: string, values: readonly string[]): Pair => [
  column,
  `in.(${values.map(quote).join(',')})`,
]
export const notIn = (column: string, values: readonly string[]): Pair => [
  column,
  `not.in.(${values.map(quote).join(',')})`,
]
/** Any of the conditions. */
export const or = (...conditions: readonly Pair[]): Pair => [
  'or',
  `(${conditions.map(([column, test]) => `${column}.${test.replace(COMPARED, quoteCompared)}`).join(',')})`,
]
/** The column has another text. Null is neither equal nor unequal. */
export const isOtherText = (column: string, text: string): Pair => [column, `neq.${text}`]
export const select = (...columns: string[]): Pair => ['select', columns.join(',')]
export const order = (...terms: `${string}.${'asc' | 'desc'}${'' | '.nullslast'}`[]): Pair => ['order', terms.join(',')]
export const limit = (rows: number): Pair => ['limit', String(rows)]
export const offset = (rows: number): Pair => ['offset', String(rows)]

/** A value with its mode: 1 includes it, -1 excludes it. */
type ListFilterChoice = { value: string; polarity: 1 | -1 }

/**
 * The list filter of the backend, `type.filter=a,!b`. A `*` at either end of a value is a wildcard.
 * @throws {RangeError} for a value with a comma, which this format cannot express.
 */
export function listFilter(column: string, choices: readonly ListFilterChoice[]): Pair {
  const items = choices.map(({ value, polarity }) => {
    if (value.includes(',')) throw new RangeError(`A list filter cannot contain a comma: ${value}`)
    return polarity === 1 ? value : `!${value}`
  })
  return [`${column}.filter`, items.join(',')]
}

/** A comparison with one value. The value is quoted only within other conditions; alone, it ends with the parameter. */
const COMPARED = /^((?:not\.)?(?:eq|neq|gt|gte|lt|lte|ilike|cs)\.)(.*)$/s
const quoteCompared = (_whole: string, operator: string, value: string) => `${operator}${quote(value)}`

/** Within a list, everything but a plain word is quoted. */
const quote = (value: string) =>
  /^[\w-]+$/.test(value) ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
