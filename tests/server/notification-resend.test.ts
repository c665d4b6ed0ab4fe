import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

const db = await testDatabase()
const { as, write } = await consoleApp(db)
const person = (...roles: string[]) => ({ id: id(1), name: 'Ada', email: null, roles })
const MESSAGE = id(101)

beforeAll(async () => {
  await db.script(organisation)
  await db.script('delete from notification_send_history')
})
beforeEach(async () => {
  as(person('editor'))
  await db.run(sql`delete from notification_send_history`)
  await db.run(sql`update notifications set deleted_at = null`)
})

const store = (status: string) =>
  db.run(sql`
    insert into notification_send_history
      (id, notification_id, source_event, resource_id, status, body, retries, error, not_before)
    values (${MESSAGE}, ${id(70)}, 'check.failed', ${id(41)}, ${status}, 'it fails', 4, 'failed to send message: 401', null)`)
const stored = async () =>
  (
    await db.query(sql`
      select status, retries, error, not_before <= now() as is_due from notification_send_history where id = ${MESSAGE}`)
  )[0]
const resend = (of = MESSAGE) => write('POST', `/api/notification/send_history/${of}/_resend`, {})
const errorOf = async (answer: Response) => ((await answer.json()) as { error?: string; message?: string }).error

test('queues another attempt for a message that failed, as if it was new', async () => {
  await store('error')
  const answer = await resend()
  expect([answer.status, await answer.json()]).toEqual([200, { id: MESSAGE, status: 'pending' }])
  expect(await stored()).toEqual({ status: 'pending', retries: 0, error: null, is_due: true })
})

test.each(['silenced', 'inhibited', 'repeat-interval', 'grouped', 'skipped'])(
  'queues an attempt for a message that is %s',
  async (status) => {
    await store(status)
    expect((await resend()).status).toBe(200)
    expect(await stored()).toMatchObject({ status: 'pending', is_due: true })
  }
)

test.each([
  ['sent', 'This message was already sent.'],
  ['pending', 'This message is already queued. Its status is pending.'],
  ['evaluating-waitfor', 'This message is already queued. Its status is evaluating-waitfor.'],
  ['attempting_fallback', 'This message is already queued. Its status is attempting_fallback.'],
])('refuses a message that is %s, and says so', async (status, words) => {
  await store(status)
  const answer = await resend()
  expect([answer.status, await errorOf(answer)]).toEqual([409, words])
  expect(await stored()).toMatchObject({ status, retries: 4 })
})

test('refuses a message whose rule was deleted', async () => {
  await store('error')
  await db.run(sql`update notifications set deleted_at = now() where id = ${id(70)}`)
  const answer = await resend()
  expect([answer.status, await errorOf(answer)]).toEqual([
    409,
    'The rule of this message was deleted. It cannot be sent again.',
  ])
})

test('queues a message once if it is requested twice at the same time', async () => {
  await store('error')
  const answers = await Promise.all([resend(), resend()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test.each([
  ['an unknown message', id(999), 404],
  ['an invalid id', 'nonsense', 400],
])('responds to %s with %s: %i', async (_what, of, status) => expect((await resend(of)).status).toBe(status))

test.each(['viewer', 'responder', 'commander'])('refuses a %s, who may not change notifications', async (role) => {
  as(person(role))
  await store('error')
  expect((await resend()).status).toBe(403)
  expect(await stored()).toMatchObject({ status: 'error' })
})
