import { QueryError } from './errors'
import type { RelationalQuery } from './request'

/** The result of a statement: the rows as JSON text, their number, and the total if requested. */
export type StatementResult = { body: string; rows: number; total: number | null }

/** The response to a read. */
export function respondRead(query: RelationalQuery, { body, rows, total }: StatementResult, method: string): Response {
  const offset = query.root.offset ?? 0
  const range = rows === 0 ? `*/${total ?? '*'}` : `${offset}-${offset + rows - 1}/${total ?? '*'}`
  if (total !== null && offset > total) return json(method === 'HEAD' ? null : '[]', 416, range)
  // 206 means that there are more rows than these.
  const status = total !== null && rows < total ? 206 : 200
  return represent(query, body, rows, status, range, method === 'HEAD')
}

/** The response to a write. */
export function respondWrite(
  query: RelationalQuery,
  result: StatementResult,
  method: 'POST' | 'PATCH' | 'DELETE'
): Response {
  const { body, rows } = result
  const total = query.prefer.count ? rows : '*'
  const range = method === 'PATCH' && rows > 0 ? `0-${rows - 1}/${total}` : `*/${total}`
  if (query.prefer.returned === 'representation') {
    return represent(query, body, rows, method === 'POST' ? 201 : 200, range, false)
  }
  return new Response(null, { status: method === 'POST' ? 201 : 204, headers: { 'Content-Range': range } })
}

function represent(
  query: RelationalQuery,
  body: string,
  rows: number,
  status: number,
  range: string,
  isHead: boolean
): Response {
  if (query.isSingular) {
    requireOne(rows)
    return json(
      isHead ? null : withoutBrackets(body),
      status,
      range,
      'application/vnd.pgrst.object+json; charset=utf-8'
    )
  }
  if (query.isCsv) return json(isHead ? null : toCsv(JSON.parse(body)), status, range, 'text/csv; charset=utf-8')
  return json(isHead ? null : body, status, range)
}

/** The response of a function that returns one value or one row. */
export function respondOne(query: RelationalQuery, { body, rows }: StatementResult, method: string): Response {
  const value = rows === 1 ? withoutBrackets(body) : 'null'
  return json(method === 'HEAD' ? null : value, 200, oneRange(query))
}

/** The response of a function that returns nothing. */
export const respondNothing = (query: RelationalQuery): Response =>
  new Response(null, { status: 204, headers: { 'Content-Range': oneRange(query) } })

/** A function without a list of rows counts as one row, whatever it returns. */
const oneRange = ({ prefer }: RelationalQuery) => (prefer.count ? '0-0/1' : '0-0/*')

/** The only element of a JSON list as unchanged text: parsing and formatting would lose digits. */
const withoutBrackets = (list: string) => list.slice(1, -1)

/** @throws {QueryError} 406 when a single object was requested and there is not exactly one row. */
export function requireOne(rows: number): void {
  if (rows === 1) return
  throw new QueryError(
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    406,
    `The result contains ${rows} rows`
  )
}

/** @throws {QueryError} when more rows are affected than the client allowed. */
export function requireAtMost(rows: number, most = Infinity): void {
  if (rows <= most) return
  throw new QueryError(
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    400,
    `The query affects ${rows} rows`
  )
}

const json = (body: string | null, status: number, range: string, type = 'application/json; charset=utf-8') =>
  new Response(body, { status, headers: { 'Content-Type': type, 'Content-Range': range } })

function toCsv(rows: Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => names.map((name) => csvField(row[name])).join(','))
  return [names.map(csvField).join(','), ...lines].join('\n')
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
