import { z } from 'zod'
import type { PersonReader } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { PlaybookTarget, PlaybookTargetKind } from './playbook-target'
import { selectorSchema, matchesSelector } from '../platform/selection/selector'

export type StoredPlaybook = { id: string; name: string; title: string; namespace: string; spec: unknown }

export async function findPlaybook(db: PersonReader, id: string): Promise<StoredPlaybook | undefined> {
  const [found] = await db.query<StoredPlaybook>(sql`
    select id::text, name, title, namespace, spec from playbooks where id = ${id} and deleted_at is null`)
  return found
}

/** A playbook without its spec, of which callers need only the parameters. */
type ListedPlaybook = Omit<StoredPlaybook, 'spec'> & { source: string; category: string; created_at: Date }
type ApplicablePlaybook = ListedPlaybook & { description?: string; parameters: unknown[] | null }

/**
 * The playbooks that can be run for a resource, by name: all their selectors for its kind match, and there is at least
 * one. An invalid playbook applies to nothing.
 */
export async function listApplicablePlaybooks(
  db: PersonReader,
  { kind, selectable }: PlaybookTarget
): Promise<ApplicablePlaybook[]> {
  const all = await db.query<ListedPlaybook & { description: string | null; spec: unknown }>(sql`
    select id::text, name, namespace, title, source, category, description, created_at, spec
    from playbooks where deleted_at is null order by name, id`)
  return all.flatMap(({ spec, description, ...playbook }) => {
    const read = listed.safeParse(spec).data
    const selectors = read?.[`${kind}s`] ?? []
    if (!read || selectors.length === 0 || !selectors.every((one) => matchesSelector(one, selectable))) return []
    return [{ ...playbook, ...(description && { description }), parameters: read.parameters ?? null }]
  })
}

const selectors = z.array(selectorSchema).nullish()
/** Only the members that the list requires: an error in an action must not hide the playbook. */
const listed = z.object({
  configs: selectors,
  components: selectors,
  checks: selectors,
  parameters: z.array(z.unknown()).nullish(),
} satisfies Record<`${PlaybookTargetKind}s` | 'parameters', unknown>)
