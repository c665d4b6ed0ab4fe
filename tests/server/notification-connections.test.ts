import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { addRule, readSends, receiver, testNotifications } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'

// Stored connections as recipients: only those who may read connections make messages go there.

const db = await testDatabase()
const { as, write } = await consoleApp(db)
const [ADA, BO, TEAM, CONNECTION, CHECK] = [id(1), id(2), id(3), id(98), id(41)]
const admin = { id: ADA, name: 'Ada', email: null, roles: ['admin'] }
const editor = { id: BO, name: 'Bo', email: null, roles: ['editor'] }
const SENTENCE =
  'You cannot write notification rules or teams that send to a stored connection: this requires read on connection'
const reference = 'connection://default/pager'

beforeAll(() => db.script(organisation))
beforeEach(async () => {
  await db.script(`
    delete from notification_send_history; delete from notification_silences; delete from permissions; delete from connections where id = '${CONNECTION}';
    delete from casbin_rule where v0 = '${BO}'; update people set deleted_at = null where id = '${BO}';
    update teams set spec = null; update checks set status = 'healthy'; delete from event_queue`)
  await db.run(sql`
    insert into connections (id, name, namespace, type, url) values (${CONNECTION}, 'pager', 'default', 'webhook', 'http://127.0.0.1:1')`)
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${BO}, 'editor')`)
  as(editor)
})

let count = 0
const rule = (columns: object) => ({ name: `rule ${count++}`, events: ['check.failed'], source: 'UI', ...columns })
const post = (columns: object) => write('POST', '/api/db/notifications', rule(columns))
const patch = (of: string, columns: object) => write('PATCH', `/api/db/notifications?id=eq.${of}`, columns)
const answer = async (response: Response) => [response.status, (await response.text()).slice(0, 300)]
const refused = [403, expect.stringContaining(SENTENCE)]

test.each([
  ['custom_services', { connection: reference }],
  ['custom_services', { connection: CONNECTION }],
  ['custom_services', { url: reference }],
  ['fallback_custom_services', { connection: 'pager' }],
])('refuses %s with %j to an author who may not read connections', async (column, service) => {
  const columns = { person_id: ADA, [column]: [{ name: 'a', ...service }] }
  expect(await answer(await post(columns))).toEqual(refused)
  const own = await addRule(db, { events: ['check.failed'], person_id: ADA })
  expect(await answer(await patch(own, columns))).toEqual(refused)
  await db.run(sql`insert into permissions (person_id, object, action) values (${BO}, 'connection', 'read')`)
  expect((await post(columns)).status).toBe(201)
  await db.script('delete from permissions')
  as(admin)
  expect((await post(columns)).status).toBe(201)
})

test('allows addresses, and changes that do not affect messages to a connection', async () => {
  expect((await post({ custom_services: [{ name: 'a', url: 'https://hooks.example' }] })).status).toBe(201)
  const used = await addRule(db, { events: ['check.failed'], custom_services: [{ connection: reference }] })
  for (const columns of [{ title: 'x' }, { filter: 'true' }, { person_id: ADA }, { namespace: 'other' }])
    expect(await answer(await patch(used, columns))).toEqual(refused)
  for (const columns of [
    { repeat_interval: '1h' },
    { deleted_at: '2026-01-01T00:00:00Z' },
    { deleted_at: null },
    { custom_services: [{ name: 'a', url: 'https://hooks.example' }] },
  ])
    expect((await patch(used, columns)).status).toBe(204)
})

test('refuses a team that receives messages by a connection', async () => {
  const spec = { notifications: [{ name: 'a', connection: reference }] }
  expect(await answer(await write('PATCH', `/api/db/teams?id=eq.${TEAM}`, { spec }))).toEqual(refused)
  expect((await write('PATCH', `/api/db/teams?id=eq.${TEAM}`, { name: 'platform' })).status).toBe(204)
  as(admin)
  expect((await write('PATCH', `/api/db/teams?id=eq.${TEAM}`, { spec })).status).toBe(204)
})

async function sendAs(author: string | null, columns: object = { custom_services: [{ connection: reference }] }) {
  // Those of other tests.
  await db.script('update notifications set deleted_at = now(); delete from console.health_changes')
  const engine = testNotifications(db)
  const { url, received } = await receiver()
  await db.run(sql`update connections set url = ${url} where id = ${CONNECTION}`)
  const of = await addRule(db, { events: ['check.failed'], created_by: author, ...columns })
  await db.run(sql`update checks set status = 'unhealthy' where id = ${CHECK}`)
  await engine.plan()
  await engine.send()
  await db.run(sql`update notifications set deleted_at = now() where id = ${of}`)
  const sends = await readSends(db, of)
  return { received: received.length, sends: sends.map(({ status, error }) => ({ status, error })) }
}
const notAllowed = {
  received: 0,
  sends: [
    {
      status: 'error',
      error: 'The last author of the rule may not send to stored connections: this requires read on connection.',
    },
  ],
}
const sent = { received: 1, sends: [{ status: 'sent', error: null }] }

test('sends nothing to a connection that the last author may no longer use', async () => {
  expect(await sendAs(BO)).toEqual(notAllowed)
})

test.each([
  ['an administrator', ADA],
  ['nobody', null],
])('sends to a connection for %s', async (_who, author) => {
  expect(await sendAs(author)).toEqual(sent)
})

test('sends to a connection for an author who was removed, unless a denial remains', async () => {
  await db.run(sql`update people set deleted_at = now() where id = ${BO}`)
  expect(await sendAs(BO)).toEqual(sent)
  await db.script(`update checks set status = 'healthy'; delete from event_queue`)
  await db.run(sql`
    insert into permissions (person_id, object, action, deny) values (${BO}, 'connection', 'read', true)`)
  expect(await sendAs(BO)).toEqual(notAllowed)
})

test('sends to the connection of a team, regardless of the author of the rule', async () => {
  await db.run(sql`
    update teams set spec = jsonb_build_object('notifications', jsonb_build_array(jsonb_build_object('connection', ${reference}::text)))`)
  expect(await sendAs(BO, { team_id: TEAM })).toEqual(sent)
})
