import type { Queryable, Reader } from '../db/db'
import { ident, joinSql, type Sql, sql } from '../db/sql'
import { readArguments } from './body'
import { catalogSql } from './catalog-sql'
import { QueryError } from './errors'
import { inReadOnlyTransaction, inRequestTransaction, readCall, readValues } from './execute'
import { startsWithOperator } from './parse-filter'
import { planRead } from './plan'
import { listApplied } from './preferences'
import { parseRequest, type RelationalQuery } from './request'
import { respondNothing, respondOne, respondRead } from './respond'
import type { SchemaCache, SqlFunction } from './schema-cache'
import { requireShallow } from './syntax'

type Deps = { db: Reader; cache: SchemaCache; now: () => Date }

/**
 * Responds to a call of a function: by POST with its arguments in the body, by GET in the query string. By GET, and if
 * the function is not volatile, it cannot write: Postgres refuses that in a read-only transaction.
 */
export async function callFunction(
  { db, cache, now }: Deps,
  request: Request,
  name: string,
  mayRead: (relation: string) => boolean
): Promise<Response> {
  const { method } = request
  const isPost = method === 'POST'
  if (!isPost && method !== 'GET' && method !== 'HEAD') {
    throw new QueryError('PGRST117', `Unsupported HTTP method: ${method}`, 405)
  }
  const query = parseRequest(request, now(), isPost ? undefined : createArgumentTest(cache, name), (zone) =>
    cache.timeZones.has(zone)
  )
  const given: ReadonlyMap<string, unknown> = isPost ? await readArguments(request) : query.arguments
  const called = findFunction(cache, name, new Set(given.keys()))
  if (query.prefer.mostAffected !== undefined && !called.isSet) {
    throw new QueryError(
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict'
    )
  }
  const answer = answerOf(cache, query, called, callSql(called, given), mayRead)
  const work = (on: Queryable) => answer(on, method)
  const response =
    !isPost || !called.isVolatile
      ? await inReadOnlyTransaction(db, query, work)
      : await inRequestTransaction(db, query, work)
  return listApplied(response, query.prefer, 'call')
}

/** Checks the names of a query, and returns how its response is made. */
function answerOf(
  cache: SchemaCache,
  query: RelationalQuery,
  { returns, isSet }: SqlFunction,
  call: Sql,
  mayRead: (relation: string) => boolean
): (db: Queryable, method: string) => Promise<Response> {
  if (returns.kind === 'rows') {
    const { relation } = returns
    // The columns as this caller may read them.
    const columns = (relation === undefined ? undefined : cache.relations.get(relation)?.columns) ?? returns.columns
    const plan = planRead(cache, query, { relation, columns }, mayRead)
    return async (db, method) => {
      const result = await readCall(db, query, plan, call)
      return isSet ? respondRead(query, result, method) : respondOne(query, result, method)
    }
  }
  // Values have no columns. All rows instead of the filtered ones would look like a result.
  planRead(cache, { ...query, select: [] }, { relation: undefined, columns: new Map() }, mayRead)
  return async (db, method) => {
    const result = await readValues(db, query, call)
    if (returns.kind === 'void') return respondNothing(query)
    return isSet ? respondRead({ ...query, isCsv: false }, result, method) : respondOne(query, result, method)
  }
}

/** Resolves a function by its name and the given arguments. Arguments with defaults may be missing. */
export function findFunction(cache: SchemaCache, name: string, given: ReadonlySet<string>): SqlFunction {
  const candidates = (cache.functions.get(name) ?? []).filter(
    (one) =>
      one.arguments.every(({ name: argument, isOptional }) => argument !== '' && (isOptional || given.has(argument))) &&
      [...given].every((argument) => one.arguments.some((known) => known.name === argument))
  )
  const [only, another] = candidates
  if (only && !another) return only
  if (only) {
    throw new QueryError(
      'PGRST203',
      `Could not choose the best candidate function between: ${candidates.map(signature).join(', ')}`,
      300,
      null,
      'Try renaming the parameters or the function itself in the database so function overloading can be resolved'
    )
  }
  throw new QueryError(
    'PGRST202',
    `Could not find the function public.${name}(${[...given].toSorted().join(', ')}) in the schema cache`,
    404
  )
}

const signature = ({ name, arguments: all }: SqlFunction) =>
  `public.${name}(${all.map((one) => `${one.name} => ${one.type}`).join(', ')})`

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
