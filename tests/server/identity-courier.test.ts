import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { composeLetter, deliverDue, type Letter, queueMail, smtpSender } from '../../server/identity/mail/courier'
import { emailChangedMail, invitationMail, recoveryMail } from '../../server/identity/mail/mails'
import { startMail } from '../../server/sample/mail'
import { testDatabase } from '../helpers/database'

const db = await testDatabase()
const log = pino({ level: 'silent' })
const start = new Date('2026-01-02T03:04:05Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const mail = recoveryMail({ code: '123456', minutes: 15 })

const sent: Letter[] = []
const working = { db, log, now: () => start, send: async (letter: Letter) => void sent.push(letter) }
const failing = { ...working, send: () => Promise.reject(new Error('The mail server is away')) }

const stored = async () => (await db.query(sql`select * from identity.courier_messages`))[0]

beforeEach(async () => {
  sent.length = 0
  await db.run(sql`delete from identity.courier_messages`)
})

test('sends a message once and removes its body', async () => {
  await queueMail(db, start, 'ada@example.org', mail)
  expect(await deliverDue(working)).toBe(1)
  expect(await deliverDue(working)).toBe(0)
  expect(sent).toEqual([{ to: 'ada@example.org', subject: mail.subject, text: mail.body }])
  expect(await stored()).toMatchObject({ status: 'sent', sent_at: start, body: '', send_count: 1 })
})

test('stores no message without a recipient', async () => {
  await queueMail(db, start, undefined, mail)
  expect(await stored()).toBeUndefined()
})

test('sends no message of a failed transaction', async () => {
  await expect(
    db.transaction(async (tx) => {
      await queueMail(tx, start, 'ada@example.org', mail)
      throw new Error('no')
    })
  ).rejects.toThrow('no')
  expect(await deliverDue(working)).toBe(0)
})

test('retries a failed message after one minute, two, four', async () => {
  await queueMail(db, start, 'ada@example.org', mail)
  const tries: number[] = []
  for (let minute = 0; minute <= 7; minute++) {
    if ((await deliverDue({ ...failing, now: () => after(minute) })) > 0) tries.push(minute)
  }
  expect(tries).toEqual([0, 1, 3, 7])
  expect(await stored()).toMatchObject({ status: 'queued', last_error: 'The mail server is away', body: mail.body })
  expect(await deliverDue({ ...working, now: () => after(60) })).toBe(1)
  expect(await stored()).toMatchObject({ status: 'sent', last_error: null })
})

test('gives up on a message after eight attempts', async () => {
  await queueMail(db, start, 'ada@example.org', mail)
  for (let tries = 0; tries < 8; tries++) await deliverDue({ ...failing, now: () => after(tries * 1000) })
  expect(await stored()).toMatchObject({ status: 'failed', send_count: 8 })
  expect(await deliverDue({ ...working, now: () => after(100_000) })).toBe(0)
})

test('sends other messages when one fails', async () => {
  await queueMail(db, start, 'broken@example.org', mail)
  await queueMail(db, start, 'ada@example.org', mail)
  const send = async (letter: Letter) => {
    if (letter.to.startsWith('broken')) throw new Error('no such mailbox')
    sent.push(letter)
  }
  await deliverDue({ ...working, send })
  expect(sent.map(({ to }) => to)).toEqual(['ada@example.org'])
})

/** The letter as transmitted. */
async function raw(letter: Letter): Promise<{ text: string; recipients: string[] }> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message, envelope } = await transport.sendMail(composeLetter('console@example.org', letter))
  return { text: String(message), recipients: [envelope.to].flat().map(String) }
}

test('addresses a letter to one recipient in plain text', async () => {
  const { text, recipients } = await raw({ to: 'ada@example.org', subject: mail.subject, text: mail.body })
  expect(recipients).toEqual(['ada@example.org'])
  expect(text).toContain('To: ada@example.org\r\n')
  expect(text).toContain('Subject: Your Mission Control recovery code\r\n')
  expect(text).toContain('Content-Type: text/plain')
})

test.each([
  ['the subject', { to: 'ada@example.org', subject: 'Hello\r\nBcc: eve@example.org', text: 'x' }],
  ['the recipient', { to: 'ada@example.org\r\nBcc: eve@example.org', subject: 'Hello', text: 'x' }],
  ['a second recipient', { to: 'ada@example.org, eve@example.org', subject: 'Hello', text: 'x' }],
])('abuse 37: line breaks in %s create neither a header nor a recipient', async (_name, letter) => {
  const { text, recipients } = await raw(letter).catch(() => ({ text: '', recipients: [] }))
  expect(text).not.toMatch(/^Bcc:/m)
  expect(recipients).not.toContain('eve@example.org')
})

test('abuse 37: a name in a message cannot start a new line', () => {
  const { body } = invitationMail({ link: 'x', inviter: 'Eve\r\n\r\nYour code: 666666', days: 7 })
  expect(body).toMatch(/^EveYour code: 666666 invites you/)
  expect(emailChangedMail('a@b.c\nClick here').body).toContain('a@b.cClick here')
})

test('sends letters to a mail server and reports an unreachable one', async () => {
  const server = await startMail(0)
  const send = await smtpSender({ url: `smtp://127.0.0.1:${server.port}`, from: 'console@example.org' })
  const letter = { to: 'ada@example.org', subject: mail.subject, text: mail.body }
  expect(await send(letter)).toMatchObject({ accepted: ['ada@example.org'], rejected: [] })
  await server.stop()
  await expect(send(letter)).rejects.toThrow('ECONNREFUSED')
})
