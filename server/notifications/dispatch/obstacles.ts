import type { Queryable } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import type { NotificationEvent } from '../event'
import type { Inhibition, Rule } from '../rules/rule'
import { countedStatuses, isNoTest, subjectOf } from '../send-row'

/** A rule sends at most this number of messages within the period. */
const MOST_SENDS = 50
export const LIMIT_PERIOD_MS = 4 * 3_600_000

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
      and ${isNoTest(sql`payload`)} and payload ->> 'settles' is null
      and status = any(${[...countedStatuses]}::text[]) and created_at > ${before(now, rule.repeatIntervalMs)}
    order by created_at desc limit 1`)
  return found?.id
}

/** The message about a related config item that holds back the one about this item. */
export async function findInhibitor(
  db: Queryable,
  rule: Rule,
  event: NotificationEvent,
  now: Date
): Promise<string | undefined> {
  const { repeatIntervalMs } = rule
  if (repeatIntervalMs === undefined) return undefined
  for (const inhibition of listInhibitions(rule, event)) {
    const [found] = await db.query<{ id: string }>(sql`
      select sends.id::text
      from (${inhibitingItemsSql(subjectOf(event), inhibition)}) as related
        join notification_send_history as sends on sends.resource_id = related.id
      where sends.notification_id = ${rule.id} and sends.status = any(${[...countedStatuses]}::text[])
        and ${isNoTest(sql`sends.payload`)} and sends.created_at > ${before(now, repeatIntervalMs)}
      order by sends.created_at desc limit 1`)
    if (found) return found.id
  }
  return undefined
}

/** The inhibitions that can hold back the message about an event. They require a repeat interval. */
export const listInhibitions = (
  { inhibitions, repeatIntervalMs }: Rule,
  { resource }: NotificationEvent
): readonly Inhibition[] =>
  resource?.kind !== 'config' || repeatIntervalMs === undefined
    ? []
    : inhibitions.filter(({ to }) => to.includes(resource.selectable.type ?? ''))

/** Selects the ids of the related items whose messages hold back the one about this item. */
export function inhibitingItemsSql(itemId: string, { direction, isSoft, depth, from }: Inhibition): Sql {
  const relation = isSoft ? 'both' : 'hard'
  return sql`
    select related.id
    from related_configs_recursive(${itemId}, ${seenFromItem[direction]}, true, ${depth}, ${relation}, ${relation})
      as related
    where related.type = ${from} and related.id <> ${itemId}`
}

/** A rule names the direction that the inhibiting item sees. */
const seenFromItem: Readonly<Record<Inhibition['direction'], string>> = {
  outgoing: 'incoming',
  incoming: 'outgoing',
  all: 'all',
}

/** Counts the messages of a rule that count for its limit. */
export async function countRecentSends(db: Queryable, ruleId: string, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from notification_send_history
      where notification_id = ${ruleId} and created_at > ${before(now, LIMIT_PERIOD_MS)}
        and status = any(${[...limitedStatuses]}::text[])
      limit ${MOST_SENDS}
    ) as sends`)
  return row?.count ?? 0
}

/** Messages that count for the limit of a rule. */
export const limitedStatuses = [...countedStatuses, 'error'] as const

/** Why a rule sends nothing now, as a sentence; undefined if it does. */
export const describeLimit = (recentSends: number): string | undefined =>
  recentSends >= MOST_SENDS
    ? `Not sent, because the rule has sent ${MOST_SENDS} messages within four hours, which is its limit.`
    : undefined

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
