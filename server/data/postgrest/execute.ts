import type { Queryable, Reader } from '../db/db'
import { type Sql, sql } from '../db/sql'
import type { ReadPlan } from './plan'
import type { RelationalQuery } from './request'
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

/** Further parts of a write's transaction: a statement before it, and work after it. */
type WriteSteps = { before?: Sql; after?: ((tx: Queryable) => Promise<void>) | undefined }

/**
 * Writes and reads back in one statement. A transaction is used only for further parts, or if the write may be rolled
 * back.
 */
export async function writeRelation(
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
  const returned = isReturned
    ? pageSql(query, planRowsSql(whole, sql`written`), sql`null::int8`)
    : sql`select '' as body, count(*) as rows, null::int8 as total from written`
  const full = sql`with written as (${statement}) ${returned}`
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
export async function inTransaction<T>(db: Reader, isDryRun: boolean, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const results: T[] = []
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      results.push(result)
      if (isDryRun) throw new DryRunRollback('dry run')
      return result
    })
  } catch (error) {
    const [result] = results
    if (error instanceof DryRunRollback && result !== undefined) return result
    throw error
  }
}

function pageSql({ isStripped }: RelationalQuery, rows: Sql, total: Sql): Sql {
  const page = countedRowsSql(rows, 0, isStripped ? sql`json_strip_nulls(row_to_json(r))` : sql`row_to_json(r)`)
  return sql`select coalesce(json_agg(made), '[]')::text as body, count(*) as rows, ${total} as total from (${page}) as page`
}

/** Materialised, so that the function is called once however often its rows are read. */
export async function readCall(
  db: Queryable,
  query: RelationalQuery,
  plan: ReadPlan,
  call: Sql
): Promise<StatementResult> {
  const called = sql`called`
  const total = query.prefer.count ? sql`(${planCountSql(plan, called)})` : sql`null::int8`
  const page = pageSql(query, planRowsSql(plan, called), total)
  return only(await db.query<StatementResult>(sql`with called as materialized (select * from ${call}) ${page}`))
}

function only([result]: StatementResult[]): StatementResult {
  if (!result) throw new Error('an aggregate always has a row')
  return result
}
