import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { storePreferences } from '../../server/notifications/preferences/preferences'
import { defaultPreferences, type NotificationPreferences, weekdays } from '../../src/shared/notifications/preferences'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { addRule, readSends, testNotifications } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'

// How people want to be notified: their connection, quiet hours and digests.

const db = await testDatabase()
await db.script(organisation)
const { app, as, write } = await consoleApp(db)
const [ADA, BO, CHECK] = [id(1), id(2), id(41)]
const ITEMS = [id(801), id(802), id(803)]
const [SLACK, HTTP, DATABASE] = [id(901), id(902), id(903)]
const PATH = '/api/_notification_preferences'
const HOUR = 3_600_000

const getJson = async (path: string): Promise<unknown> => (await app.request(path)).json()
const clockOf = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString().slice(11, 16)

beforeEach(() =>
  db.script(`
    delete from notification_send_history; delete from notifications; delete from notification_silences;
    delete from console.notification_preferences; delete from connections; delete from permissions;
    delete from config_items where id = any('{${ITEMS.join(',')}}');
    insert into config_items (id, name, type, config_class, health, external_id) values
      ('${ITEMS[0]}', 'first', 'Kubernetes::Pod', 'Pod', 'healthy', '{801}'),
      ('${ITEMS[1]}', 'second', 'Kubernetes::Pod', 'Pod', 'healthy', '{802}'),
      ('${ITEMS[2]}', 'third', 'Kubernetes::Pod', 'Pod', 'healthy', '{803}');
    insert into connections (id, name, namespace, type, url) values
      ('${SLACK}', 'oncall', 'default', 'slack', 'https://hooks.slack.com/services/secret'),
      ('${HTTP}', 'hook', 'default', 'http', 'https://hook.example/secret'),
      ('${DATABASE}', 'orders', 'default', 'postgres', 'postgres://secret');
    update checks set status = 'healthy'; delete from console.health_changes; delete from event_queue`)
)

const setHealth = (item: string | undefined, health: string) =>
  db.run(sql`update config_items set health = ${health} where id = ${item ?? ''}`)

const smtp = { url: 'smtps://mail.example', from: 'ops@shop.example' }

function engineOf() {
  const sent: { url: string; to: string | undefined; title: string; message: string }[] = []
  const engine = testNotifications(db, {
    smtp,
    notify: async (target, { title, message, properties }) =>
      void sent.push({ url: target.url, to: properties['to'], title, message }),
  })
  /** Quiet from an hour ago to an hour ahead. */
  const quietHours = () => ({
    from: clockOf(engine.now(), -HOUR),
    to: clockOf(engine.now(), HOUR),
    days: weekdays,
    timeZone: 'UTC',
  })
  const prefer = (preferences: Partial<NotificationPreferences>, person = ADA) =>
    storePreferences(db, person, { ...defaultPreferences, ...preferences })
  return { ...engine, sent, quietHours, prefer }
}

const events = ['config.warning', 'config.unhealthy', 'check.failed']

test('keeps messages during quiet hours, except critical ones, and sends them as one', async () => {
  const { plan, send, pass, now, sent, prefer, quietHours } = engineOf()
  const quiet = quietHours()
  await prefer({ quietHours: quiet })
  const rule = await addRule(db, { events, person_id: ADA, title: '{{.config.name}}{{.check.name}}: look' })
  for (const item of ITEMS) await setHealth(item, 'warning')
  await db.run(sql`update checks set status = 'unhealthy' where id = ${CHECK}`)
  await plan()
  await send()
  expect(sent.map(({ title }) => title)).toEqual(['homepage: look'])
  const kept = (await readSends(db, rule)).filter(({ source_event: event }) => event === 'config.warning')
  const [end] = kept.map(({ not_before: at }) => at)
  expect(end?.toISOString().slice(11, 16)).toBe(quiet.to)
  expect(end?.getTime()).toBeGreaterThan(now().getTime())
  for (const one of kept)
    expect(one).toMatchObject({
      status: 'pending',
      error: 'Kept until the quiet hours of the recipient end.',
      not_before: end,
      person_id: ADA,
    })

  // One has recovered meanwhile.
  await setHealth(ITEMS[1], 'healthy')
  pass((end?.getTime() ?? 0) - now().getTime())
  await send()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ to: 'ada@shop.example', title: '2 notifications' })
  expect(sent[1]?.message).toMatch(
    /^- \d\d:\d\d first: look\n- \d\d:\d\d third: look\n\nOpen: https:\/\/console\.example\/notifications$/
  )
  const rows = (await readSends(db, rule)).filter(({ source_event: event }) => event === 'config.warning')
  const leader = rows.find(({ status }) => status === 'sent')
  expect(leader).toMatchObject({ error: null, parent_id: null })
  expect(rows.filter(({ status }) => status === 'grouped')).toMatchObject([{ parent_id: leader?.id }])
  expect(rows.filter(({ status }) => status === 'skipped')).toMatchObject([
    { error: 'Not sent, because the health of second is healthy now.', parent_id: null },
  ])
})

test('keeps critical messages, too, if the person wants that', async () => {
  const { plan, send, sent, prefer, quietHours } = engineOf()
  await prefer({ quietHours: quietHours(), waits: 'all' })
  await addRule(db, { events, person_id: ADA })
  await setHealth(ITEMS[0], 'unhealthy')
  await plan()
  await send()
  expect(sent).toEqual([])
})

test('sends a single kept message as it is', async () => {
  const { plan, send, pass, sent, prefer, quietHours } = engineOf()
  await prefer({ quietHours: quietHours() })
  await addRule(db, { events, person_id: ADA })
  await setHealth(ITEMS[0], 'warning')
  await plan()
  await send()
  expect(sent).toEqual([])
  pass(HOUR)
  await send()
  expect(sent.map(({ title }) => title)).toEqual(['Kubernetes::Pod first has a warning'])
})

test('sends a digest at the end of each interval, also if two processes send it', async () => {
  const first = engineOf()
  await first.prefer({ digestMinutes: 60 })
  const rule = await addRule(db, { events, person_id: ADA })
  for (const item of ITEMS) {
    await setHealth(item, 'warning')
    await first.plan()
    await first.send()
  }
  const rows = await readSends(db, rule)
  for (const one of rows) expect(one.error).toBe('Kept for the next digest of the recipient.')
  expect(rows[0]?.not_before?.toISOString()).toMatch(/:00:00\.000Z$/)
  first.pass(HOUR)
  const second = testNotifications(db, {
    smtp,
    now: first.now,
    notify: async () => void first.sent.push({ url: '', to: '', title: 'second', message: '' }),
  })
  await Promise.all([first.send(), second.send()])
  expect(first.sent).toHaveLength(1)
  expect((await readSends(db, rule)).map(({ status }) => status).toSorted()).toEqual(['grouped', 'grouped', 'sent'])
})

test('repeats a digest that could not be sent, without the fallback recipient of a rule', async () => {
  const titles: string[] = []
  const { plan, send, pass } = testNotifications(db, {
    smtp,
    notify: async (_target, { title }) => {
      titles.push(title)
      throw Object.assign(new Error('The mailbox is full.'), { isPermanent: titles.length > 1 })
    },
  })
  await engineOf().prefer({ digestMinutes: 60 })
  const rule = await addRule(db, { events, person_id: ADA, fallback_person_id: BO })
  for (const item of ITEMS) await setHealth(item, 'warning')
  await plan()
  await send()
  for (let count = 0; count < 3; count++) {
    pass(HOUR)
    await send()
  }
  expect(titles).toEqual(['3 notifications', '3 notifications'])
  expect((await readSends(db, rule)).map(({ status }) => status).toSorted()).toEqual(['error', 'grouped', 'grouped'])
})

test('does not keep a message that a user sends again', async () => {
  const { plan, send, sent, prefer, quietHours } = engineOf()
  await prefer({ quietHours: quietHours() })
  await db.run(sql`insert into notification_silences (config_id) values (${ITEMS[0] ?? ''})`)
  const rule = await addRule(db, { events, person_id: ADA })
  await setHealth(ITEMS[0], 'warning')
  await plan()
  as({ id: ADA, name: 'Ada', email: null, roles: ['editor'] })
  const [silenced] = await readSends(db, rule)
  expect((await write('POST', `/api/notification/send_history/${silenced?.id}/_resend`, {})).status).toBe(200)
  await send()
  expect(sent).toHaveLength(1)
})

test('sends to the connection of a person while the person may read it, without properties of the rule', async () => {
  const { plan, send, sent, prefer } = engineOf()
  await prefer({ connectionId: SLACK })
  const rule = await addRule(db, { events, person_id: ADA, properties: { to: 'eve@elsewhere.example' } })
  await setHealth(ITEMS[0], 'warning')
  await plan()
  await send()
  expect(sent).toMatchObject([{ url: expect.stringContaining('hooks.slack.com'), to: undefined }])
  expect(await readSends(db, rule)).toMatchObject([{ status: 'sent', person_id: ADA, connection_id: SLACK }])

  // Bo has no role, and may therefore read no connection.
  await prefer({ connectionId: SLACK }, BO)
  await db.run(sql`update notifications set person_id = ${BO}`)
  await setHealth(ITEMS[1], 'warning')
  await plan()
  await send()
  expect(sent[1]).toMatchObject({ url: smtp.url, to: 'bo@shop.example' })
})

const asPerson = (person: string, ...roles: string[]) => as({ id: person, name: 'Somebody', email: null, roles })
const quiet = { from: '22:00', to: '07:00', days: ['mon', 'sun'], timeZone: 'Europe/Berlin' }
const wanted = { connectionId: HTTP, quietHours: quiet, waits: 'all', digestMinutes: 30 }

test('stores and returns the preferences of the caller, and the connections that the caller may choose', async () => {
  asPerson(ADA, 'admin')
  const connections = [
    { id: HTTP, name: 'hook', namespace: 'default', type: 'http' },
    { id: SLACK, name: 'oncall', namespace: 'default', type: 'slack' },
  ]
  expect(await getJson(PATH)).toEqual({ preferences: defaultPreferences, connections, email: 'ada@shop.example' })
  const answer = await write('PUT', PATH, wanted)
  expect([answer.status, await answer.json()]).toEqual([200, wanted])
  expect(await getJson(PATH)).toMatchObject({ preferences: wanted })
  asPerson(BO, 'viewer')
  expect(await getJson(PATH)).toEqual({ preferences: defaultPreferences, connections: [], email: 'bo@shop.example' })
})

test('only those who may update people read or change the preferences of others', async () => {
  asPerson(ADA, 'admin')
  await write('PUT', PATH, wanted)
  asPerson(BO, 'viewer')
  expect((await app.request(`${PATH}?person_id=${ADA}`)).status).toBe(403)
  expect((await write('PUT', `${PATH}?person_id=${ADA}`, defaultPreferences)).status).toBe(403)
  asPerson(BO, 'admin')
  expect(await getJson(`${PATH}?person_id=${ADA}`)).toMatchObject({ preferences: wanted })
  expect((await write('PUT', `${PATH}?person_id=${ADA}`, defaultPreferences)).status).toBe(200)
  expect((await app.request(`${PATH}?person_id=${id(999)}`)).status).toBe(404)
  expect((await app.request(`${PATH}?person_id=me`)).status).toBe(400)
})

test.each([
  ['a time', { ...wanted, quietHours: { ...quiet, from: '7:00' } }],
  ['a time zone', { ...wanted, quietHours: { ...quiet, timeZone: 'Europe/Atlantis' } }],
  ['an offset', { ...wanted, quietHours: { ...quiet, timeZone: '+02:00' } }],
  ['a day', { ...wanted, quietHours: { ...quiet, days: ['someday'] } }],
  ['no day', { ...wanted, quietHours: { ...quiet, days: [] } }],
  ['an interval', { ...wanted, digestMinutes: 1 }],
  ['an address', { ...wanted, connectionId: 'https://hooks.slack.com/services/secret' }],
  ['a connection that receives no messages', { ...wanted, connectionId: DATABASE }],
  ['an unknown connection', { ...wanted, connectionId: id(999) }],
])('refuses invalid preferences: %s', async (_what, body) => {
  asPerson(ADA, 'admin')
  expect((await write('PUT', PATH, body)).status).toBe(400)
  expect(await db.query(sql`select from console.notification_preferences`)).toEqual([])
})

test('refuses a connection that the caller may not read', async () => {
  asPerson(BO, 'viewer')
  expect((await write('PUT', PATH, wanted)).status).toBe(400)
})

test('a limited token reads, but does not change, the preferences of its person', async () => {
  as({ id: ADA, name: 'Ada', email: null, roles: ['viewer'], token: { id: id(5), isLimited: true } })
  expect((await app.request(PATH)).status).toBe(200)
  expect((await write('PUT', PATH, defaultPreferences)).status).toBe(403)
})
