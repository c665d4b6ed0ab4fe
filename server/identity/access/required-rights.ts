import { allows, type AccessRule } from '@/shared/access/policy'
import type { Queryable, Reader } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { FORBIDDEN_USE, mayUseConnections } from '../../http/connection-use'
import { writeUnlessRefused } from './refuse-escalation'

const connectionRelations = new Set(['canaries', 'checks', 'config_scrapers'])

/** Whether a write can make checks or scrapers use connections. */
export const canUseConnections = (method: string, relation: string): boolean =>
  method !== 'GET' && connectionRelations.has(relation)

const refusal = { code: '42501', message: FORBIDDEN_USE, details: null, hint: null }

/**
 * Performs a write. If the author may not use connections, the write must not create or change checks or scrapers that
 * name a stored connection.
 */
export const requireConnectionRight = (
  db: Reader,
  rules: readonly AccessRule[],
  write: (db: Reader) => Promise<Response>
): Promise<Response> =>
  mayUseConnections(rules)
    ? write(db)
    : writeUnlessRefused(db, write, specsWithConnections, (before, after) =>
        after.some((spec) => !before.includes(spec)) ? Response.json(refusal, { status: 403 }) : undefined
      )

/**
 * The specs that name a connection, by the same rules as `namesConnection` in `server/platform/outside/resolve-connection.ts`.
 * Includes deleted rows, because they can be restored. For scrapers, only the `sql` member uses connections here.
 */
async function specsWithConnections(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ spec: string }>(sql`
    select concat_ws(' ', id, namespace, deleted_at is null, md5(spec::text)) as spec
    from (
      select id, namespace, deleted_at, spec from canaries union all select id, namespace, deleted_at, spec from checks
      union all select id, namespace, deleted_at, jsonb_build_object('sql', spec -> 'sql') from config_scrapers
    ) as written
    where jsonb_path_exists(spec, '$.** ? (@.type() == "string" && @ like_regex "connection://")')
      or jsonb_path_exists(
        spec, '$.**.connection ? (@.type() == "string" && @ != "" && !(@ like_regex "://"))'
      )`)
  return rows.map(({ spec }) => spec)
}

/** Whether a write can add triggers to playbooks. */
export const canAddTriggers = (method: string, relation: string): boolean =>
  method !== 'GET' && relation === 'playbooks'

const triggerRefusal = {
  ...refusal,
  message: 'You cannot write playbooks with triggers (on): this requires playbook:run on all playbooks',
}

/**
 * Performs a write. If the author may not run playbooks, the write must not create or change playbooks with triggers:
 * writing a playbook and running it are separate rights.
 */
export const requireRunRight = (
  db: Reader,
  rules: readonly AccessRule[],
  write: (db: Reader) => Promise<Response>
): Promise<Response> =>
  allows(rules, 'playbooks', 'playbook:run')
    ? write(db)
    : writeUnlessRefused(db, write, specsWithTriggers, (before, after) =>
        after.some((spec) => !before.includes(spec)) ? Response.json(triggerRefusal, { status: 403 }) : undefined
      )

async function specsWithTriggers(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ spec: string }>(sql`
    select concat_ws(' ', id, namespace, deleted_at is null, md5(spec::text)) as spec from playbooks
    where jsonb_typeof(spec -> 'on') = 'object'`)
  return rows.map(({ spec }) => spec)
}
