import type { Db, Queryable } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import { withJobHistory } from '../../platform/jobs/job-history'
import { TemplateError } from '../../platform/expression/template'
import { formatError } from '../../platform/outside/error-text'
import { PlaybookError, parsePlaybookSpec } from '../context'
import { triggersSchema } from '../playbook'
import type { StoredPlaybook } from '../playbooks'

/** `writer` is the person for whom it reads the resource of an event. */
export type TriggeredPlaybook = StoredPlaybook & {
  createdAt: Date
  writer: string | null
  on: ReturnType<typeof triggersSchema.parse>
}

/**
 * Returns live playbooks with valid triggers.
 * @param condition about a row of `playbooks`.
 * @param unreadable is called for each playbook with invalid triggers, with a sentence.
 */
export async function listTriggeredPlaybooks(
  db: Queryable,
  condition: Sql,
  unreadable?: (playbookId: string, why: string) => void
): Promise<TriggeredPlaybook[]> {
  const found = await db.query<StoredPlaybook & { createdAt: Date; writer: string | null }>(sql`
    select id::text, name, title, namespace, spec, created_at as "createdAt",
      console.writer_of('playbooks', id, created_by)::text as writer
    from playbooks
    where deleted_at is null and spec ? 'on' and ${condition} order by name, id`)
  return found.flatMap((playbook) => {
    const on = triggersSchema.safeParse((playbook.spec as { on: unknown }).on)
    if (on.success) return [{ ...playbook, on: on.data }]
    unreadable?.(playbook.id, `The triggers of the playbook (on) are invalid: ${formatError(on.error)}.`)
    return []
  })
}

/**
 * Plans what a trigger does, such as to store a run. The reason why a playbook cannot be run is written to the job
 * history, where users look for it.
 * @returns undefined when it cannot be run.
 */
export async function planTriggeredRun<T>(
  { db, hostname }: { db: Db; hostname: string },
  playbook: TriggeredPlaybook,
  plan: (spec: ReturnType<typeof parsePlaybookSpec>) => Promise<T | undefined>
): Promise<T | undefined> {
  try {
    return await plan(parsePlaybookSpec(playbook.spec))
  } catch (error) {
    if (!(error instanceof PlaybookError || error instanceof TemplateError)) throw error
    await recordTriggerError({ db, hostname }, playbook.id, error.message)
    return undefined
  }
}

/** Records why a playbook was not started. */
export const recordTriggerError = (
  { db, hostname }: { db: Queryable; hostname: string },
  playbookId: string,
  why: string
): Promise<void> =>
  withJobHistory(
    db,
    { name: 'SavePlaybookRun', hostname, resourceType: 'playbook', resourceId: playbookId },
    async (report) => report.failed(why)
  )
