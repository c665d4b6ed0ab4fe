import type { Queryable, Reader } from '../db/db'
import { type Sql, sql } from '../db/sql'
import type { Vault } from '../secrets/vault'
import { ADDRESS_RELATION, hideAddresses } from './addresses'
import { countedRowsSql } from './response-limits'
import { type Author, setAuthorSql, historyRelations } from './authors'
import { readArguments, readRows } from './body'
import { callSql, findFunction, createArgumentTest } from './call'
import { relationSql } from './catalog-sql'
import { errorResponse, QueryError } from './errors'
import { type ReadPlan, planRead } from './plan'
import { parseRequest, type RelationalQuery } from './request'
import { requireAtMost, requireOne, respondRead, respondRow, respondWrite, type StatementResult } from './respond'
import type { SchemaRelation, SchemaCache, SqlFunction } from './schema-cache'
import { planCountSql, planRowsSql } from './to-sql'
import { deleteSql, insertSql, inaccessibleRowsSql, updateSql } from './write'

type Deps = {
  cache: SchemaCache
  now: () => Date
  /** Seals written secrets. */
  vault: Vault
}
type Work = Deps & { db: Reader; author: Author }

/** Whether the caller may read a relation. */
type MayRead = (relation: string) => boolean

/** The caller's permissions and identity for a request. */
export type RelationalCaller = { mayRead: MayRead; author: Author }

/**
 * `relation` is the path segment with its name, e.g. `checks` or `rpc/name`. All data is read and written through `db`,
 * the database as the caller may read it.
 */
export type Relational = (request: Request, relation: string, asking: RelationalCaller, db: Reader) => Promise<Response>

/**
 * Handles requests in PostgREST's dialect: parse, plan, SQL, execute, respond. The request is authorised for its
 * relation, but not yet for the embedded ones.
 * @returns a handler that rejects only for server errors; refusals are responses.
 */
export function createRelational(parts: Deps): Relational {
  const namesOnly = hideAddresses(parts.cache)
  return async (request, name, { mayRead, author }, db) => {
    const deps = { ...parts, db, author, cache: mayRead(ADDRESS_RELATION) ? parts.cache : namesOnly }
    try {
      const [, called] = /^rpc\/(.+)$/.exec(name) ?? []
      if (called !== undefined) return await callFunction(deps, request, called, mayRead)
      const relation = deps.cache.relations.get(name)
      if (!relation) throw new QueryError('42P01', `relation "public.${name.slice(0, 100)}" does not exist`, 404)
      const query = parseRequest(request, deps.now())
      const source = { relation: relation.name, columns: relation.columns }
      const plan = planRead(deps.cache, query, source, mayRead)
      return await answer(deps, request, relation, query, plan)
    } catch (error) {
      const response = errorResponse(error)
      if (response) return response
      throw error
    }
  }
}

/** Sets the author for triggers that write the history of changed rows. */
const authored = (relation: SchemaRelation, author: Author): { before?: Sql } =>
  historyRelations.has(relation.name) ? { before: setAuthorSql(author) } : {}

async function answer(
  deps: Work,
  request: Request,
  relation: SchemaRelation,
  query: RelationalQuery,
  plan: ReadPlan
): Promise<Response> {
  const { db, vault, author } = deps
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return respondRead(query, await read(db, query, plan, relationSql(relation.name)), request.method)
    case 'POST': {
      const body = await readRows(request, query, relation.name, relation.columns)
      const { rows: text, seal } = vault.hide(relation.name, body.text)
      const statement = insertSql(relation, { ...body, text }, query, author)
      // The insert may change existing rows.
      const told = query.prefer.resolution === 'merge' ? authored(relation, author) : {}
      return respondWrite(query, await write(db, query, plan, statement, { ...told, after: seal }), 'POST')
    }
    case 'PATCH': {
      const body = await readRows(request, query, relation.name, relation.columns)
      const { rows: text, seal } = vault.hide(relation.name, body.text)
      const statement = updateSql(relation, { ...body, text }, plan, author)
      await refuseInaccessibleRows(db, inaccessibleRowsSql(relation, plan, author, 'update'))
      return respondWrite(
        query,
        await write(db, query, plan, statement, {
          ...authored(relation, author),
          after: seal,
        }),
        'PATCH'
      )
    }
    case 'DELETE': {
      const statement = deleteSql(relation, plan, author)
      await refuseInaccessibleRows(db, inaccessibleRowsSql(relation, plan, author, 'delete'))
      return respondWrite(query, await write(db, query, plan, statement), 'DELETE')
    }
    default:
      throw new QueryError('PGRST117', `Unsupported HTTP method: ${request.method}`, 405)
  }
}

/** Reports rows that only others may change; the statement itself leaves them out. */
async function refuseInaccessibleRows(db: Queryable, inaccessible: Sql | undefined): Promise<void> {
  const [row] = inaccessible ? await db.query(inaccessible) : []
  if (row) throw new QueryError('42501', 'Only the author can change this', 403)
}

/** One statement: the page as JSON text, its length, and the total if requested. */
async function read(db: Queryable, query: RelationalQuery, plan: ReadPlan, source: Sql): Promise<StatementResult> {
  const total = query.prefer.count ? sql`(${planCountSql(plan, source)})` : sql`null::int8`
  return only(await db.query<StatementResult>(collected(query, planRowsSql(plan, source), total)))
}

/** Further parts of a write's transaction: a statement before it, and work after it. */
type WriteSteps = { before?: Sql; after?: ((tx: Queryable) => Promise<void>) | undefined }

/**
 * Writes and reads back in one statement. A transaction is used only for further parts, or if the write may be rolled
 * back.
 */
async function write(
  db: Reader,
  query: RelationalQuery,
  plan: ReadPlan,
  statement: Sql,
  around: WriteSteps = {}
): Promise<StatementResult> {
  const isReturned = query.prefer.returned === 'representation'
  // The conditions have selected the rows to write; all written rows are returned.
  const whole: ReadPlan = {
    relation: plan.relation,
    columns: plan.columns,
    items: plan.items,
    conditions: [],
    order: plan.order,
  }
  const answered = isReturned
    ? collected(query, planRowsSql(whole, sql`written`), sql`null::int8`)
    : sql`select '' as body, count(*) as rows, null::int8 as total from written`
  const full = sql`with written as (${statement}) ${answered}`
  const { isDryRun, mostAffected } = query.prefer
  const needsNoTransaction =
    !query.isSingular && !isDryRun && mostAffected === undefined && !around.before && !around.after
  return needsNoTransaction ? only(await db.query<StatementResult>(full)) : inWriteTransaction(db, query, full, around)
}

async function inWriteTransaction(
  db: Reader,
  query: RelationalQuery,
  statement: Sql,
  { before, after }: WriteSteps
): Promise<StatementResult> {
  return inTransaction(db, query.prefer.isDryRun, async (tx) => {
    if (before) await tx.query(before)
    const result = only(await tx.query<StatementResult>(statement))
    await after?.(tx)
    if (query.isSingular) requireOne(result.rows)
    requireAtMost(result.rows, query.prefer.mostAffected)
    return result
  })
}

class DryRunRollback extends Error {}

/** Runs work in a transaction, which is rolled back at the end of a dry run. */
async function inTransaction<T>(db: Reader, isRehearsal: boolean, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const results: T[] = []
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      results.push(result)
      if (isRehearsal) throw new DryRunRollback('dry run')
      return result
    })
  } catch (error) {
    const [result] = results
    if (error instanceof DryRunRollback && result !== undefined) return result
    throw error
  }
}

function collected({ isStripped }: RelationalQuery, rows: Sql, total: Sql): Sql {
  const page = countedRowsSql(rows, 0, isStripped ? sql`json_strip_nulls(row_to_json(r))` : sql`row_to_json(r)`)
  return sql`select coalesce(json_agg(made), '[]')::text as body, count(*) as rows, ${total} as total from (${page}) as page`
}

async function callFunction(
  { db, cache, now }: Work,
  request: Request,
  name: string,
  mayRead: MayRead
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

/** Materialised, so that the function is called once however often its rows are read. */
async function readCall(db: Queryable, query: RelationalQuery, plan: ReadPlan, call: Sql): Promise<StatementResult> {
  const called = sql`called`
  const total = query.prefer.count ? sql`(${planCountSql(plan, called)})` : sql`null::int8`
  const page = collected(query, planRowsSql(plan, called), total)
  return only(await db.query<StatementResult>(sql`with called as materialized (select * from ${call}) ${page}`))
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

function only([result]: StatementResult[]): StatementResult {
  if (!result) throw new Error('an aggregate always has a row')
  return result
}
