import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { toStorableJson } from '../../data/db/storable-json'

/** The local agent, which is this backend. */
export const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000'

/** Number of rows retained per job and resource: enough to compare the last runs, not a full log. */
const SUCCESSES_KEPT = 3
const FAILURES_KEPT = 3
const MOST_ERRORS = 10

/** Records the results of a job while it runs. Counts are of items, whatever an item of the job is. */
export type JobReport = {
  succeeded(count?: number): void
  /** One item failed; the job continues. */
  failed(error: string): void
  /** Something needs attention, although no item failed: the run is not a plain success. */
  warned(message: string): void
  /** Adds members to the stored details of the run. */
  addDetails(details: Readonly<Record<string, unknown>>): void
}

type JobRun = {
  name: string
  hostname: string
  resourceType?: string
  resourceId?: string
}

type JobStatus = 'SUCCESS' | 'WARNING' | 'FAILED'

export const jobStatus = (successes: number, errors: number): JobStatus =>
  errors === 0 ? 'SUCCESS' : successes === 0 ? 'FAILED' : 'WARNING'

/**
 * Runs `work` with a row in `job_history`: first RUNNING, then its outcome. Old rows of the same job and resource are
 * deleted.
 * @throws the error of `work`, after it was recorded.
 */
export async function withJobHistory(
  db: Queryable,
  { name, hostname, resourceType, resourceId }: JobRun,
  work: (report: JobReport) => Promise<void>
): Promise<void> {
  const startMs = performance.now()
  const [row] = await db.query<{ id: string }>(sql`
    insert into job_history (agent_id, name, hostname, resource_type, resource_id, status, time_start, success_count, error_count)
    values (${LOCAL_AGENT}, ${name}, ${hostname}, ${resourceType ?? null}, ${resourceId ?? null}, 'RUNNING', clock_timestamp(), 0, 0)
    returning id::text`)
  let successes = 0
  const errors: string[] = []
  let warnings = 0
  let details: Readonly<Record<string, unknown>> = {}
  let thrown: { error: unknown } | undefined
  try {
    await work({
      succeeded: (count = 1) => void (successes += count),
      failed: (error) => void errors.push(error),
      warned: (message) => void (errors.push(message), warnings++),
      addDetails: (more) => void (details = { ...details, ...more }),
    })
  } catch (error) {
    thrown = { error }
    errors.push(error instanceof Error ? error.message : String(error))
  }
  if (errors.length > 0) details = { ...details, errors: errors.slice(0, MOST_ERRORS) }
  await db.run(sql`
    update job_history set
      status = ${warnings > 0 && warnings === errors.length ? 'WARNING' : jobStatus(successes, errors.length)},
      success_count = ${successes},
      error_count = ${errors.length},
      details = ${Object.keys(details).length > 0 ? toStorableJson(details) : null}::jsonb,
      duration_millis = ${Math.round(performance.now() - startMs)},
      time_end = clock_timestamp()
    where id = ${row?.id ?? null}`)
  await pruneHistory(db, name, resourceId === undefined ? null : [resourceId])
  if (thrown) throw thrown.error
}

/** @param resourceIds null: the runs without a resource. */
export async function pruneHistory(db: Queryable, name: string, resourceIds: readonly string[] | null): Promise<void> {
  const whose = resourceIds ? sql`resource_id = any(${resourceIds}::text[])` : sql`resource_id is null`
  await db.run(sql`
    delete from job_history where id in (
      select id from (
        select id, status = 'SUCCESS' as is_success,
          row_number() over (partition by resource_id, status = 'SUCCESS' order by time_start desc, id desc) as place
        from job_history
        where name = ${name} and agent_id = ${LOCAL_AGENT} and status <> 'RUNNING' and ${whose}
      ) ranked
      where place > case when is_success then ${SUCCESSES_KEPT}::int else ${FAILURES_KEPT}::int end
    )`)
}

/** Marks runs that an earlier process left as RUNNING. Call this once, before jobs start. */
export async function markAbandonedJobs(db: Queryable): Promise<void> {
  await db.run(sql`
    update job_history set status = 'STALE' where status = 'RUNNING' and agent_id = ${LOCAL_AGENT}`)
}
