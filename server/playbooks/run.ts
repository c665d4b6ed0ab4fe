import type { Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { PlaybookSubject } from './permission'
import { findPlaybookTarget, type PlaybookTargetKind } from './resource'

type Row = { spec: unknown; playbook: PlaybookSubject['playbook'] } & Record<`${PlaybookTargetKind}_id`, string | null>

/** Returns a run with its subject, even where its playbook was deleted. @returns undefined when there is none. */
export async function findPlaybookRun(
  db: Queryable,
  id: string
): Promise<{ spec: unknown; about: PlaybookSubject } | undefined> {
  const [row] = await db.query<Row>(sql`
    select r.spec, r.config_id::text, r.component_id::text, r.check_id::text,
      json_build_object('id', p.id, 'name', p.name, 'namespace', p.namespace) as playbook
    from playbook_runs r join playbooks p on p.id = r.playbook_id where r.id = ${id}`)
  if (!row) return undefined
  const kind = (['config', 'component', 'check'] as const).find((one) => row[`${one}_id`] !== null)
  const resource = kind && (await findPlaybookTarget(db, kind, row[`${kind}_id`] ?? ''))
  return { spec: row.spec, about: { playbook: row.playbook, resource } }
}
