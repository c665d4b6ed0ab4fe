import type { Db, Queryable } from '../../db/db'
import { type Sql, sql } from '../../db/sql'
import { withJobHistory } from '../../jobs/job-history'
import { TemplateError } from '../../expression/template'
import { PlaybookError, readSpec } from '../context'
import { triggers } from '../playbook'
import type { Playbook } from '../playbooks'
import type { Plan } from '../submit'

export type Triggered = Playbook & { createdAt: Date; on: ReturnType<typeof triggers.parse> }

/** Live playbooks that have triggers that can be read. @param condition about a row of `playbooks`. */
export async function triggeredPlaybooks(db: Queryable, condition: Sql): Promise<Triggered[]> {
  const found = await db.query<Playbook & { createdAt: Date }>(sql`
    select id::text, name, title, namespace, spec, created_at as "createdAt" from playbooks
    where deleted_at is null and spec ? 'on' and ${condition} order by name, id`)
  return found.flatMap((playbook) => {
    const on = triggers.safeParse((playbook.spec as { on: unknown }).on)
    return on.success ? [{ ...playbook, on: on.data }] : []
  })
}

/**
 * Plans a run that nobody asked for. What keeps it from being run is written into the job history, where people look who
 * wonder why nothing happened.
 * @returns undefined where it cannot be run.
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
    const job = { name: 'SavePlaybookRun', hostname, resourceType: 'playbook', resourceId: playbook.id }
    await withJobHistory(db, job, async (report) => report.failed(error.message))
    return undefined
  }
}
