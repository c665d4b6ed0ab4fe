import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { FLAPPING_CHANGES, FLAPPING_REASON, SETTLED_AFTER_MS } from '../../server/notifications/dispatch/flapping'
import { testDatabase } from '../helpers/database'
import { addRule, readSends, testNotifications } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'

// Resources whose health keeps changing.

const db = await testDatabase()
await db.script(organisation)
const [POD, CHECK] = [id(11), id(41)]
const HOUR = 3_600_000

beforeEach(() =>
  db.script(`
    delete from notification_send_history; delete from notifications; delete from notification_silences;
    update checks set status = 'healthy'; update config_items set health = 'healthy';
    delete from console.health_changes; delete from event_queue`)
)

const setCheck = (status: string) => db.run(sql`update checks set status = ${status} where id = ${CHECK}`)

/** Records the latest change at the time of the test, which can be ahead of that of the database. */
async function recordAt(at: Date) {
  await db.run(sql`
    update console.health_changes set times = trim_array(times, 1) || ${at}::timestamptz`)
  await db.run(sql`update event_queue set created_at = ${at}`)
}

async function flappingRule(columns: Parameters<typeof addRule>[1] = {}) {
  const sent: { title: string; message: string; key: string }[] = []
  const engine = testNotifications(db, {
    notify: async (_target, { title, message }, _signal, { idempotencyKey: key }) =>
      void sent.push({ title, message, key }),
  })
  const rule = await addRule(db, {
    events: ['check.failed', 'check.passed'],
    custom_services: [{ url: 'https://a.example' }],
    ...columns,
  })
  const change = async (status: string) => {
    await setCheck(status)
    await recordAt(engine.now())
    await engine.plan()
    await engine.send()
    // The clock must not fall behind that of the database.
    engine.pass(1000)
  }
  return {
    rule,
    sent,
    ...engine,
    change,
    flap: async (times: number) => {
      for (let index = 0; index < times; index++) await change(index % 2 === 0 ? 'unhealthy' : 'healthy')
    },
  }
}

test('says that a check is flapping, holds back further messages, and says when it is stable again', async () => {
  const { rule, sent, flap, change, send, pass, now } = await flappingRule()
  await flap(FLAPPING_CHANGES)
  expect(sent).toHaveLength(FLAPPING_CHANGES)
  expect(sent.slice(0, -1).some(({ message }) => message.includes('Flapping'))).toBe(false)
  expect(sent.at(-1)).toMatchObject({
    title: 'homepage is passing',
    message: expect.stringContaining('Flapping: 6 changes in the last hour.'),
  })
  await flap(5)
  expect(sent).toHaveLength(FLAPPING_CHANGES)
  const rows = await readSends(db, rule)
  const told = rows.find(({ payload }) => payload?.['flapping'] === 'true')
  expect(told).toMatchObject({ status: 'sent', error: null })
  const held = rows.filter(({ status }) => status === 'repeat-interval')
  // One row for each event.
  expect(held.map(({ source_event: name, count }) => [name, count]).toSorted()).toEqual([
    ['check.failed', 3],
    ['check.passed', 2],
  ])
  for (const one of held) expect(one).toMatchObject({ parent_id: told?.id, error: FLAPPING_REASON })
  const waiting = rows.filter(({ status }) => status === 'pending')
  expect(waiting).toMatchObject([
    { error: 'Sent when the health has not changed for 30 minutes.', payload: { settles: 'true' } },
  ])

  // The wait begins again with each change.
  pass(SETTLED_AFTER_MS - 60_000)
  await change('healthy')
  pass(SETTLED_AFTER_MS - 60_000)
  await send()
  expect(sent).toHaveLength(FLAPPING_CHANGES)
  pass(60_000)
  await send()
  expect(sent).toHaveLength(FLAPPING_CHANGES + 1)
  expect(sent.at(-1)).toMatchObject({
    title: 'homepage is passing',
    message: expect.stringContaining('Stable again: no change for 30 minutes.'),
    key: waiting[0]?.id,
  })
  const stable = (await readSends(db, rule)).find(({ id: one }) => one === waiting[0]?.id)
  expect(stable).toMatchObject({ status: 'sent', error: null, source_event: 'check.passed', created_at: now() })

  // The next failure is news, although the message about the flapping is less than an hour old.
  await change('unhealthy')
  expect(sent).toHaveLength(FLAPPING_CHANGES + 2)
})

test('says again after an hour that a check is still flapping', async () => {
  const { rule, sent, flap, pass } = await flappingRule()
  await flap(FLAPPING_CHANGES)
  pass(HOUR / 2)
  await flap(FLAPPING_CHANGES)
  pass(HOUR / 2)
  await flap(FLAPPING_CHANGES)
  const told = sent.filter(({ message }) => message.includes('Flapping'))
  expect(told).toHaveLength(2)
  expect((await readSends(db, rule)).filter(({ payload }) => payload?.['settles'] === 'true')).toHaveLength(1)
})

test('uses the texts of a rule only for its events', async () => {
  const { sent, flap, send, pass } = await flappingRule({
    events: ['check.failed'],
    title: '{{.check.name}} fails',
    template: 'See the logs.',
  })
  await flap(FLAPPING_CHANGES + 2)
  expect(sent.map(({ title }) => title)).toEqual(Array(4).fill('homepage fails'))
  expect(sent.at(-1)?.message).toBe('See the logs.\n\nFlapping: 7 changes in the last hour.')
  pass(SETTLED_AFTER_MS)
  await send()
  expect(sent).toHaveLength(5)
  expect(sent.at(-1)).toMatchObject({
    title: 'homepage is passing',
    message: expect.not.stringContaining('See the logs.'),
  })
})

test('a silence also holds back the message that a check is stable', async () => {
  const { rule, sent, flap, send, pass } = await flappingRule()
  await flap(FLAPPING_CHANGES)
  await db.run(sql`insert into notification_silences (check_id) values (${CHECK})`)
  pass(SETTLED_AFTER_MS)
  await send()
  expect(sent).toHaveLength(FLAPPING_CHANGES)
  expect((await readSends(db, rule)).find(({ payload }) => payload?.['settles'])).toMatchObject({ status: 'silenced' })
})

test('recognises flapping config items, also if the rule is about one state only', async () => {
  const { sent, plan, send, pass } = await flappingRule({ events: ['config.unhealthy'] })
  for (let index = 0; index < 10; index++) {
    await db.run(sql`
      update config_items set health = ${index % 2 === 0 ? 'unhealthy' : 'healthy'} where id = ${POD}`)
    await plan()
    await send()
    pass(1000)
  }
  // After changes 1, 3, 5 and 7.
  expect(sent).toHaveLength(4)
  expect(sent.at(-1)?.message).toContain('Flapping: 7 changes in the last hour.')
})

test('keeps the times of the latest hundred changes, and forgets those of deleted resources', async () => {
  for (let index = 0; index < 105; index++) await setCheck(index % 2 === 0 ? 'unhealthy' : 'healthy')
  const read = () =>
    db.query(sql`
    select cardinality(times) as count from console.health_changes where resource_id = ${CHECK}`)
  expect(await read()).toEqual([{ count: 100 }])
  await db.run(sql`update console.health_changes set resource_id = ${id(499)}`)
  await db.run(sql`
    insert into checks (id, canary_id, name, type, status)
    select ${id(499)}, canary_id, 'short-lived', type, 'healthy' from checks where id = ${CHECK}`)
  await db.run(sql`delete from checks where id = ${id(499)}`)
  expect(await db.query(sql`select from console.health_changes`)).toEqual([])
})
