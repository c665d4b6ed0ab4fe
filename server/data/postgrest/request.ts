import { parseAccept } from 'hono/utils/accept'
import { invalidQueryError, QueryError } from './errors'
import { parseListFilter } from './parse-list-filter'
import { type FilterCondition, type FilterTest, parseCondition, parseTree, searches } from './parse-filter'
import { type OrderTerm, parseOrder } from './parse-order'
import { parseSelect, type SelectList } from './parse-select'
import { parsePreferences, type Preferences } from './preferences'
import { requireShallow, shortenText, splitOutsideQuotes } from './syntax'

/** Filters, order and limits of one relation of the response: the root, or an embed. */
export type RelationQuery = { conditions: FilterCondition[]; order: OrderTerm[]; limit?: number; offset?: number }

export type RelationalQuery = {
  select: SelectList
  root: RelationQuery
  /** By the embed's path from the root, e.g. `hypotheses.evidences`. */
  embeds: Map<string, RelationQuery>
  prefer: Preferences
  isSingular: boolean
  isCsv: boolean
  /** Omits members that are null. */
  isStripped: boolean
  /** Members of the body to write; undefined: those of its first row. */
  columns?: string[]
  onConflict?: string[]
  /** Arguments of a function call by GET. */
  arguments: Map<string, string>
}

/** Maximum number of rows in one response. */
export const MOST_ROWS = 2000
const LONGEST_QUERY = 32_000
const MOST_PARAMETERS = 300
/** Maximum number of conditions in a request, on all its relations. Each may be evaluated for each row. */
export const MOST_CONDITIONS = 100
/** Maximum number of those that are a hundred times as slow as others: regular expressions and text searches. */
export const MOST_EXPRESSIONS = 10
const MOST_ORDER_TERMS = 20

/**
 * Parses a request's query string and headers. Only the first `select` and the first root `order` count.
 * @param isArgument whether a parameter is an argument of the called function.
 * @param isTimeZone whether the database knows a time zone.
 */
export function parseRequest(
  request: Request,
  now: Date,
  isArgument: (name: string, value: string) => boolean = () => false,
  isTimeZone: (name: string) => boolean = () => false
): RelationalQuery {
  const url = new URL(request.url)
  if (url.search.length > LONGEST_QUERY) throw new QueryError('PGRST100', 'The query string is too long', 414)
  const parameters = [...url.searchParams].filter(([name, value]) => name !== '' || value !== '')
  if (parameters.length > MOST_PARAMETERS) throw invalidQueryError('There are too many parameters')
  for (const [name, value] of parameters) {
    // Postgres reads text up to a NUL, so one in a name would truncate the statement.
    if (name.includes('\0') || value.includes('\0')) throw invalidQueryError('A parameter may not contain NUL')
    requireShallow(value)
  }
  const first = (name: string) => parameters.find(([key]) => key === name)?.[1]
  const accepted = parseAccept(request.headers.get('Accept') ?? '')
  const query: RelationalQuery = {
    select: parseSelect(first('select') ?? '*'),
    root: { conditions: [], order: parseOrderOnce(first('order')) },
    embeds: new Map(),
    prefer: parsePreferences(request.headers.get('Prefer') ?? '', isTimeZone),
    isSingular: accepted.some(({ type }) => type.startsWith('application/vnd.pgrst.object')),
    isCsv: accepted[0]?.type === 'text/csv',
    isStripped: accepted.some(({ params }) => params['nulls'] === 'stripped'),
    arguments: new Map(),
    ...names('columns', first('columns')),
    ...names('onConflict', first('on_conflict')),
  }
  // HTTP defines the header only for GET. On a write it would suggest that other rows are left unchanged.
  if (request.method === 'GET') readRange(request.headers, query.root)
  for (const [index, [name, value]] of parameters.entries()) {
    // Only the first of a repeated list filter counts.
    if (name.endsWith('.filter') && parameters.findIndex(([key]) => key === name) < index) continue
    if (isArgument(name, value)) query.arguments.set(name, value)
    else readParameter(query, name, value, now)
  }
  requireAffordable(query)
  return query
}

/** @throws {QueryError} for more conditions or terms than a request may have, with the number that is allowed. */
function requireAffordable({ root, embeds }: RelationalQuery): void {
  const all = [root, ...embeds.values()]
  const tests = all.flatMap(({ conditions }) => conditions.flatMap(testsOf))
  requireAtMost(sumOf(tests, comparisonsOf), MOST_CONDITIONS, 'conditions')
  requireAtMost(
    sumOf(tests.filter(isExpression), comparisonsOf),
    MOST_EXPRESSIONS,
    'regular expressions and text searches'
  )
  const terms = sumOf(all, ({ order }) => order.length)
  requireAtMost(terms, MOST_ORDER_TERMS, 'columns to order by')
}

function requireAtMost(count: number, most: number, what: string): void {
  if (count > most) throw invalidQueryError(`a request may have ${most} ${what}; this one has ${count}`)
}

const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number) =>
  items.reduce((sum, item) => sum + numberOf(item), 0)

const testsOf = (condition: FilterCondition): FilterTest[] =>
  condition.kind === 'test' ? [condition.test] : condition.parts.flatMap(testsOf)

const isExpression = ({ op }: FilterTest) => op === 'match' || op === 'imatch' || Object.hasOwn(searches, op)

/** A test with a quantifier compares with each element of its list, which has at most one more than it has commas. */
const comparisonsOf = (test: FilterTest): number => ('quantifier' in test ? test.value.split(',').length : 1)

function readParameter(query: RelationalQuery, name: string, value: string, now: Date): void {
  if (name === 'select' || name === 'order' || name === 'columns' || name === 'on_conflict') return
  if (name.endsWith('.filter') && name.length > '.filter'.length) {
    const column = name.slice(0, -'.filter'.length)
    query.root.conditions.push(...parseListFilter(column, value, now))
    return
  }
  const { path, key } = splitKey(name)
  const target = path === '' ? query.root : findRelationQuery(query, path)
  if (key === 'limit') target.limit = parseWhole(key, value)
  else if (key === 'offset') target.offset = parseWhole(key, value)
  else if (key === 'order') target.order = parseOrderOnce(value)
  else if (/^(not\.)?(and|or)$/.test(key)) target.conditions.push(parseTree(key, value))
  else target.conditions.push(parseCondition(key, value))
}

function findRelationQuery({ embeds }: RelationalQuery, path: string): RelationQuery {
  const known = embeds.get(path) ?? { conditions: [], order: [] }
  embeds.set(path, known)
  return known
}

/** `a.b.column->>key` is the column `column->>key` of the embed `a.b`. */
function splitKey(name: string): { path: string; key: string } {
  const [beforeArrow = { text: name }] = splitOutsideQuotes(name, /->>?/g)
  const parts = splitOutsideQuotes(beforeArrow.text, /\./g).map(({ text }) => text)
  const arrows = name.slice(beforeArrow.text.length)
  const isTree = parts.length > 1 && parts.at(-2) === 'not' && ['and', 'or'].includes(parts.at(-1) ?? '')
  const keyLength = isTree ? 2 : 1
  return { path: parts.slice(0, -keyLength).join('.'), key: parts.slice(-keyLength).join('.') + arrows }
}

const parseOrderOnce = (text: string | undefined): OrderTerm[] => (text ? parseOrder(text) : [])

function parseWhole(name: string, text: string): number {
  const number = Number(text)
  if (!/^\d{1,10}$/.test(text)) throw invalidQueryError(`"failed to parse ${name} parameter (${text.slice(0, 50)})"`)
  return number
}

function names<K extends string>(key: K, text: string | undefined): Partial<Record<K, string[]>> {
  if (text === undefined) return {}
  const list = new Set(text.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1')))
  if (list.has(''))
    throw invalidQueryError(
      `"failed to parse ${key === 'columns' ? key : 'on_conflict'} parameter (${shortenText(text)})"`
    )
  return { [key]: [...list] } as Partial<Record<K, string[]>>
}

/** `Range: 0-9` is another notation for offset and limit. */
function readRange(headers: Headers, root: RelationQuery): void {
  const [, from, to] = /^(?:items=)?(\d{1,9})-(\d{1,9})?$/.exec(headers.get('Range') ?? '') ?? []
  if (from === undefined) return
  root.offset = Number(from)
  if (to !== undefined) root.limit = Math.max(0, Number(to) - Number(from) + 1)
}
