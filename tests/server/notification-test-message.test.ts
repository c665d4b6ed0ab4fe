import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { notificationRoutes } from '../../server/notifications/routes'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { addRule, readSends, receiver, testNotifications } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'

// One message of a stored rule that a user asks for.

const db = await testDatabase()
let laterMs = 0
const engine = testNotifications(db, { now: () => new Date(Date.now() + laterMs) })
const shared = [db, evaluateHere, 'https://console.example', () => new Date()] as const
const { as, write } = await consoleApp(db, {
  engines: [{ name: 'notifications', routes: notificationRoutes(...shared, 0) }],
})
const [ADA, CHECK] = [id(1), id(41)]
const person = (...roles: string[]) => ({ id: ADA, name: 'Ada', email: null, roles })

beforeAll(() => db.script(organisation))
beforeEach(async () => {
  as(person('editor'))
  await db.script(`
    delete from notification_send_history; delete from permissions; delete from check_statuses;
    insert into check_statuses (check_id, time, status, duration, message) values
      ('${CHECK}', now() - interval '2 hours', true, 10, ''), ('${CHECK}', now() - interval '1 hour', false, 10, 'code=503'),
      ('${CHECK}', now() - interval '1 minute', true, 10, '')`)
})

const ask = (rule: string, event?: object) => write('POST', '/api/notification/_test', { rule: { id: rule }, event })
async function queue(rule: string, event?: object): Promise<{ id: string; status: string }> {
  const answer = await ask(rule, event)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { id: string; status: string }
}

const refused = async (of: string, event?: object) => {
  const answer = await ask(of, event)
  return [answer.status, ((await answer.json()) as { error: string }).error]
}

test('sends a message about the newest event, although it has passed, and records it', async () => {
  const { url, received } = await receiver()
  const rule = await addRule(db, {
    events: ['check.failed'],
    custom_services: [{ name: 'hook', url }],
    wait_for: 3600e9,
    filter: 'false',
  })
  await db.run(sql`insert into notification_silences (check_id) values (${CHECK})`)
  const queued = await queue(rule)
  expect(queued).toEqual({ id: expect.any(String), status: 'pending' })
  await engine.send()
  expect(received.map(({ body }) => body)).toEqual([
    expect.objectContaining({ title: 'Test: homepage is failing', message: expect.stringContaining('code=503') }),
  ])
  expect(await readSends(db, rule)).toMatchObject([
    {
      id: queued.id,
      status: 'sent',
      source_event: 'check.failed',
      body: expect.stringMatching(/^\*\*Test: homepage is failing\*\*/),
      payload: { test: 'true', resource_id: CHECK },
    },
  ])
})

test('waits for the outcome and responds with it', async () => {
  const { url } = await receiver(() => 401)
  const { as: be, write: send } = await consoleApp(db, {
    engines: [{ name: 'notifications', routes: notificationRoutes(...shared, 20_000) }],
  })
  be(person('editor'))
  const rule = await addRule(db, { events: ['check.failed'], custom_services: [{ name: 'hook', url }] })
  const answer = send('POST', '/api/notification/_test', { rule: { id: rule } })
  await expect.poll(() => readSends(db, rule)).toHaveLength(1)
  await engine.send()
  expect(await (await answer).json()).toMatchObject({ status: 'error', error: expect.stringContaining('401') })
})

test('makes one attempt, and asks no fallback recipient', async () => {
  const failing = await receiver(() => 500)
  const fallback = await receiver()
  const rule = await addRule(db, {
    events: ['check.failed'],
    custom_services: [{ name: 'hook', url: failing.url }],
    fallback_custom_services: [{ name: 'other', url: fallback.url }],
  })
  await queue(rule)
  await engine.send()
  laterMs = 3_600_000
  await engine.send()
  laterMs = 0
  expect([failing.received.length, fallback.received.length]).toEqual([1, 0])
  expect(await readSends(db, rule)).toMatchObject([{ status: 'error', retries: 0 }])
})

test('does not stop the rule when its template fails, and holds back no message', async () => {
  const { url } = await receiver()
  const columns = { events: ['check.failed'], custom_services: [{ name: 'hook', url }], repeat_interval: '4h' }
  const broken = await addRule(db, { ...columns, title: '{{ range .check }}' })
  await queue(broken)
  const sound = await addRule(db, columns)
  await queue(sound)
  await engine.send()
  expect(await readSends(db, broken)).toMatchObject([
    { status: 'error', error: expect.stringContaining('The title cannot be filled in') },
  ])
  expect(await db.query(sql`select error from notifications where id = ${broken}`)).toEqual([{ error: null }])
  await db.script(`delete from notification_silences; delete from event_queue;
    update checks set status = 'unhealthy' where id = '${CHECK}'`)
  await db.run(sql`update event_queue set created_at = ${engine.now()}`)
  await engine.plan()
  expect((await readSends(db, sound)).map(({ status }) => status)).toEqual(['sent', 'pending'])
  await db.run(sql`update checks set status = 'healthy' where id = ${CHECK}`)
})

test('reads the event as the last author of the rule may', async () => {
  const { url, received } = await receiver()
  const rule = await addRule(db, {
    events: ['check.failed'],
    custom_services: [{ name: 'hook', url }],
    created_by: id(2),
  })
  await db.run(sql`
    insert into permissions (person_id, object, action, deny) values (${id(2)}, 'canaries', 'read', true)`)
  await queue(rule)
  await engine.send()
  expect(received).toEqual([])
  expect(await readSends(db, rule)).toMatchObject([
    { status: 'skipped', error: expect.stringContaining('last author') },
  ])
})

test('refuses rules and events that cannot be tested, with a sentence', async () => {
  const hook = { custom_services: [{ name: 'hook', url: 'https://hooks.example' }] }
  const rule = await addRule(db, { events: ['check.failed'], ...hook })
  const quiet = await addRule(db, { events: ['incident.dod.passed'], ...hook })
  expect(await refused(id(999))).toEqual([404, `There is no notification rule with this id: ${id(999)}`])
  expect(await refused('nonsense')).toEqual([400, expect.stringContaining('rule.id')])
  expect(await refused(await addRule(db, { events: ['check.failed'] }))).toEqual([409, 'The rule has no recipient.'])
  expect(await refused(await addRule(db, { events: ['check.failed'], playbook_id: id(60) }))).toEqual([
    409,
    'A rule that runs a playbook cannot be tested, because the playbook would run.',
  ])
  expect(await refused(quiet)).toEqual([404, expect.stringContaining('Choose another event')])
  expect(await refused(rule, { name: 'check.failed', resource_id: id(999) })).toEqual([
    404,
    expect.stringContaining('cannot be read'),
  ])
  await db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id)
    select ${rule}, '', 'sent', 'check.failed', ${CHECK} from generate_series(1, 50)`)
  expect(await refused(rule)).toEqual([409, expect.stringContaining('which is its limit')])
})

test('requires the right to update notifications, and to read the event', async () => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: [{ url: 'https://hooks.example' }] })
  for (const role of ['commander', 'viewer', 'guest']) {
    as(person(role))
    expect((await ask(rule)).status).toBe(403)
  }
  as(person('viewer'))
  await db.run(sql`insert into permissions (person_id, object, action) values (${ADA}, 'notification', 'create')`)
  expect((await ask(rule)).status).toBe(403)
  as(person('editor'))
  await db.run(sql`
    insert into permissions (person_id, object, action, deny) values (${ADA}, 'canaries', 'read', true)`)
  expect((await ask(rule, { name: 'check.failed', resource_id: CHECK })).status).toBe(404)
  expect(await readSends(db, rule)).toEqual([])
})
