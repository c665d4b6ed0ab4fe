import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { shorten } from '@/shared/format'
import { type Sql, sql } from '../data/db/sql'
import type { NotificationEvent } from './event'
import type { Rule } from './rules/rule'

/** Messages that wait for an attempt. */
export const waitingStatuses = ['pending', 'evaluating-waitfor', 'attempting_fallback'] as const

/** Messages that were sent, or will be: they count for the limit of a rule, and hold back repetitions. */
export const countedStatuses = [
  ...waitingStatuses,
  'sent',
  'pending_playbook_run',
  'pending_playbook_completion',
] as const

/** A text map: what an attempt needs to read the event again. */
export type SendPayload = Readonly<Record<string, string>>

/** The member of the payload of a message that a user sent to test a rule. */
const TEST = 'test'

export const isTest = (payload: SendPayload): boolean => payload[TEST] === 'true'

/** Selects messages of events. A test holds back no message. */
export const isNoTest = (payload: Sql): Sql => sql`(${payload} ->> ${TEST}) is null`

export const UNTESTED_PLAYBOOK = 'A rule that runs a playbook cannot be tested, because the playbook would run.'

/** The payload of a test. */
export const toTest = (payload: SendPayload): SendPayload => ({ ...payload, [TEST]: 'true' })

/** Of a resource, or of the incident, playbook or approval that an event names. */
export function subjectOf({ resource, env, properties }: NotificationEvent): string {
  if (resource) return resource.id
  const incident = z.object({ id: z.guid() }).safeParse(env['incident']).data
  return incident?.id ?? properties['id'] ?? ''
}

/** Describes an event as it is stored with a message. */
export function composePayload(rule: Pick<Rule, 'id'>, event: NotificationEvent): SendPayload {
  const { health, status } = event.resource?.selectable ?? {}
  return {
    event_id: randomUUID(),
    event_name: event.name,
    event_created_at: event.createdAt.toISOString(),
    notification_id: rule.id,
    resource_id: subjectOf(event),
    resource_health: health ?? '',
    resource_status: status ?? '',
    resource_health_description: shorten(event.reason ?? '', 1000),
    properties: JSON.stringify(event.properties),
    custom_service: '',
  }
}
