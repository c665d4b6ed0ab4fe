import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { NotificationEvent } from '../event'
import type { Inhibition, Rule } from '../rules/rule'
import { countedStatuses, subjectOf } from '../send-row'

const MOST_SENDS = 50
const LIMIT_PERIOD_MS = 4 * 3_600_000

/** The message of the same rule, resource and event that was sent, or is being sent, within the repeat interval. */
export async function findRepeated(
  db: Queryable,
  rule: Rule,
  event: NotificationEvent,
  now: Date
): Promise<string | undefined> {
  if (rule.repeatIntervalMs === undefined) return undefined
  const [found] = await db.query<{ id: string }>(sql`
    select id::text from notification_send_history
    where notification_id = ${rule.id} and resource_id = ${subjectOf(event)} and source_event = ${event.name}
      and status = any(${[...countedStatuses]}::text[]) and created_at > ${before(now, rule.repeatIntervalMs)}
    order by created_at desc limit 1`)
  return found?.id
}

/** The message about a related config item that holds back the one about this item. */
export async function findInhibitor(
  db: Queryable,
  rule: Rule,
  { resource }: NotificationEvent,
  now: Date
): Promise<string | undefined> {
  if (resource?.kind !== 'config' || rule.repeatIntervalMs === undefined) return undefined
  for (const { direction, isSoft, depth, from } of rule.inhibitions.filter(({ to }) =>
    to.includes(resource.selectable.type ?? '')
  )) {
    const relation = isSoft ? 'both' : 'hard'
    const [found] = await db.query<{ id: string }>(sql`
      select sends.id::text
      from related_configs_recursive(${resource.id}, ${seenFromItem[direction]}, true, ${depth}, ${relation}, ${relation})
        as related join notification_send_history as sends on sends.resource_id = related.id
      where related.type = ${from} and related.id <> ${resource.id} and sends.notification_id = ${rule.id}
        and sends.status = any(${[...countedStatuses]}::text[])
        and sends.created_at > ${before(now, rule.repeatIntervalMs)}
      order by sends.created_at desc limit 1`)
    if (found) return found.id
  }
  return undefined
}

/** A rule names the direction that the inhibiting item sees. */
const seenFromItem: Readonly<Record<Inhibition['direction'], string>> = {
  outgoing: 'incoming',
  incoming: 'outgoing',
  all: 'all',
}

/** Why a rule sends nothing now, as a sentence; undefined if it does. */
export async function describeLimit(db: Queryable, ruleId: string, now: Date): Promise<string | undefined> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from notification_send_history
      where notification_id = ${ruleId} and created_at > ${before(now, LIMIT_PERIOD_MS)}
        and status = any(${[...countedStatuses, 'error']}::text[])
      limit ${MOST_SENDS}
    ) as sends`)
  return (row?.count ?? 0) >= MOST_SENDS
    ? `Not sent, because the rule has sent ${MOST_SENDS} messages within four hours, which is its limit.`
    : undefined
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
