import { z } from 'zod'
import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { toStorableJson } from '../../data/db/storable-json'
import { type SendPayload, waitingStatuses } from '../send-row'

/** A message whose attempt is due, leased to one process. */
export type ClaimedSend = {
  id: string
  ruleId: string
  status: (typeof waitingStatuses)[number]
  /** Failed attempts that are followed by another one. */
  retries: number
  payload: SendPayload
  event: string
  resourceId: string
  /** The group that the message is about. */
  groupId: string | null
  createdAt: Date
  /** Until then, no other process makes an attempt. */
  leaseEnd: Date
}

/** Longer than any attempt takes. When a process ends during an attempt, another one follows after this time. */
export const LEASE_MS = 120_000

const payloadSchema = z.record(z.string(), z.string().catch('')).catch({})
type Row = Omit<ClaimedSend, 'payload' | 'leaseEnd'> & { payload: unknown }

/** Leases due messages, the longest due first. Two processes never get the same one. */
export async function claimDueSends(db: Queryable, now: Date, most: number): Promise<ClaimedSend[]> {
  const leaseEnd = new Date(now.getTime() + LEASE_MS)
  const rows = await db.query<Row>(sql`
    update notification_send_history set not_before = ${leaseEnd}
    where id in (
      select id from notification_send_history
      where status = any(${[...waitingStatuses]}::text[])
        and status in ('pending', 'evaluating-waitfor', 'attempting_fallback') and not_before is not null
        and not_before <= ${now}
      order by not_before, id limit ${most} for update skip locked
    )
    returning id::text, notification_id::text as "ruleId", status, coalesce(retries, 0) as retries, payload,
      source_event as event, resource_id::text as "resourceId", group_id::text as "groupId",
        created_at as "createdAt"`)
  return rows.map(({ payload, ...row }) => ({ ...row, payload: payloadSchema.parse(payload ?? {}), leaseEnd }))
}

/** What becomes of a leased message. Absent members stay as they are. */
export type SendChange = {
  status: string
  /** The time of the next attempt. */
  notBefore?: Date | null
  retries?: number
  payload?: SendPayload
  body?: string
  error?: string | null
  durationMs?: number
  recipient?: { personId: string | null; teamId: string | null; connectionId: string | null }
  silencedBy?: string
  playbookRunId?: string
}

/**
 * Stores what becomes of a leased message.
 * @returns false if the lease has ended and another process has taken the message, or a user changed it.
 */
export async function changeSend(
  tx: Queryable,
  { id, status, leaseEnd }: ClaimedSend,
  { recipient, ...change }: SendChange
): Promise<boolean> {
  const { payload, notBefore, error } = change
  const changed = await tx.run(sql`
    update notification_send_history set status = ${change.status},
      not_before = ${notBefore === undefined ? sql`not_before` : notBefore},
      retries = coalesce(${change.retries ?? null}, retries),
      payload = coalesce(${payload ? toStorableJson(payload) : null}::jsonb, payload),
      body = coalesce(${change.body ?? null}, body),
      error = ${error === undefined ? sql`error` : error},
      duration_millis = coalesce(${change.durationMs ?? null}, duration_millis),
      person_id = ${recipient ? recipient.personId : sql`person_id`},
      team_id = ${recipient ? recipient.teamId : sql`team_id`},
      connection_id = ${recipient ? recipient.connectionId : sql`connection_id`},
      silenced_by = coalesce(${change.silencedBy ?? null}, silenced_by),
      playbook_run_id = coalesce(${change.playbookRunId ?? null}, playbook_run_id)
    where id = ${id} and status = ${status} and not_before = ${leaseEnd}`)
  return changed > 0
}
