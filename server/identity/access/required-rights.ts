import { allows, type AccessRule } from '@/shared/access/policy'
import type { Queryable, Reader } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import { FORBIDDEN_RECIPIENT, FORBIDDEN_USE, mayUseConnections } from '../../http/connection-use'
import { writeUnlessRefused } from './refuse-escalation'

/** The relations that name connections, with the message for those who may not use them. */
const connectionRelations = new Map([
  ...['canaries', 'checks', 'config_scrapers'].map((relation) => [relation, FORBIDDEN_USE] as const),
  ...['notifications', 'teams'].map((relation) => [relation, FORBIDDEN_RECIPIENT] as const),
])

/** Whether a write can make checks or scrapers use connections, or messages be sent to them. */
export const canUseConnections = (method: string, relation: string): boolean =>
  method !== 'GET' && connectionRelations.has(relation)

const refusal = { code: '42501', message: FORBIDDEN_USE, details: null, hint: null }

/**
 * Performs a write. If the author may not use connections, the write must not create or change checks, scrapers,
 * notification rules or recipients of teams that name a stored connection.
 */
export function requireConnectionRight(
  db: Reader,
  rules: readonly AccessRule[],
  relation: string,
  write: (db: Reader) => Promise<Response>
): Promise<Response> {
  if (mayUseConnections(rules)) return write(db)
  const message = connectionRelations.get(relation) ?? FORBIDDEN_USE
  const read = message === FORBIDDEN_RECIPIENT ? recipientsWithConnections : specsWithConnections
  return writeUnlessRefused(db, write, read, (before, after) =>
    after.some((spec) => !before.includes(spec)) ? Response.json({ ...refusal, message }, { status: 403 }) : undefined
  )
}

/**
 * The rules and the teams that send to a connection, with all columns that control the messages. The columns of rules
 * are those whose change makes a person the last author, whose right the sender checks.
 */
async function recipientsWithConnections(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ spec: string }>(sql`
    select concat_ws(' ', id, namespace, md5(jsonb_build_array(events, filter, title, template, person_id, team_id,
      playbook_id, custom_services, group_by, properties, fallback_person_id, fallback_team_id, fallback_playbook_id,
      fallback_custom_services)::text)) as spec
    from notifications where ${namesRecipient(sql`custom_services`)} or ${namesRecipient(sql`fallback_custom_services`)}
    union all
    select concat_ws(' ', id, md5((spec -> 'notifications')::text)) from teams
    where ${namesRecipient(sql`spec -> 'notifications'`)}`)
  return rows.map(({ spec }) => spec)
}

/** By the same rules as `connectionOf` in `server/notifications/delivery/destination.ts`. */
const namesRecipient = (services: Sql) => sql`(
  jsonb_path_exists(${services}, '$[*].connection ? (@.type() == "string" && @ != "")')
  or jsonb_path_exists(${services}, '$[*].url ? (@.type() == "string" && @ like_regex "connection://")'))`

/**
 * The specs that name a connection, by the same rules as `namesConnection` in
 * `server/platform/outside/resolve-connection.ts`. Includes deleted rows, because they can be restored. For scrapers,
 * only the `sql` member uses connections here.
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
