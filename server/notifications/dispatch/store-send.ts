import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { toStorableJson } from '../../data/db/storable-json'
import type { NotificationEvent } from '../event'
import { findRecipientKey } from '../delivery/recipient'
import type { Rule } from '../rules/rule'
import { type Group, joinGroup } from './groups'
import { composePayload, type SendPayload, subjectOf } from '../send-row'

/** What becomes of an event that a rule matches. */
export type SendDecision =
  | { status: 'pending'; notBefore: Date; isFlapping?: boolean }
  | { status: 'silenced'; silencedBy: string }
  | { status: 'inhibited' | 'repeat-interval' | 'grouped'; parentId: string; reason?: string }
  /** `reason` is a sentence. */
  | { status: 'skipped'; reason: string }

/** The same message, held back for the same reason within this time, is counted in one row. */
const COUNTED_TOGETHER_MS = 24 * 3_600_000

export type PlannedSend = {
  rule: Rule
  event: NotificationEvent
  body: string
  decision: SendDecision
  /** The group that the event belongs to; undefined if it has a message of its own. */
  group?: { hash: string; found: Group | undefined } | undefined
  now: Date
}

/** Stores what becomes of an event, in the transaction that takes the event from the queue. */
export async function storeSend(tx: Queryable, send: PlannedSend): Promise<void> {
  const { rule, event, decision, group, now } = send
  const isMember = decision.status === 'pending' || decision.status === 'grouped'
  const groupId =
    group && isMember
      ? await joinGroup(tx, { ruleId: rule.id, hash: group.hash, group: group.found, event, now })
      : null
  if (!(await countAgain(tx, send))) await insertSend(tx, send, groupId)
}

/** @returns false if there is no equal row. */
async function countAgain(tx: Queryable, { rule, event, body, decision, now }: PlannedSend): Promise<boolean> {
  const { silencedBy, parentId, reason } = partsOf(decision)
  const isWaiting = decision.status === 'pending'
  // A message that still waits will be about the new event, too; one that is held back is about the latest event.
  const counted = await tx.run(sql`
    update notification_send_history
    set count = count + 1, ${
      isWaiting
        ? sql`body = ${body}`
        : sql`created_at = ${now}, body = ${body}, payload = ${toStorableJson(composePayload(rule, event))}::jsonb`
    }
    where id = (
      select id from notification_send_history
      where notification_id = ${rule.id} and resource_id = ${subjectOf(event)} and source_event = ${event.name}
        and status = ${decision.status} and silenced_by is not distinct from ${silencedBy}
        and parent_id is not distinct from ${parentId} and error is not distinct from ${reason}
        and created_at > ${new Date(now.getTime() - COUNTED_TOGETHER_MS)}
        and (${!isWaiting} or (retries = 0 and payload ->> 'waits' = 'true' and not_before > ${now}))
      order by created_at desc limit 1
    )`)
  return counted > 0
}

async function insertSend(
  tx: Queryable,
  { rule, event, body, decision, now }: PlannedSend,
  groupId: string | null
): Promise<void> {
  const { silencedBy, parentId, reason } = partsOf(decision)
  const { recipient } = rule
  const waits = decision.status === 'pending' && rule.waitForMs !== undefined
  const key = decision.status === 'pending' ? await findRecipientKey(tx, rule) : undefined
  const payload: SendPayload = {
    ...composePayload(rule, event),
    ...(key !== undefined && { recipient: key }),
    ...(waits && { waits: 'true' }),
    ...(decision.status === 'pending' && decision.isFlapping && { flapping: 'true' }),
  }
  await tx.run(sql`
    insert into notification_send_history (notification_id, body, status, not_before, retries, payload, source_event,
      resource_id, resource_health, resource_status, resource_health_description, person_id, team_id, silenced_by,
      parent_id, group_id, error, first_observed, created_at)
    values (${rule.id}, ${body}, ${decision.status}, ${decision.status === 'pending' ? decision.notBefore : null}, 0,
      ${toStorableJson(payload)}::jsonb, ${event.name}, ${subjectOf(event)},
      nullif(${payload['resource_health'] ?? ''}, ''), nullif(${payload['resource_status'] ?? ''}, ''),
      nullif(${payload['resource_health_description'] ?? ''}, ''),
      ${recipient?.kind === 'person' ? recipient.id : null}, ${recipient?.kind === 'team' ? recipient.id : null},
      ${silencedBy}, ${parentId}, ${groupId}, ${reason}, ${now}, ${now})`)
}

const partsOf = (decision: SendDecision) => ({
  silencedBy: decision.status === 'silenced' ? decision.silencedBy : null,
  parentId: 'parentId' in decision ? decision.parentId : null,
  reason: 'reason' in decision ? (decision.reason ?? null) : null,
})
