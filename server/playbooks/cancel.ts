import type { Db } from '../data/db/db'
import { sql } from '../data/db/sql'

export const CANCELLED_REASON = 'The run was cancelled.'

type CancelResult = 'cancelled' | 'unknown' | { ended: string }

/**
 * Cancels a run that has not ended. The runner interrupts its current action, if any.
 * @returns the status of a run that has already ended.
 */
export const cancelPlaybookRun = (db: Db, runId: string, at: Date): Promise<CancelResult> =>
  db.transaction(async (tx) => {
    const changed = await tx.run(sql`
      update playbook_runs set status = 'cancelled', end_time = ${at}
      where id = ${runId} and status not in ('completed', 'failed', 'cancelled', 'timed_out')`)
    if (changed === 1) {
      await tx.run(sql`
        update playbook_run_actions set status = 'failed', end_time = ${at}, error = ${CANCELLED_REASON}
        where playbook_run_id = ${runId} and status in ('scheduled', 'sleeping', 'waiting')`)
      return 'cancelled'
    }
    const [run] = await tx.query<{ status: string }>(sql`select status from playbook_runs where id = ${runId}`)
    return run ? { ended: run.status } : 'unknown'
  })
