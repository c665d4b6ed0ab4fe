import type { Queryable, Reader } from '../db/db'
import { type Sql, sql } from '../db/sql'
import type { ReadPlan } from './plan'
import { MOST_ROWS, type RelationalQuery } from './request'
import { requireAtMost, requireOne, type StatementResult } from './respond'
import { countedRowsSql } from './response-limits'
import { planCountSql, planRowsSql } from './to-sql'

/** One statement: the page as JSON text, its length, and the total if requested. */
export async function readRelation(
  db: Queryable,
  query: RelationalQuery,
  plan: ReadPlan,
  source: Sql
): Promise<StatementResult> {
  const total = query.prefer.count ? sql`(${planCountSql(plan, source)})` : sql`null::int8`
  return only(await db.query<StatementResult>(pageSql(query, planRowsSql(plan, source), total)))
}

/** A further part of a write's transaction; undefined when the write does not need it. */
export type WriteStep = ((tx: Queryable) => Promise<void>) | undefined
type WriteSteps = { before?: readonly WriteStep[]; after?: WriteStep }

/** Writes and reads back in one statement, in a transaction with its further parts. */
export async function writeRelation(
  db: Reader,
  query: RelationalQuery,
  plan: ReadPlan,
  statement: Sql,
  { before = [], after }: WriteSteps
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
  const returned = isReturned
    ? pageSql(query, planRowsSql(whole, sql`written`), sql`null::int8`)
    : sql`select '' as body, count(*) as rows, null::int8 as total from written`
  const full = sql`with written as (${statement}) ${returned}`
  return inRequestTransaction(db, query, async (tx) => {
    for (const step of before) await step?.(tx)
    const result = only(await tx.query<StatementResult>(full))
    await after?.(tx)
    if (query.isSingular) requireOne(result.rows)
    requireAtMost(result.rows, query.prefer.mostAffected)
    return result
  })
}

class DryRunRollback extends Error {}

/** Runs work in a transaction that cannot write, whatever the functions and views do that it uses. */
export const inReadOnlyTransaction = <T>(
  db: Reader,
  { prefer }: RelationalQuery,
  work: (tx: Queryable) => Promise<T>
): Promise<T> =>
  db.transaction(
    async (tx) => {
      await setTimeZone(tx, prefer.timeZone)
      return work(tx)
    },
    { isReadOnly: true }
  )

/** Until the transaction ends. */
async function setTimeZone(tx: Queryable, timeZone: string | undefined): Promise<void> {
  if (timeZone !== undefined) await tx.query(sql`select set_config('timezone', ${timeZone}, true)`)
}

/** Runs work in a transaction, which is rolled back at the end of a dry run. */
export async function inRequestTransaction<T>(
  db: Reader,
  { prefer }: RelationalQuery,
  work: (tx: Queryable) => Promise<T>
): Promise<T> {
  const results: T[] = []
  try {
    return await db.transaction(
      async (tx) => {
        await setTimeZone(tx, prefer.timeZone)
        const result = await work(tx)
        results.push(result)
        if (prefer.isDryRun) throw new DryRunRollback('dry run')
        return result
      },
      { isRepeatable: true }
    )
  } catch (error) {
    const result = results.at(-1)
    if (error instanceof DryRunRollback && result !== undefined) return result
    throw error
  }
}

const pageSql = ({ isStripped }: RelationalQuery, rows: Sql, total: Sql): Sql =>
  resultSql(countedRowsSql(rows, 0, isStripped ? sql`json_strip_nulls(row_to_json(r))` : sql`row_to_json(r)`), total)

/** @param rows one JSON value `made` per row. */
const resultSql = (rows: Sql, total: Sql): Sql =>
  sql`select coalesce(json_agg(made), '[]')::text as body, count(*) as rows, ${total} as total from (${rows}) as page`

/** The rows of a function. */
export async function readCall(
  db: Queryable,
  query: RelationalQuery,
  plan: ReadPlan,
  call: Sql
): Promise<StatementResult> {
  const total = query.prefer.count ? sql`(${planCountSql(plan, called)})` : sql`null::int8`
  const page = pageSql(query, planRowsSql(plan, called), total)
  return answerOnce(db, query, sql`select * from ${call}`, page)
}

/** The values of a function that returns a list of them. */
export async function readValues(db: Queryable, query: RelationalQuery, call: Sql): Promise<StatementResult> {
  const { limit = MOST_ROWS, offset = 0 } = query.root
  const rows = sql`select value from ${called} limit ${Math.min(limit, MOST_ROWS)} offset ${offset}`
  const total = query.prefer.count ? sql`(select count(*) from ${called})` : sql`null::int8`
  const page = resultSql(countedRowsSql(rows, 0, sql`to_json(value)`), total)
  return answerOnce(db, query, sql`select value from ${call} as value`, page)
}

const called = sql`called`

/**
 * Materialised, so that the function is called once however often its rows are read.
 * @throws {QueryError} when the function returned more rows than the client allowed, whether the response has them or not.
 */
async function answerOnce(db: Queryable, query: RelationalQuery, rows: Sql, page: Sql): Promise<StatementResult> {
  const { mostAffected } = query.prefer
  const returned = mostAffected === undefined ? sql`0::int8` : sql`(select count(*) from ${called})`
  const { affected, ...result } = only(
    await db.query<StatementResult & { affected: number }>(
      sql`with ${called} as materialized (${rows}) select page.*, ${returned} as affected from (${page}) as page`
    )
  )
  requireAtMost(affected, mostAffected)
  return result
}

function only<R extends StatementResult>([result]: R[]): R {
  if (!result) throw new Error('an aggregate always has a row')
  return result
}
