import type { Db, Queryable } from '../../db/db'
import { type Sql, sql } from '../../db/sql'
import { withJobHistory } from '../../jobs/job-history'
import { TemplateError } from '../../expression/template'
import { errorText } from '../../outside/error-text'
import { PlaybookError, readSpec } from '../context'
import { triggers } from '../playbook'
import type { Playbook } from '../playbooks'
import type { Plan } from '../submit'

export type Triggered = Playbook & { createdAt: Date; on: ReturnType<typeof triggers.parse> }

/**
 * Returns live playbooks with valid triggers.
 * @param condition about a row of `playbooks`.
 * @param unreadable is called for each playbook with invalid triggers, with a sentence.
 */
export async function triggeredPlaybooks(
  db: Queryable,
  condition: Sql,
  unreadable?: (playbookId: string, why: string) => void
): Promise<Triggered[]> {
  const found = await db.query<Playbook & { createdAt: Date }>(sql`
    select id::text, name, title, namespace, spec, created_at as "createdAt" from playbooks
    where deleted_at is null and spec ? 'on' and ${condition} order by name, id`)
  return found.flatMap((playbook) => {
    const on = triggers.safeParse((playbook.spec as { on: unknown }).on)
    if (on.success) return [{ ...playbook, on: on.data }]
    unreadable?.(playbook.id, `The triggers of the playbook (on) are invalid: ${errorText(on.error)}.`)
    return []
  })
}

/**
 * Plans a run without a user. The reason why it cannot be run is written to the job history, where users look for it.
 * @returns undefined when it cannot be run.
 */
export async function planned(
  { db, hostname }: { db: Db; hostname: string },
  playbook: Triggered,
  plan: (spec: ReturnType<typeof readSpec>) => Promise<Plan | undefined>
): Promise<Plan | undefined> {
  try {
    return await plan(readSpec(playbook.spec))
  } catch (error) {
    if (!(error instanceof PlaybookError || error instanceof TemplateError)) throw error
    await tell({ db, hostname }, playbook.id, error.message)
    return undefined
  }
}

/** Records why a playbook was not started. */
export const tell = ({ db, hostname }: { db: Db; hostname: string }, playbookId: string, why: string): Promise<void> =>
  withJobHistory(
    db,
    { name: 'SavePlaybookRun', hostname, resourceType: 'playbook', resourceId: playbookId },
    async (report) => report.failed(why)
  )
