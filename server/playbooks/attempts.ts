import { randomUUID } from 'node:crypto'
import type { Db, Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import { toStorableJson } from '../data/db/storable-json'
import type { PlaybookActionState } from '../platform/expression/functions'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import type { ActionResult } from './actions/action'
import type { ActionAttempt } from './steps'

/** The rows that record the attempts of a run. */
export type AttemptStore = ReturnType<typeof createAttempts>

/** `dueMs`: when the attempt may begin, in epoch milliseconds. */
export type StoredAttempt = ActionAttempt & { id: string; dueMs: number }

/** @param retryingDb the same database, which retries while the database does not respond. */
export function createAttempts(db: Db, retryingDb: Queryable, now: () => Date) {
  return {
    /** Whether the run is still in progress: another process may have cancelled or ended it. */
    isRunning: async (runId: string): Promise<boolean> =>
      (await retryingDb.query(sql`select from playbook_runs where id = ${runId} and status = 'running'`)).length > 0,

    /** Returns all attempts of a run, in no particular order. */
    of: (runId: string): Promise<StoredAttempt[]> =>
      retryingDb.query<StoredAttempt>(sql`
        select id::text, name, status, coalesce(retry_count, 0) as retries,
          (extract(epoch from scheduled_time) * 1000)::float8 as "dueMs"
        from playbook_run_actions where playbook_run_id = ${runId}`),

    /** The last attempt at each action of a run with its result, ordered by end time. */
    results: (runId: string): Promise<PlaybookActionState[]> =>
      retryingDb.query<PlaybookActionState>(sql`
        select name, status, result, error from (
          select distinct on (name) name, status, result, error, end_time from playbook_run_actions
          where playbook_run_id = ${runId} and end_time is not null
          order by name, coalesce(retry_count, 0) desc
        ) last order by end_time`),

    /** @param at when it begins; an attempt with a time in the future is `scheduled`. */
    async begin(runId: string, { name, retries }: { name: string; retries: number }, at: Date): Promise<StoredAttempt> {
      const current = now()
      const status = at > current ? 'scheduled' : 'running'
      // With an id created here, the statement can be repeated safely.
      const id = randomUUID()
      await retryingDb.run(sql`
        insert into playbook_run_actions (id, name, status, retry_count, playbook_run_id, scheduled_time, start_time, agent_id)
        values (${id}, ${name}, ${status}, ${retries > 0 ? retries : null}, ${runId}, ${at}, ${status === 'running' ? current : null}, null)
        on conflict (id) do nothing`)
      return { id, name, status, retries, dueMs: at.getTime() }
    },

    /** Starts an attempt that has waited. */
    resume: (id: string) =>
      retryingDb.run(sql`update playbook_run_actions set status = 'running', start_time = ${now()} where id = ${id}`),

    /** Attempts that were ended by another process stay unchanged. */
    end: (id: string, status: 'completed' | 'failed' | 'skipped', { result, error }: Partial<ActionResult> = {}) =>
      retryingDb.run(sql`
        update playbook_run_actions set status = ${status}, end_time = ${now()}, error = ${error?.replaceAll('\0', '') ?? null},
          result = ${result && Object.keys(result).length > 0 ? toStorableJson(result) : null}::jsonb
        where id = ${id} and status = 'running'`),

    /** Fails scheduled attempts, since the run has no time left. */
    giveUp: (runId: string, reason: string) =>
      retryingDb.run(sql`
        update playbook_run_actions set status = 'failed', end_time = ${now()}, error = ${reason}
        where playbook_run_id = ${runId} and status = 'scheduled'`),

    /** The runs of this agent that a process executes, or executed when it ended. */
    inProgressIds: async (): Promise<string[]> => {
      const runs = await db.query<{ id: string }>(sql`
        select id::text from playbook_runs
        where status = 'running' and (agent_id = ${LOCAL_AGENT} or agent_id is null)
        union
        select r.id::text from playbook_run_actions a join playbook_runs r on r.id = a.playbook_run_id
        where a.status = 'running' and r.status = 'cancelled' and (r.agent_id = ${LOCAL_AGENT} or r.agent_id is null)`)
      return runs.map(({ id }) => id)
    },

    /**
     * Fails a run whose process is gone, and its current action: how much of that was done is unknown. A run that was
     * between two actions continues.
     */
    leave: (reason: string, runId: string) =>
      db.transaction(async (tx) => {
        const broken = await tx.run(sql`
          update playbook_run_actions a set status = 'failed', end_time = ${now()}, error = ${reason}
          from playbook_runs r
          where r.id = a.playbook_run_id and r.status in ('running', 'cancelled') and a.status = 'running' and r.id = ${runId}`)
        const isBroken = broken > 0 || (await wasBroken(tx, runId, reason))
        if (isBroken) await endIn(tx, runId, reason)
        else
          await tx.run(sql`
            update playbook_runs set status = 'scheduled', scheduled_time = ${now()}
            where id = ${runId} and status = 'running'`)
      }),

    /** Fails the run and its current action for good. */
    fail: (reason: string, runId: string) =>
      db.transaction(async (tx) => {
        await tx.run(sql`
          update playbook_run_actions set status = 'failed', end_time = ${now()}, error = ${reason}
          where playbook_run_id = ${runId} and status in ('running', 'scheduled')`)
        await endIn(tx, runId, reason)
      }),
  }

  function endIn(tx: Queryable, runId: string, reason: string) {
    return tx.run(sql`
      update playbook_runs set status = 'failed', end_time = ${now()}, error = ${reason}
      where id = ${runId} and status = 'running'`)
  }
}

/** Whether an action was interrupted for this reason. */
async function wasBroken(tx: Queryable, runId: string, reason: string): Promise<boolean> {
  const found = await tx.query(sql`
    select from playbook_run_actions where playbook_run_id = ${runId} and status = 'failed' and error = ${reason}`)
  return found.length > 0
}
