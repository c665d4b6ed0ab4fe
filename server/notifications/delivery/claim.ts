import { z } from 'zod'
import type { Queryable } from '../../data/db/db'
import { type Sql, sql, toJsonText } from '../../data/db/sql'
import { toStorableJson } from '../../data/db/storable-json'
import { type SendPayload, waitingStatuses } from '../send-row'
import type { RecipientColumns } from './recipient'

/** The members of a message that an attempt reads. */
export type SendFacts = {
  id: string
  ruleId: string
  /** Failed attempts that are followed by another one. */
  retries: number
  payload: SendPayload
  event: string
  resourceId: string
  /** The group that the message is about. */
  groupId: string | null
  createdAt: Date
}

/** A message whose attempt is due, leased to one process. */
export type ClaimedSend = SendFacts & {
  status: (typeof waitingStatuses)[number]
  /** The key of the recipient, if it is known. */
  recipientKey: string | undefined
  /** Until then, no other process makes an attempt. */
  leaseEnd: Date
}

/** Longer than any attempt takes. When a process ends during an attempt, another one follows after this time. */
export const LEASE_MS = 120_000

const payloadSchema = z.record(z.string(), z.string().catch('')).catch({})
type FactsRow = Omit<SendFacts, 'payload'> & { payload: unknown }
type Row = FactsRow & Pick<ClaimedSend, 'status'>

/** The columns that `readSendRow` reads. */
export const sendColumns = sql`
  id::text, notification_id::text as "ruleId", coalesce(retries, 0) as retries, payload, source_event as event,
  resource_id::text as "resourceId", group_id::text as "groupId", created_at as "createdAt"`

export const readSendRow = <R extends FactsRow>({ payload, ...row }: R) => ({
  ...row,
  payload: payloadSchema.parse(payload ?? {}),
})

/** Attempts at the same time at messages to one recipient, so that a slow one does not hold back the others. */
export const MOST_PER_RECIPIENT = 2
/** The messages among which those to start are chosen. */
const MOST_CANDIDATES = 200

/**
 * Leases due messages. `leased_until` in the payload equals `not_before` during an attempt, so that readers can tell an
 * attempt from a wait. The longest due are first. Two processes never get the same one.
 * @param busy the number of attempts of this process by recipient.
 */
export async function claimDueSends(
  db: Queryable,
  now: Date,
  most: number,
  busy: ReadonlyMap<string, number> = new Map()
): Promise<ClaimedSend[]> {
  const leaseEnd = new Date(now.getTime() + LEASE_MS)
  const full = [...busy].flatMap(([key, count]) => (count >= MOST_PER_RECIPIENT ? [key] : []))
  const running = toJsonText(Object.fromEntries(busy))
  const rows = await db.query<Row>(sql`
    update notification_send_history set not_before = ${leaseEnd}, payload = coalesce(payload, '{}')
      || jsonb_build_object('leased_until', ${leaseEnd.toISOString()}::text)
    where id in (
      select id from notification_send_history
      where ${isDue(now)} and id in (
        select id from (
          select id, recipient, row_number() over (partition by recipient order by not_before, id) as place
          from (
            select id, not_before, ${recipientSql} as recipient from notification_send_history
            where ${isDue(now)} and coalesce(${recipientSql}, '') <> all(${full}::text[])
            order by not_before, id limit ${MOST_CANDIDATES}
          ) as candidates
        ) as placed
        where recipient is null
          or place <= ${MOST_PER_RECIPIENT} - coalesce((${running}::jsonb ->> recipient)::integer, 0)
      )
      order by not_before, id limit ${most} for update skip locked
    )
    returning status, ${sendColumns}`)
  return rows.map((row) => {
    const send = readSendRow(row)
    return { ...send, recipientKey: send.payload[recipientMember(row.status)] || undefined, leaseEnd }
  })
}

/** The member of a payload with the key of the recipient. */
export const recipientMember = (status: ClaimedSend['status']) =>
  status === 'attempting_fallback' ? 'fallback_recipient' : 'recipient'

const recipientSql = sql`
  nullif(payload ->> case status when 'attempting_fallback' then 'fallback_recipient' else 'recipient' end, '')`

/** The list of statuses is that of an index. */
const isDue = (now: Date): Sql => sql`
  status = any(${[...waitingStatuses]}::text[])
    and status in ('pending', 'evaluating-waitfor', 'attempting_fallback') and not_before is not null
    and not_before <= ${now}`

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
  recipient?: RecipientColumns
  silencedBy?: string
  parentId?: string
  playbookRunId?: string
  /** The event that the message waited for, and its time. */
  event?: { name: string; at: Date }
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
      source_event = coalesce(${change.event?.name ?? null}, source_event),
      created_at = coalesce(${change.event?.at ?? null}, created_at),
      duration_millis = coalesce(${change.durationMs ?? null}, duration_millis),
      person_id = ${recipient ? recipient.personId : sql`person_id`},
      team_id = ${recipient ? recipient.teamId : sql`team_id`},
      connection_id = ${recipient ? recipient.connectionId : sql`connection_id`},
      parent_id = coalesce(${change.parentId ?? null}, parent_id),
      silenced_by = coalesce(${change.silencedBy ?? null}, silenced_by),
      playbook_run_id = coalesce(${change.playbookRunId ?? null}, playbook_run_id)
    where id = ${id} and status = ${status} and not_before = ${leaseEnd}`)
  return changed > 0
}
