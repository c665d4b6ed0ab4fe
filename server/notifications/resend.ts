import { z } from 'zod'
import { resendableStatuses } from '../../src/shared/notifications/resend'
import type { Db, PersonReader } from '../data/db/db'
import { sql } from '../data/db/sql'
import { HttpError } from '../http/errors'

/** A message whose next attempt is due. */
type Queued = { id: string; status: 'pending' }

/**
 * Queues another attempt for a message that was not sent. The engine sends pending messages whose time has come.
 * @throws {HttpError} 400 for an invalid id, 404 for an unknown message, 409 for one that was sent or is in progress, and
 * for one whose rule was deleted.
 */
export async function queueResend(db: Db, reader: PersonReader, id: string): Promise<Queued> {
  if (!z.guid().safeParse(id).success) throw new HttpError(400, `This is not the id of a message: ${id.slice(0, 100)}`)
  const [seen] = await reader.query(sql`select from notification_send_history where id = ${id}`)
  if (!seen) throw new HttpError(404, `There is no message with this id: ${id}`)
  // The condition is part of the update, so that of two requests only one queues an attempt.
  const [queued] = await db.requests.query<Queued>(sql`
    update notification_send_history set status = 'pending', retries = 0, error = null, not_before = now(),
      silenced_by = null, parent_id = null, payload = coalesce(payload, '{}') - 'digest' || '{"asked": "true"}'
    where id = ${id} and status = any(${[...resendableStatuses]}::text[])
      and exists (select from notifications as rule where rule.id = notification_id and rule.deleted_at is null)
    returning id::text, status`)
  if (!queued) throw new HttpError(409, await reasonAgainst(reader, id))
  return queued
}

async function reasonAgainst(reader: PersonReader, id: string): Promise<string> {
  const [found] = await reader.query<{ status: string | null; is_deleted: boolean | null }>(sql`
    select message.status, rule.deleted_at is not null as is_deleted
    from notification_send_history as message left join notifications as rule on rule.id = message.notification_id
    where message.id = ${id}`)
  const status = found?.status
  if (status === 'sent') return 'This message was already sent.'
  if (resendableStatuses.some((one) => one === status))
    return 'The rule of this message was deleted. It cannot be sent again.'
  return `This message is already queued. Its status is ${status ?? 'unknown'}.`
}
