import { actionsOf, type Rule, rulesOfRoles } from '../../src/lib/policy'
import type { Queryable } from '../db/db'
import { sql } from '../db/sql'
import type { Caller } from '../http/route'

type PermissionRow = {
  id: string
  subject: string
  action: string
  object: string | null
  deny: boolean
  /** The single things it is about, as text; null when it is about all of the object. */
  condition: string | null
}

/**
 * All rules that apply to somebody at this moment: what their roles grant, and the stored permissions for
 * them, their teams and their roles. Expired permissions do not count. A limited token is granted only what its
 * own roles grant; what is denied to its person is denied to it.
 */
export async function rulesOf(
  db: Queryable,
  { id, roles, token }: Pick<Caller, 'id' | 'roles' | 'token'>
): Promise<Rule[]> {
  const groups = ['everyone', ...roles]
  const rows = await db.query<PermissionRow>(sql`
    with mine as (
      select teams.id from team_members join teams on teams.id = team_members.team_id
      where team_members.person_id = ${id} and teams.deleted_at is null
    )
    select ${columns} from permissions
    where ${live} and case
        when person_id is not null then person_id = ${id}
        when team_id is not null then team_id in (select id from mine)
        when notification_id is not null then false
        when subject_type = 'person' then subject = ${id}
        when subject_type = 'team' then subject in (select id::text from mine)
        when subject_type = 'group' then subject = any (${groups})
        else false
      end
    order by created_at, id`)
  const counting = token?.isLimited ? rows.filter(({ deny, subject }) => deny || groups.includes(subject)) : rows
  return [...rulesOfRoles(roles), ...counting.flatMap(toRules)]
}

/** The rules of all roles and all stored permissions. */
export async function allRules(db: Queryable, roles: readonly string[]): Promise<Rule[]> {
  const rows = await db.query<PermissionRow>(
    sql`select ${columns} from permissions where ${live} order by created_at, id`
  )
  return [...rulesOfRoles(roles), ...rows.flatMap(toRules)]
}

/** A stored permission that counts now: whom it is for, what it says, and until when. */
export type StoredRule = Rule & { until: string | null }

/** All stored permissions that count at this moment. */
export async function storedRules(db: Queryable): Promise<StoredRule[]> {
  const rows = await db.query<PermissionRow & { until: string | null }>(
    sql`select ${columns}, until::text from permissions where ${live} order by created_at, id`
  )
  return rows.flatMap((row) => toRules(row).map((rule) => ({ ...rule, until: row.until })))
}

const live = sql`deleted_at is null and (until is null or until > now())`

const columns = sql`
  id, action, deny, coalesce(person_id::text, team_id::text, notification_id::text, subject, '') as subject,
  coalesce(object, case
    when playbook_id is not null then 'playbooks'
    when config_id is not null then 'catalog'
    when component_id is not null then 'topology'
    when canary_id is not null then 'canaries'
    when connection_id is not null then 'connection'
  end) as object,
  nullif(json_strip_nulls(json_build_object(
    'playbook', playbook_id, 'config', config_id, 'component', component_id, 'canary', canary_id,
    'connection', connection_id, 'selector', object_selector, 'agents', nullif(agents, '{}'),
    'tags', nullif(tags, '{}')
  ))::text, '{}') as condition`

/** One rule per action. */
const toRules = ({ id, subject, action, object, deny, condition }: PermissionRow): Rule[] =>
  actionsOf(action).map((one) => ({
    id,
    subject,
    // A selector may be about several objects; its condition says which.
    object: object ?? '*',
    action: one,
    // Without any object there is nothing that it is about.
    condition: condition ?? (object === null ? 'false' : 'true'),
    ...(deny && { deny }),
  }))
