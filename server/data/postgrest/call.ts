import type { Queryable, Reader } from '../db/db'
import { ident, joinSql, type Sql, sql } from '../db/sql'
import { readArguments } from './body'
import { catalogSql } from './catalog-sql'
import { QueryError } from './errors'
import { inTransaction, readCall } from './execute'
import { startsWithOperator } from './parse-filter'
import { planRead, type ReadPlan } from './plan'
import { parseRequest, type RelationalQuery } from './request'
import { respondRead, respondRow } from './respond'
import { countedRowsSql } from './response-limits'
import type { SchemaCache, SqlFunction } from './schema-cache'
import { requireShallow } from './syntax'

/** Responds to a call of a function: by POST with its arguments in the body, by GET in the query string. */
export async function callFunction(
  { db, cache, now }: { db: Reader; cache: SchemaCache; now: () => Date },
  request: Request,
  name: string,
  mayRead: (relation: string) => boolean
): Promise<Response> {
  const isPost = request.method === 'POST'
  if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') {
    throw new QueryError('PGRST117', `Unsupported HTTP method: ${request.method}`, 405)
  }
  const query = parseRequest(request, now(), isPost ? undefined : createArgumentTest(cache, name))
  const given: ReadonlyMap<string, unknown> = isPost ? await readArguments(request) : query.arguments
  const called = findFunction(cache, name, new Set(given.keys()))
  if (called.isVolatile && !isPost) {
    throw new QueryError('25006', `cannot execute ${name} in a read-only transaction`, 405)
  }
  const call = callSql(called, given)
  const plan =
    called.returns.kind === 'rows'
      ? planRead(cache, query, { relation: called.returns.relation, columns: called.returns.columns }, mayRead)
      : undefined
  const work = (on: Queryable) => answerCall(on, query, called, plan, call, request.method)
  // A call whose response is a refusal must be rolled back.
  const mayBeUndone = isPost && (query.prefer.isDryRun || query.isSingular)
  return mayBeUndone ? inTransaction(db, query.prefer.isDryRun, work) : work(db)
}

async function answerCall(
  db: Queryable,
  query: RelationalQuery,
  called: SqlFunction,
  plan: ReadPlan | undefined,
  call: Sql,
  method: string
): Promise<Response> {
  if (!plan) return respondValue(db, called, call)
  const result = await readCall(db, query, plan, call)
  return called.isSet ? respondRead(query, result, method) : respondRow(result, method)
}

/** The response of a function that returns no rows: its value, a list of values, or nothing. */
async function respondValue(db: Queryable, { returns, isSet }: SqlFunction, call: Sql): Promise<Response> {
  const isVoid = returns.kind === 'void'
  const values = countedRowsSql(
    sql`select value from ${call} as value`,
    0,
    isVoid ? sql`null::json` : sql`to_json(value)`
  )
  const value = isSet ? sql`coalesce(json_agg(made), '[]')` : sql`made`
  const [row] = await db.query<{ body: string | null }>(sql`select ${value}::text as body from (${values}) as r`)
  if (isVoid) return new Response(null, { status: 204 })
  return new Response(row?.body ?? 'null', { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
}

/** Resolves a function by its name and the given arguments. Arguments with defaults may be missing. */
export function findFunction(cache: SchemaCache, name: string, given: ReadonlySet<string>): SqlFunction {
  const candidates = (cache.functions.get(name) ?? []).filter(
    (one) =>
      one.arguments.every(({ name: argument, isOptional }) => argument !== '' && (isOptional || given.has(argument))) &&
      [...given].every((argument) => one.arguments.some((known) => known.name === argument))
  )
  const [only] = candidates
  if (only && candidates.length === 1) return only
  throw new QueryError(
    'PGRST202',
    `Could not find the function public.${name}(${[...given].toSorted().join(', ')}) in the schema cache`,
    404
  )
}

/**
 * Whether a parameter of a GET is an argument of any function of this name. A filter on a returned column with the same
 * name as an argument is not one.
 */
export const createArgumentTest = (cache: SchemaCache, name: string) => {
  const functions = cache.functions.get(name) ?? []
  const known = new Set(functions.flatMap((one) => one.arguments.map((argument) => argument.name)))
  const columns = new Set(
    functions.flatMap(({ returns }) => (returns.kind === 'rows' ? [...returns.columns.keys()] : []))
  )
  return (parameter: string, value: string) =>
    known.has(parameter) && !(columns.has(parameter) && startsWithOperator(value))
}

/** `name(argument => value, …)`. */
export function callSql({ name, arguments: known }: SqlFunction, given: ReadonlyMap<string, unknown>): Sql {
  const parts = known.flatMap(({ name: argument, type }) => {
    if (!given.has(argument)) return []
    return [sql`${ident(argument)} => ${argumentText(given.get(argument), type)}::${catalogSql(type)}`]
  })
  return sql`public.${ident(name)}(${joinSql(parts)})`
}

/** Converts JSON values to the input format of Postgres types. */
function argumentText(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value) && type.endsWith('[]'))
    return `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`
  if (typeof value !== 'string') return JSON.stringify(value)
  requireShallow(value)
  return value
}
