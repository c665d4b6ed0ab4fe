import { createHash } from 'node:crypto'
import type { PersonReader, Queryable } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import type { ResourceKind } from '../../platform/selection/find-resource'
import { type NotificationEvent, parseResourceKind, readNotificationEvent } from '../event'
import type { Rule } from '../rules/rule'
import { countedStatuses } from '../send-row'
import { describeObsolescence } from './obsolete'

/** A group that has messages, and the one that was sent, or is being sent, about it. */
export type Group = { id: string; sendId: string | null }

/** Further members are not read. */
const MOST_MEMBERS = 200

/**
 * What the events of one group have in common; undefined if the rule does not group or the event is about no resource.
 * An absent label or tag is a value, too.
 */
export function composeGroupHash({ groupBy }: Pick<Rule, 'groupBy'>, event: NotificationEvent): string | undefined {
  if (groupBy.length === 0 || !event.resource) return undefined
  const values = groupBy.map((key) => [key, valueOf(key, event)])
  return createHash('sha256')
    .update(JSON.stringify([event.name, values]))
    .digest('hex')
}

/** The keys that events can be grouped by. */
export const groupKeyPattern = /^(?:type|description|status_reason|(?:labels?|tags?)[:.].+)$/s

function valueOf(key: string, { resource, reason }: NotificationEvent): string | null {
  if (!resource) return null
  const { type, labels, tags } = resource.selectable
  const { description } = resource.env
  if (key === 'type') return type
  if (key === 'description') return typeof description === 'string' ? description : null
  if (key === 'status_reason') return reason ?? null
  const [, list, name = ''] = /^(labels?|tags?)[:.](.+)$/s.exec(key) ?? []
  if (list === undefined) return null
  const values = list.startsWith('label') ? labels : tags
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null
}

/** The latest group of a rule with this hash that began within the interval of the rule. */
export async function findGroup(
  db: Queryable,
  { id, groupByIntervalMs }: Rule,
  hash: string,
  now: Date
): Promise<Group | undefined> {
  const [group] = await db.query<Group>(sql`
    select id::text, (
      select sends.id::text from notification_send_history as sends
      where sends.notification_id = ${id} and sends.group_id = groups.id and sends.parent_id is null
        and sends.status = any(${[...countedStatuses]}::text[])
      order by sends.created_at desc limit 1
    ) as "sendId"
    from notification_groups as groups
    where notification_id = ${id} and hash = ${hash} and created_at > ${new Date(now.getTime() - groupByIntervalMs)}
    order by created_at desc limit 1`)
  return group
}

/** Adds a resource to a group, which is stored first if it is new. @returns the id of the group. */
export async function joinGroup(
  tx: Queryable,
  {
    ruleId,
    hash,
    group,
    event,
    now,
  }: { ruleId: string; hash: string; group: Group | undefined; event: NotificationEvent; now: Date }
): Promise<string> {
  const id = group?.id ?? (await insertGroup(tx, ruleId, hash, now))
  const column = event.resource && columns[event.resource.kind]
  if (event.resource && column)
    await tx.run(sql`
      insert into notification_group_resources (group_id, ${column}, created_at)
      values (${id}, ${event.resource.id}, ${now}) on conflict do nothing`)
  return id
}

async function insertGroup(tx: Queryable, ruleId: string, hash: string, now: Date): Promise<string> {
  const [stored] = await tx.query<{ id: string }>(sql`
    insert into notification_groups (notification_id, hash, created_at) values (${ruleId}, ${hash}, ${now})
    returning id::text`)
  if (!stored) throw new Error('The group could not be stored')
  return stored.id
}

const columns: Readonly<Record<ResourceKind, Sql | undefined>> = {
  config: sql`config_id`,
  check: sql`check_id`,
  component: sql`component_id`,
  canary: undefined,
}

/**
 * Reads the members of a group that are still in the state of the event, the first one first. The others are stored as
 * resolved, except those that the reader may not read.
 */
export async function readGroupMembers(
  db: Queryable,
  reader: PersonReader,
  groupId: string,
  { name, createdAt }: Pick<NotificationEvent, 'name' | 'createdAt'>,
  now: Date
): Promise<NotificationEvent[]> {
  const kind = parseResourceKind(name)
  const column = kind && columns[kind]
  if (!column) return []
  const rows = await db.query<{ id: string }>(sql`
    select ${column}::text as id from notification_group_resources
    where group_id = ${groupId} and resolved_at is null and ${column} is not null
    order by created_at, id limit ${MOST_MEMBERS}`)
  const members: NotificationEvent[] = []
  for (const { id } of rows) {
    const member = await readNotificationEvent(reader, { name, createdAt, properties: { id } })
    if (!member) continue
    if (describeObsolescence(member) === undefined) members.push(member)
    else
      await db.run(sql`
        update notification_group_resources set resolved_at = ${now}, updated_at = ${now}
        where group_id = ${groupId} and ${column} = ${id} and resolved_at is null`)
  }
  return members
}
