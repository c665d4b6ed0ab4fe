import { parseActions, type AccessRule, buildRoleRules } from '@/shared/access/policy'
import type { Queryable } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import type { Caller, StoredPermission } from '../../http/route'

/**
 * SQL for the stored permissions that can apply to a person, as a JSON array. They are read together with the person,
 * on each request.
 * @param person the column with the id
 */
export const permissionsSql = (person: Sql): Sql => sql`(
  with mine as (
    select teams.id from team_members join teams on teams.id = team_members.team_id
    where team_members.person_id = ${person} and teams.deleted_at is null
  )
  select coalesce(json_agg(stored), '[]') from (
    select ${columns}, ${group} as "group" from permissions
    where ${isInForceSql} and ${holder} = any(
        array['group', 'person:' || ${person}] || array(select 'team:' || id from mine)
      )
    order by created_at, id
  ) as stored
)`

/** The stored permissions of all groups, and those of these teams, in the order of `permissionsSql`. */
export const readPermissionsOf = (db: Queryable, teams: readonly string[]): Promise<StoredPermission[]> =>
  db.query<StoredPermission>(sql`
    select ${columns}, ${group} as "group" from permissions
    where ${isInForceSql} and (${group} is not null or case
        when coalesce(person_id, notification_id) is not null then false
        when team_id is not null then team_id::text = any(${[...teams]})
        else subject_type = 'team' and subject = any(${[...teams]})
      end)
    order by created_at, id`)

/**
 * All rules that currently apply to a caller: the grants of the caller's roles, and the stored permissions of the
 * person, the person's teams and roles. Expired permissions do not count. A limited token has only the grants of its
 * own roles, and all denials of its person.
 */
export function collectRules({
  roles,
  permissions,
  token,
}: Pick<Caller, 'roles' | 'permissions' | 'token'>): AccessRule[] {
  const groups = new Set(['everyone', ...roles])
  const counting = permissions.filter(({ group, deny }) =>
    group === null ? deny || !token?.isLimited : groups.has(group)
  )
  return [...buildRoleRules(roles), ...counting.flatMap(toRules)]
}

type PermissionRow = Omit<StoredPermission, 'group'>

/** The rules of all roles and all stored permissions. */
export async function readAllRules(db: Queryable, roles: readonly string[]): Promise<AccessRule[]> {
  const rows = await db.query<PermissionRow>(
    sql`select ${columns} from permissions where ${isInForceSql} order by created_at, id`
  )
  return [...buildRoleRules(roles), ...rows.flatMap(toRules)]
}

/** A stored permission that is currently in force, with its holder, content and end. */
export type StoredRule = AccessRule & { until: string | null }

/** All stored permissions that are currently in force. */
export async function readStoredRules(db: Queryable): Promise<StoredRule[]> {
  const rows = await db.query<PermissionRow & { until: string | null }>(
    sql`select ${columns}, until::text from permissions where ${isInForceSql} order by created_at, id`
  )
  return rows.flatMap((row) => toRules(row).map((rule) => ({ ...rule, until: row.until })))
}

const isInForceSql = sql`deleted_at is null and (until is null or until > now())`

/**
 * Who a permission is for: `person:id`, `team:id`, or `group` for those of all groups; null for other subjects. The
 * expression is that of the index `permissions_holder_idx`.
 */
const holder = sql`(case
  when person_id is not null then 'person:' || person_id
  when team_id is not null then 'team:' || team_id
  when notification_id is not null then null
  when subject_type in ('person', 'team') then subject_type || ':' || subject
  when subject_type = 'group' and subject is not null then 'group'
end)`

/** The group that a permission is for; null for other subjects. */
const group = sql`case
  when coalesce(person_id, team_id, notification_id) is null and subject_type = 'group' then subject
end`

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
const toRules = ({ id, subject, action, object, deny, condition }: PermissionRow): AccessRule[] =>
  parseActions(action).map((one) => ({
    id,
    subject,
    // A selector can match several objects; the condition names them.
    object: object ?? '*',
    action: one,
    // A permission without any object matches nothing.
    condition: condition ?? (object === null ? 'false' : 'true'),
    ...(deny && { deny }),
  }))
