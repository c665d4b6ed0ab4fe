import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { NotificationEvent } from '../event'
import { composeHealthEvent, reportedHealth } from '../health-events'
import { countedStatuses } from '../send-row'

/**
 * A resource whose health changes this often within an hour is flapping. A restart makes a resource unhealthy and healthy
 * again: two changes. Three such pairs in an hour are no longer news.
 */
export const FLAPPING_CHANGES = 6
export const FLAPPING_PERIOD_MS = 3_600_000
/** Flapping has ended after three times the average interval of the slowest flapping. */
export const SETTLED_AFTER_MS = 1_800_000

/** Why a message about a flapping resource is held back. Without figures, so that equal messages are counted in one row. */
export const FLAPPING_REASON = `Flapping: the health changed at least ${FLAPPING_CHANGES} times within an hour.`

/** The times at which the health of a resource changed within the last hour, the latest first. */
async function readChanges(db: Queryable, resourceId: string, now: Date): Promise<readonly Date[]> {
  const rows = await db.query<{ at: Date }>(sql`
    select at from console.health_changes, unnest(times) as at
    where resource_id = ${resourceId} and at > ${new Date(now.getTime() - FLAPPING_PERIOD_MS)} order by at desc`)
  return rows.map(({ at }) => at)
}

/** The number of changes of health within the last hour if the resource of the event is flapping. */
export async function countFlapping(
  db: Queryable,
  { name, resource }: NotificationEvent,
  now: Date
): Promise<number | undefined> {
  if (!resource || reportedHealth(name) === undefined) return undefined
  const { length } = await readChanges(db, resource.id, now)
  return length >= FLAPPING_CHANGES ? length : undefined
}

/** When a flapping resource will be stable if its health does not change again; undefined if it is stable. */
export async function findSettleTime(db: Queryable, resourceId: string, now: Date): Promise<Date | undefined> {
  const [last] = await readChanges(db, resourceId, now)
  const at = last && new Date(last.getTime() + SETTLED_AFTER_MS)
  return at && at > now ? at : undefined
}

/** The message of the last hour that says that the resource is flapping, unless one has said since that it is stable. */
export async function findFlappingSend(
  db: Queryable,
  ruleId: string,
  resourceId: string,
  now: Date
): Promise<string | undefined> {
  const [found] = await db.query<{ id: string; says: string }>(sql`
    select id::text, case when payload ->> 'settles' = 'true' then 'stable' else 'flapping' end as says
    from notification_send_history
    where notification_id = ${ruleId} and resource_id = ${resourceId}
      and created_at > ${new Date(now.getTime() - FLAPPING_PERIOD_MS)}
      and (payload ->> 'flapping' = 'true' and status = any(${[...countedStatuses]}::text[])
        or payload ->> 'settles' = 'true' and status = 'sent')
    order by created_at desc limit 1`)
  return found?.says === 'flapping' ? found.id : undefined
}

/** The event of the health that a resource has now: a message that it is stable is about that one. */
export function asCurrentEvent(event: NotificationEvent): NotificationEvent {
  const { resource } = event
  if (!resource || reportedHealth(event.name) === undefined) return event
  const name = composeHealthEvent(resource.kind, resource.selectable.health)
  return { ...event, name, env: { ...event.env, event: { ...(event.env['event'] as object), name } } }
}

/** Stores a message for the time when a flapping resource is stable, unless one waits. It has the same recipient. */
export async function planSettledSend(tx: Queryable, sendId: string, now: Date): Promise<void> {
  const reason = `Sent when the health has not changed for ${SETTLED_AFTER_MS / 60_000} minutes.`
  await tx.run(sql`
    insert into notification_send_history (notification_id, body, status, not_before, retries, payload, source_event,
      resource_id, resource_health, resource_status, resource_health_description, person_id, team_id, connection_id,
      error, first_observed, created_at)
    select notification_id, ${reason}, 'pending', ${new Date(now.getTime() + SETTLED_AFTER_MS)}, 0,
      payload - 'flapping' - 'fallback_service' - 'fallback_recipient' || '{"settles": "true"}', source_event,
      resource_id, resource_health, resource_status, resource_health_description, person_id, team_id, connection_id,
      ${reason}, ${now}, ${now}
    from notification_send_history as told
    where id = ${sendId} and not exists (
      select from notification_send_history as waiting
      where waiting.notification_id = told.notification_id and waiting.resource_id = told.resource_id
        and waiting.status = 'pending' and waiting.payload ->> 'settles' = 'true'
        and waiting.payload ->> 'custom_service' is not distinct from told.payload ->> 'custom_service'
    )`)
}
