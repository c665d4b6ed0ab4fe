import type { Logger } from 'pino'
import type { Db } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { defineRoute, type Route, withRights } from '../../http/route'
import type { Engine } from './engine'
import { type JobReport, LOCAL_AGENT, markAbandonedJobs, withJobHistory } from './job-history'

export type Job = {
  /** The name in the job history; public. */
  name: string
  resourceType?: string
  everyMs: number
  run(report: JobReport, signal: AbortSignal): Promise<void>
}

type RunningJobs = {
  /** Runs a job now and waits for it. @throws the error of the job, or an error when there is none with that name. */
  run(name: string): Promise<void>
  /** Starts no more jobs, aborts those in progress, and waits for them. */
  stop(): Promise<void>
}

type JobsDeps = { db: Db; log: Logger; now: () => Date; hostname: string }

/** Jobs that were due while the process was down start this long after the start, one after the other. */
const CATCH_UP_AFTER_MS = 5000

/**
 * Runs jobs on their periods, with their history. The period continues across restarts: a daily job of a program that
 * runs for an hour a day still runs daily.
 */
export async function startJobs(jobs: readonly Job[], { db, log, now, hostname }: JobsDeps): Promise<RunningJobs> {
  const last = await lastStarts(
    db,
    jobs.map(({ name }) => name)
  )
  const abort = new AbortController()
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  const failing = new Set<string>()

  const runOnce = (job: Job): Promise<void> => {
    const already = running.get(job.name)
    if (already) return already
    const { name, resourceType } = job
    const run = withJobHistory(
      db,
      { name, hostname, ...(resourceType === undefined ? {} : { resourceType }) },
      (report) => job.run(report, abort.signal)
    ).finally(() => running.delete(name))
    running.set(name, run)
    return run
  }

  const plan = (job: Job, afterMs: number) => {
    if (abort.signal.aborted) return
    const tick = async () => {
      try {
        await runOnce(job)
        failing.delete(job.name)
      } catch (error) {
        // Logged once, not every minute while the database is unavailable.
        if (!failing.has(job.name) && !abort.signal.aborted) log.error({ err: error, job: job.name }, 'job failed')
        failing.add(job.name)
      }
      plan(job, job.everyMs)
    }
    timers.set(job.name, setTimeout(tick, afterMs))
  }

  jobs.forEach((job, index) => {
    const due = (last.get(job.name) ?? -Infinity) + job.everyMs - now().getTime()
    plan(job, Math.max(due, CATCH_UP_AFTER_MS + index * 1000))
  })

  return {
    run: async (name) => {
      const job = jobs.find((candidate) => candidate.name === name)
      if (!job) throw new Error(`There is no job ${name}`)
      await runOnce(job)
    },
    stop: async () => {
      abort.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.allSettled(running.values())
    },
  }
}

/** The engine that runs the jobs of all engines. Unfinished runs of an earlier process are marked as abandoned. */
export function createJobEngine(engines: readonly Pick<Engine, 'jobs'>[], deps: JobsDeps): Engine {
  let running: RunningJobs | undefined
  const jobs = engines.flatMap((engine) => engine.jobs ?? [])
  return {
    name: 'jobs',
    routes: jobRoutes(jobs, deps),
    start: async () => {
      await markAbandonedJobs(deps.db)
      running = await startJobs(jobs, deps)
    },
    stop: async () => running?.stop(),
  }
}

/** When each job last started, in epoch milliseconds. */
async function lastStarts(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; at: Date }>(sql`
    select name, max(time_start) as at from job_history
    where name = any(${names}::text[]) and agent_id = ${LOCAL_AGENT} and status in ('SUCCESS', 'WARNING') and time_start is not null
    group by name`)
  return new Map(rows.map(({ name, at }) => [name, at.getTime()]))
}

/**
 * When each job runs next, read from the history, so that every process on a database knows it. A job that is running
 * has no next run yet; one that is due runs now.
 */
const jobRoutes = (jobs: readonly Job[], { db, now }: Pick<JobsDeps, 'db' | 'now'>): readonly Route[] => [
  defineRoute('GET', '/api/jobs/next_runs', withRights(['read', 'database.monitor']), async (context) => {
    const names = jobs.map(({ name }) => name)
    const rows = await db.query<{ name: string; ended: Date | null }>(sql`
      select distinct on (name) name, time_end as ended from job_history
      where name = any(${names}::text[]) and agent_id = ${LOCAL_AGENT} and status <> 'STALE'
      order by name, created_at desc`)
    const everyMs = new Map(jobs.map((job) => [job.name, job.everyMs]))
    return context.json(
      rows.flatMap(({ name, ended }) => {
        if (!ended) return []
        const dueMs = Math.max(ended.getTime() + (everyMs.get(name) ?? 0), now().getTime())
        return [{ name, next_run_at: new Date(dueMs).toISOString() }]
      })
    )
  }),
]
