import type { Logger } from 'pino'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { Mail } from './mails'

/** The mail server. `url` such as `smtps://user:secret@mail.example.org`; `from` is an address. */
export type SmtpSettings = { url: string; from: string }

export type Letter = { to: string; subject: string; text: string }

/**
 * Queues a message in the transaction of the change that it reports. It is sent later, outside of requests; without a
 * mail server it remains in the outbox for administrators to read.
 * @param recipient undefined when there is none: the same query runs anyway, so that response times reveal nothing.
 */
export async function queueMail(db: Queryable, at: Date, recipient: string | undefined, mail: Mail): Promise<void> {
  await db.run(sql`
    insert into identity.courier_messages (recipient, template, subject, body, created_at, next_attempt_at)
    select to_whom, ${mail.template}, ${mail.subject}, ${mail.body}, ${at}, ${at}
    from (select ${recipient ?? null}::text as to_whom) as recipient where to_whom is not null`)
}

/** Attempts, including the first; with the waits between them about four hours. */
const MOST_TRIES = 8
const FIRST_WAIT_MS = 60_000
const AT_ONCE = 10

type Parts = { db: Db; log: Logger; now: () => Date; send: (letter: Letter) => Promise<unknown> }

/**
 * Sends due messages. A failed message is retried after one minute, then two, four and so on.
 * @returns the number of messages attempted.
 */
export async function deliverDue({ db, log, now, send }: Parts): Promise<number> {
  const due = await claimDue(db, now())
  for (const { id, recipient, subject, body, send_count } of due) {
    try {
      await send({ to: recipient, subject, text: body })
      // The body is removed after sending, because it may contain a code.
      await db.run(sql`
        update identity.courier_messages
        set status = 'sent', sent_at = ${now()}, body = '', last_error = null, next_attempt_at = null
        where id = ${id}`)
    } catch (error) {
      log.warn({ err: error, message: id, tries: send_count }, 'mail could not be sent')
      const status = send_count >= MOST_TRIES ? 'failed' : 'queued'
      await db.run(sql`
        update identity.courier_messages
        set status = ${status}, last_error = ${error instanceof Error ? error.message : String(error)}
        where id = ${id}`)
    }
  }
  return due.length
}

type Due = { id: string; recipient: string; subject: string; body: string; send_count: number }

/** Claims messages for this attempt. The next attempt is scheduled first, so that a crash loses none. */
const claimDue = (db: Db, at: Date): Promise<Due[]> =>
  db.query<Due>(sql`
    update identity.courier_messages
    set send_count = send_count + 1,
      next_attempt_at = ${at}::timestamptz + power(2, send_count) * ${FIRST_WAIT_MS} * interval '1 millisecond'
    where id in (
      select id from identity.courier_messages
      where status = 'queued' and next_attempt_at <= ${at}
      order by created_at limit ${AT_ONCE} for update skip locked)
    returning id, recipient, subject, body, send_count`)

const CONNECT_MS = 10_000
/** Timeout for a server that stops responding. */
const SILENCE_MS = 30_000

/**
 * Creates a function that sends letters to a mail server. The library is loaded only if a mail server is configured.
 */
export async function smtpSender({ url, from }: SmtpSettings): Promise<(letter: Letter) => Promise<unknown>> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  return (letter) => transport.sendMail(composeLetter(from, letter))
}

/**
 * A message in the format of the library. The recipient is passed as a plain address, so that neither a second
 * recipient nor a header can be injected.
 */
export const composeLetter = (from: string, { to, subject, text }: Letter) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  disableFileAccess: true,
  disableUrlAccess: true,
  // Prevents automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
})
