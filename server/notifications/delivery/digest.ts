import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { MessageText } from '../rules/message-text'
import { formatTimeOfDay } from '../preferences/quiet-hours'
import { changeSend, type ClaimedSend, readSendRow, type SendFacts, sendColumns } from './claim'

/** Messages of one digest beyond these are counted only. */
const MOST_LISTED = 50
const MOST_PARTS = 500

/** One line of a digest. */
export type DigestItem = { title: string; at: Date }

/**
 * Makes a kept message the one that lists all kept messages of the same person that are due, or a part of another one
 * that will list it. Both happen in one transaction, so that each message is part of one digest.
 * @returns the message if it leads the digest.
 */
export async function joinDigest(db: Db, send: ClaimedSend, now: Date): Promise<ClaimedSend | undefined> {
  if (send.payload['digest'] === 'true') return send
  return db.transaction(async (tx) => {
    const [first] = await tx.query<{ id: string }>(sql`
      select id::text from notification_send_history where ${isGathered(send, now)} order by id limit 1 for update`)
    if (first && first.id !== send.id) {
      await changeSend(tx, send, { status: 'grouped', parentId: first.id, notBefore: null, error: null })
      return undefined
    }
    const payload = { ...send.payload, digest: 'true' }
    if (!(await changeSend(tx, send, { status: send.status, payload }))) return undefined
    await tx.run(sql`
      update notification_send_history set status = 'grouped', parent_id = ${send.id}, not_before = null, error = null
      where ${isGathered(send, now)} and id <> ${send.id}`)
    return { ...send, payload }
  })
}

/** The kept messages of the same person that are due and in no digest. */
const isGathered = ({ id }: ClaimedSend, now: Date) => sql`
  status = 'pending' and payload ->> 'kept' is not null and payload ->> 'digest' is null
    and (payload ->> 'kept')::timestamptz <= ${now}
    and person_id = (select person_id from notification_send_history where id = ${id})`

/** The other messages of a digest, the oldest first. */
export async function readDigestParts(db: Queryable, { id }: ClaimedSend): Promise<SendFacts[]> {
  const rows = await db.query<Parameters<typeof readSendRow>[0]>(sql`
    select ${sendColumns} from notification_send_history
    where parent_id = ${id} and status = 'grouped' and payload ->> 'kept' is not null
    order by created_at, id limit ${MOST_PARTS}`)
  return rows.map(readSendRow)
}

/** Takes a message out of its digest, because it is no longer of use. */
export const leaveDigest = (
  db: Queryable,
  { id }: SendFacts,
  { status, error, silencedBy }: { status: 'skipped' | 'silenced'; error?: string; silencedBy?: string }
) =>
  db.run(sql`
    update notification_send_history
    set status = ${status}, error = ${error ?? null}, silenced_by = ${silencedBy ?? null}, parent_id = null
    where id = ${id} and status = 'grouped'`)

/** The text of a digest: one line for each message, with its time of day in the time zone of the person. */
export function renderDigest(
  items: readonly DigestItem[],
  { siteUrl, timeZone }: { siteUrl: string; timeZone: string }
): MessageText {
  const lines = items.slice(0, MOST_LISTED).map(({ title, at }) => `- ${formatTimeOfDay(at, timeZone)} ${title}`)
  const left = items.length - lines.length
  if (left > 0) lines.push(`- and ${left} more`)
  return {
    title: items.length === 1 ? '1 notification' : `${items.length} notifications`,
    message: [...lines, '', `Open: ${siteUrl}/notifications`].join('\n'),
  }
}
