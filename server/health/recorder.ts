import type { Logger } from 'pino'
import type { Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import { toStorableJson } from '../data/db/storable-json'
import { writeSkippingRefused } from '../platform/jobs/write-skipping-refused'
import type { Clock } from './clock'
import type { CheckOutcome } from './outcome'
import { storeTransformed } from './transformed-checks'

export type CheckRunRecord = {
  checkId: string
  /** Epoch milliseconds. */
  startedAt: number
  outcome: CheckOutcome
  /** Epoch milliseconds; undefined when nothing is planned. */
  nextRunAt: number | undefined
}

type CheckRecorder = {
  /** Resolves once stored; rejects when the first attempt fails, while further attempts continue. */
  record(run: CheckRunRecord): Promise<void>
  /** Stores the waiting results in one attempt, and accepts no further results. */
  stop(): Promise<void>
}

type CheckRecorderDeps = { db: Queryable; log: Logger; clock: Clock; flushAfterMs?: number; most?: number }

/** Long enough to collect a hundred runs in a busy second, short enough to feel immediate. */
const FLUSH_AFTER_MS = 200
const LONGEST_BACKOFF_MS = 10_000
/** About ten minutes of a thousand checks every thirty seconds while the database is unavailable. */
const MOST_WAITING = 20_000
/**
 * Runs of one check that began within this time get distinct times; a larger difference means that the clock was set
 * back.
 */
const SAME_MOMENT_MS = 1000

type Entry = { run: CheckRunRecord; stored(): void; failed(error: unknown): void }

/** Collects results and stores many runs in one statement. Survives an unavailable database. */
export function createCheckRecorder(deps: CheckRecorderDeps): CheckRecorder {
  const { db, log, clock, flushAfterMs = FLUSH_AFTER_MS, most = MOST_WAITING } = deps
  let waiting: Entry[] = []
  let cancelTimer: (() => void) | undefined
  let flushing = Promise.resolve()
  let failures = 0
  let isStopped = false
  const newest = new Map<string, number>()

  const planFlush = () => {
    if (cancelTimer || isStopped || waiting.length === 0) return
    const backoffMs = Math.min(500 * 2 ** failures, LONGEST_BACKOFF_MS)
    cancelTimer = clock.after(failures > 0 ? backoffMs : flushAfterMs, () => {
      cancelTimer = undefined
      flushing = flush()
    })
  }

  const flush = async () => {
    const batch = waiting
    waiting = []
    try {
      await storeAll(batch)
      if (failures > 0) log.warn({ results: batch.length }, 'check results are stored again')
      failures = 0
    } catch (error) {
      if (failures === 0) log.error({ err: error }, 'check results cannot be stored; they are retained and retried')
      failures++
      for (const { failed } of batch) failed(error)
      // Oldest first: above the limit, the oldest results are dropped.
      waiting = [...batch, ...waiting].slice(-most)
    }
    planFlush()
  }

  const storeAll = async (batch: Entry[]): Promise<void> => {
    await writeSkippingRefused(
      batch,
      async (entries) => {
        await storeRuns(
          db,
          entries.map(({ run }) => run)
        )
        for (const { stored } of entries) stored()
      },
      ({ run, stored }, error) => {
        log.error({ err: error, check: run.checkId }, 'a check result cannot be stored')
        stored()
      }
    )
  }

  return {
    record: (run) =>
      new Promise((stored, failed) => {
        const startedAt = distinctTime(run.startedAt, newest.get(run.checkId))
        newest.set(run.checkId, startedAt)
        waiting.push({ run: { ...run, startedAt }, stored, failed })
        planFlush()
      }),
    stop: async () => {
      isStopped = true
      cancelTimer?.()
      await flushing
      await flush()
    },
  }
}

/**
 * The time is part of the key, so two runs within one millisecond need different times. When the clock was set back,
 * its current time is used: no graph would show results in the future until then.
 */
const distinctTime = (startedAt: number, last = -Infinity) =>
  startedAt > last || last - startedAt > SAME_MOMENT_MS ? startedAt : last + 1

/** Stores results, including those of the checks that they were transformed into. */
async function storeRuns(db: Queryable, runs: readonly CheckRunRecord[]): Promise<void> {
  const { results, deleteGone } = await storeTransformed(db, runs)
  await store(db, results)
  await deleteGone()
}

/** Stores results and updates their checks. Checks that were deleted meanwhile are skipped. */
async function store(db: Queryable, runs: readonly CheckRunRecord[]): Promise<void> {
  await db.run(sql`
    with run as (
      select * from jsonb_to_recordset(${toStorableJson(runs.map(toRow))}::jsonb) as run (
        check_id uuid, "time" timestamptz, status boolean, invalid boolean, duration integer,
        message text, error text, details jsonb, next_runtime timestamptz, place integer
      )
    ), stored as (
      insert into check_statuses (check_id, time, status, invalid, duration, message, error, details)
      select check_id, time, status, invalid, duration, message, error, details
      from run where exists (select from checks where checks.id = run.check_id)
      on conflict (check_id, time) do nothing
    )
    update checks set
      status = case when latest.status then 'healthy' when not latest.status then 'unhealthy' end,
      last_runtime = case when latest.status is null then checks.last_runtime else latest.time end,
      next_runtime = latest.next_runtime
    from (select distinct on (check_id) * from run order by check_id, place desc) as latest
    where checks.id = latest.check_id`)
}

/**
 * A run that did not happen (`notRun`) is stored as invalid, without a status, with its reason: the history shows why,
 * and no figure counts it.
 */
function toRow({ checkId, startedAt, outcome, nextRunAt }: CheckRunRecord, place: number) {
  const isRun = outcome.kind === 'passed' || outcome.kind === 'failed'
  return {
    check_id: checkId,
    // The order decides which run was the last: the clock may have been set back between them.
    place,
    time: new Date(startedAt).toISOString(),
    status: outcome.kind === 'notRun' ? null : outcome.kind === 'passed',
    invalid: !isRun,
    duration: isRun ? Math.round(outcome.durationMs) : 0,
    message: 'message' in outcome ? outcome.message : null,
    error: 'error' in outcome ? outcome.error : null,
    details: isRun && Object.keys(outcome.details).length > 0 ? outcome.details : null,
    next_runtime: nextRunAt === undefined ? null : new Date(nextRunAt).toISOString(),
  }
}
