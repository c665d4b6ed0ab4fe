import { randomUUID } from 'node:crypto'
import type { Db, Queryable } from '../db/db'
import { sql } from '../db/sql'
import { storableText } from '../db/storable-text'
import type { ActionSoFar } from '../expression/functions'
import { LOCAL_AGENT } from '../jobs/job-history'
import type { ActionResult } from './actions/action'
import type { Attempt } from './steps'

/** The rows that record the attempts of a run. */
export type Attempts = ReturnType<typeof createAttempts>

export type StoredAttempt = Attempt & { id: string }

/** @param lasting the same database, asked again while it does not answer. */
export function createAttempts(db: Db, lasting: Queryable, now: () => Date) {
  return {
    /** Whether the run is still in progress: another process may have cancelled or ended it. */
    isRunning: async (runId: string): Promise<boolean> =>
      (await lasting.query(sql`select from playbook_runs where id = ${runId} and status = 'running'`)).length > 0,

    /** In no order. */
    of: (runId: string): Promise<StoredAttempt[]> =>
      lasting.query<StoredAttempt>(sql`
        select id::text, name, status, coalesce(retry_count, 0) as retries from playbook_run_actions
        where playbook_run_id = ${runId}`),

    /** The last attempt at each action of a run with what it gave, in the order in which they ended. */
    results: (runId: string): Promise<ActionSoFar[]> =>
      lasting.query<ActionSoFar>(sql`
        select name, status, result, error from (
          select distinct on (name) name, status, result, error, end_time from playbook_run_actions
          where playbook_run_id = ${runId} and end_time is not null
          order by name, coalesce(retry_count, 0) desc
        ) last order by end_time`),

    /** @param at when it begins: one that has yet to wait is `scheduled`. */
    async begin(runId: string, { name, retries }: { name: string; retries: number }, at: Date): Promise<StoredAttempt> {
      const begun = now()
      const status = at > begun ? 'scheduled' : 'running'
      // With an id of ours the statement may be run twice.
      const id = randomUUID()
      await lasting.run(sql`
        insert into playbook_run_actions (id, name, status, retry_count, playbook_run_id, scheduled_time, start_time)
        values (${id}, ${name}, ${status}, ${retries > 0 ? retries : null}, ${runId}, ${at}, ${status === 'running' ? begun : null})
        on conflict (id) do nothing`)
      return { id, name, status, retries }
    },

    /** It has waited. */
    resume: (id: string) =>
      lasting.run(sql`update playbook_run_actions set status = 'running', start_time = ${now()} where id = ${id}`),

    /** What somebody else ended stays as it is. */
    end: (id: string, status: 'completed' | 'failed' | 'skipped', { result, error }: Partial<ActionResult> = {}) =>
      lasting.run(sql`
        update playbook_run_actions set status = ${status}, end_time = ${now()}, error = ${error?.replaceAll('\0', '') ?? null},
          result = ${result && Object.keys(result).length > 0 ? storableText(result) : null}::jsonb
        where id = ${id} and status = 'running'`),

    /** The runs of this agent that some process is at, or was when it ended. */
    underWay: async (): Promise<string[]> => {
      const runs = await db.query<{ id: string }>(sql`
        select id::text from playbook_runs
        where status = 'running' and (agent_id = ${LOCAL_AGENT} or agent_id is null)`)
      return runs.map(({ id }) => id)
    },

    /** Fails the actions in progress and the run itself, each with the reason. */
    leave: (reason: string, runId: string) =>
      db.transaction(async (tx) => {
        await tx.run(sql`
          update playbook_run_actions a set status = 'failed', end_time = ${now()}, error = ${reason}
          from playbook_runs r
          where r.id = a.playbook_run_id and r.status = 'running' and a.status = 'running' and r.id = ${runId}`)
        await tx.run(sql`
          update playbook_runs set status = 'failed', end_time = ${now()}, error = ${reason}
          where id = ${runId} and status = 'running'`)
      }),
  }
}
