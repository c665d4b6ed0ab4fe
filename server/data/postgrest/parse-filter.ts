import { invalidQueryError } from './errors'
import { LONGEST_LIST, parsePath, type ColumnPath, shortenText, splitList, unquote } from './syntax'

/** Operators that compare with one value, and their SQL. */
export const comparisons = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
} as const
type Comparison = keyof typeof comparisons

export const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
type TextSearch = keyof typeof searches

export type FilterTest =
  | { op: Comparison; value: string }
  /** Any or all elements of an array literal, as in `eq(any).{a,b}`. */
  | { op: Comparison; quantifier: 'any' | 'all'; value: string }
  | { op: 'in'; values: readonly string[] }
  | { op: 'is'; value: 'null' | 'not null' | 'true' | 'false' | 'unknown' }
  | { op: TextSearch; language: string | null; value: string }

export type FilterCondition =
  | { kind: 'test'; path: ColumnPath; isNegated: boolean; test: FilterTest }
  | { kind: 'and' | 'or'; isNegated: boolean; parts: readonly FilterCondition[] }

const operators = [...Object.keys(comparisons), ...Object.keys(searches), 'in', 'is'].join('|')
const TEST = new RegExp(`^(not\\.)?(${operators})(?:\\(([A-Za-z_]+)\\))?\\.(.*)$`, 's')
const TREE_ITEM = new RegExp(`^(.+?)\\.((?:not\\.)?(?:${operators})(?:\\([A-Za-z_]+\\))?\\..*)$`, 's')

/** Whether a value starts with an operator. */
export const startsWithOperator = (text: string): boolean => TEST.test(text)

/** Parses `column=op.value`. */
export function parseCondition(column: string, text: string): FilterCondition {
  return { kind: 'test', path: parsePath(column), ...parseTest(text, (value) => value) }
}

/** Parses the value of `and=(…)` or `or=(…)`, with `not.` before the name or inside. */
export function parseTree(name: string, text: string): FilterCondition {
  const isNegated = name.startsWith('not.')
  const kind = name.endsWith('and') ? 'and' : 'or'
  const inner = /^\((.*)\)$/s.exec(text.trim())?.[1]
  if (inner === undefined)
    throw invalidQueryError(`"failed to parse logic tree (${shortenText(text)})"`, 'expected "("')
  return { kind, isNegated, parts: splitList(inner).map((item) => parseTreeItem(item.trim())) }
}

function parseTreeItem(text: string): FilterCondition {
  const [, name, inner] = /^((?:not\.)?(?:and|or))(\(.*\))$/s.exec(text) ?? []
  if (name !== undefined && inner !== undefined) return parseTree(name, inner)
  const [, column, test] = TREE_ITEM.exec(text) ?? []
  if (column === undefined || test === undefined)
    throw invalidQueryError(`"failed to parse logic tree (${shortenText(text)})"`)
  return { kind: 'test', path: parsePath(column), ...parseTest(test, unquote) }
}

function parseTest(text: string, readValue: (text: string) => string): { isNegated: boolean; test: FilterTest } {
  const [, not, op, modifier, value] = TEST.exec(text) ?? []
  if (op === undefined || value === undefined) {
    throw invalidQueryError(
      `"failed to parse filter (${shortenText(text)})" (line 1, column 1)`,
      'expected an operator'
    )
  }
  return { isNegated: not !== undefined, test: testOf(op, modifier, value, readValue) }
}

function testOf(
  op: string,
  modifier: string | undefined,
  value: string,
  readValue: (text: string) => string
): FilterTest {
  if (op === 'in') return { op, values: parseIn(value) }
  if (op === 'is') return { op, value: parseIs(value) }
  // Postgres lacks the stack for more nested `not`s, and would report an internal error.
  if (isSearch(op) && /(?:!\s*){30}/.test(value)) throw invalidQueryError('the search is nested too deeply')
  if (isSearch(op)) return { op, language: modifier ?? null, value: readValue(value) }
  if (!isComparison(op)) throw invalidQueryError(`unknown operator ${op}`)
  if (modifier === undefined) return { op, value: readValue(value) }
  if (modifier !== 'any' && modifier !== 'all') throw invalidQueryError(`unexpected modifier ${modifier}`)
  return { op, quantifier: modifier, value: readValue(value) }
}

function parseIn(text: string): string[] {
  const inner = /^\((.*)\)$/s.exec(text.trim())?.[1]
  if (inner === undefined) throw invalidQueryError(`"failed to parse filter (in.${shortenText(text)})"`, 'expected "("')
  if (inner === '') return []
  // Only quotes protect a comma here: brackets are ordinary characters of a value.
  const items = inner.match(/"(?:[^"\\]|\\.)*"|[^,]+|(?<=,)(?=,|$)|^(?=,)/gs) ?? []
  if (items.length > LONGEST_LIST * 10) throw invalidQueryError('the list is too long')
  return items.map((item) => unquote(item.trim()))
}

function parseIs(text: string) {
  const value = text.toLowerCase().replace('_', ' ')
  if (value === 'null' || value === 'not null' || value === 'true' || value === 'false' || value === 'unknown')
    return value
  throw invalidQueryError(
    `"failed to parse filter (is.${shortenText(text)})"`,
    'expected null, not_null, true, false or unknown'
  )
}

const isComparison = (op: string): op is Comparison => Object.hasOwn(comparisons, op)
const isSearch = (op: string): op is TextSearch => Object.hasOwn(searches, op)
