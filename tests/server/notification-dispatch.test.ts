import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { addRule, readSends, testNotifications } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'

// From events to messages: what is sent, and why nothing is.

const db = await testDatabase()
await db.script(organisation)
const [CLUSTER, POD, COMPONENT, CHECK, ADA] = [id(10), id(11), id(31), id(41), id(1)]
const HOUR = 3_600_000
const SECOND = 1e9
const services = [{ name: 'hook', url: 'https://hooks.example/a' }]

let engine = testNotifications(db)
beforeEach(async () => {
  await db.script(`
    delete from config_changes where source = 'notification';
    delete from notification_send_history; delete from notifications; delete from notification_silences;
    update checks set status = 'healthy'; update config_items set health = 'healthy'; update components set health = 'healthy';
    delete from console.health_changes; delete from event_queue`)
  engine = testNotifications(db)
})

const fail = () => db.script(`update checks set status = 'unhealthy' where id = '${CHECK}'`)
const pass = () => db.script(`update checks set status = 'healthy' where id = '${CHECK}'`)
const setHealth = (item: string, health: string) =>
  db.run(sql`update config_items set health = ${health} where id = ${item}`)
const statuses = async (rule: string) => (await readSends(db, rule)).map(({ status }) => status)
const ruleError = async (rule: string) =>
  (await db.query(sql`select error, error_at from notifications where id = ${rule}`))[0]

test('plans one message for each rule that matches an event', async () => {
  const first = await addRule(db, { events: ['check.failed'], custom_services: services })
  const filtered = await addRule(db, {
    events: ['check.failed'],
    custom_services: services,
    filter: "check.name == 'other'",
  })
  const other = await addRule(db, { events: ['check.passed'], custom_services: services })
  await fail()
  await engine.plan()
  await engine.plan()
  const [send, ...more] = await readSends(db, first)
  expect(more).toEqual([])
  expect(send).toMatchObject({
    status: 'pending',
    source_event: 'check.failed',
    not_before: engine.now(),
    count: 1,
    retries: 0,
    payload: {
      event_name: 'check.failed',
      notification_id: first,
      resource_id: CHECK,
      resource_health: 'unhealthy',
      properties: expect.stringContaining(CHECK),
    },
  })
  expect(send?.body).toContain('homepage is failing')
  expect(await statuses(filtered)).toEqual([])
  expect(await statuses(other)).toEqual([])
  expect(await db.query(sql`select from event_queue`)).toEqual([])
})

test('plans messages about config items, components and incidents', async () => {
  const events = ['config.unhealthy', 'component.unhealthy', 'incident.created', 'incident.comment.added']
  const rule = await addRule(db, { events, person_id: ADA })
  await setHealth(POD, 'unhealthy')
  await db.run(sql`update components set health = 'unhealthy' where id = ${COMPONENT}`)
  await db.run(sql`
    insert into comments (incident_id, comment, created_by) values (${id(50)}, 'Looking', ${ADA})`)
  await engine.plan()
  const sends = await readSends(db, rule)
  expect(sends.map(({ source_event }) => source_event).toSorted()).toEqual([
    'component.unhealthy',
    'config.unhealthy',
    'incident.comment.added',
  ])
  expect(sends.every(({ person_id, status }) => person_id === ADA && status === 'pending')).toBe(true)
  expect(sends.find(({ source_event }) => source_event === 'incident.comment.added')?.payload?.['resource_id']).toBe(
    id(50)
  )
})

test('ignores events from before the rule, and events older than an hour', async () => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: services, created_at: '2000-01-01' })
  const later = await addRule(db, {
    events: ['check.failed'],
    custom_services: services,
    created_at: new Date(Date.now() + HOUR),
  })
  await fail()
  await engine.plan()
  expect([await statuses(rule), await statuses(later)]).toEqual([['pending'], []])
  await db.script('delete from notification_send_history')
  await pass()
  await fail()
  engine.pass(HOUR + 60_000)
  await engine.plan()
  expect(await statuses(rule)).toEqual([])
})

test('holds back repetitions within the repeat interval, and counts them in one row', async () => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: services, repeat_interval: '4h' })
  const again = async () => {
    await pass()
    await fail()
    await engine.plan()
  }
  await fail()
  await engine.plan()
  const [sent] = await readSends(db, rule)
  await again()
  engine.pass(60_000)
  await again()
  const [, held, ...more] = await readSends(db, rule)
  expect(more).toEqual([])
  expect(held).toMatchObject({ status: 'repeat-interval', parent_id: sent?.id, count: 2, created_at: engine.now() })
  expect(held?.first_observed.getTime()).toBe(engine.now().getTime() - 60_000)
  await db.run(sql`update notification_send_history set created_at = created_at - interval '5 hours'`)
  await again()
  expect(await statuses(rule)).toEqual(['pending', 'repeat-interval', 'pending'])
})

test('does not hold back a repetition of a message that failed', async () => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: services, repeat_interval: '4h' })
  await fail()
  await engine.plan()
  await db.script(`update notification_send_history set status = 'error'`)
  await pass()
  await fail()
  engine.pass(1000)
  await engine.plan()
  expect(await statuses(rule)).toEqual(['error', 'pending'])
})

test('silences messages, and stores the error of a broken silence', async () => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: services })
  await db.script(`insert into notification_silences (filter) values ('check.nme == 1')`)
  await fail()
  await engine.plan()
  const [stored] = await db.query(sql`select error from notification_silences`)
  expect(stored?.['error']).toContain('check.nme')
  const [silence] = await db.query<{ id: string }>(sql`
    insert into notification_silences (canary_id) values (${id(40)}) returning id::text`)
  engine.pass(1000)
  await pass()
  await fail()
  await engine.plan()
  expect(await readSends(db, rule)).toMatchObject([
    { status: 'pending' },
    { status: 'silenced', silenced_by: silence?.id, not_before: null },
  ])
})

test('holds back messages about items below an item that was notified', async () => {
  const inhibitions = [{ direction: 'outgoing', from: 'Kubernetes::Cluster', to: ['Kubernetes::Pod'], depth: 3 }]
  await db.run(sql`update config_items set type = 'Kubernetes::Cluster' where id = ${CLUSTER}`)
  await db.run(sql`update config_items set type = 'Kubernetes::Pod' where id = ${POD}`)
  await db.run(sql`
    insert into config_relationships (config_id, related_id, relation) values (${CLUSTER}, ${POD}, 'hard')
    on conflict do nothing`)
  const rule = await addRule(db, {
    events: ['config.unhealthy'],
    custom_services: services,
    repeat_interval: '1h',
    inhibitions,
  })
  const other = await addRule(db, { events: ['config.unhealthy'], custom_services: services, inhibitions })
  await setHealth(CLUSTER, 'unhealthy')
  await engine.plan()
  engine.pass(1000)
  await setHealth(POD, 'unhealthy')
  await engine.plan()
  const [first, second] = await readSends(db, rule)
  expect(first).toMatchObject({ status: 'pending' })
  expect(second).toMatchObject({ status: 'inhibited', parent_id: first?.id })
  // Without a repeat interval nothing is held back.
  expect(await statuses(other)).toEqual(['pending', 'pending'])
})

test('skips messages over the limit of 50 within four hours', async () => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: services })
  await db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, created_at)
    select ${rule}, '', 'sent', 'check.failed', ${id(99)}, ${engine.now()}::timestamptz - interval '1 hour'
    from generate_series(1, 50)`)
  await fail()
  await engine.plan()
  expect((await readSends(db, rule)).find(({ status }) => status !== 'sent')).toMatchObject({
    status: 'skipped',
    error: 'Not sent, because the rule has sent 50 messages within four hours, which is its limit.',
  })
  const [summary] = await db.query(sql`select sent, failed from notifications_summary where id = ${rule}`)
  expect(summary).toEqual({ sent: 50, failed: 0 })
  await db.run(sql`delete from notification_send_history where status = 'skipped'`)
  engine.pass(3 * HOUR + 1)
  await pass()
  await fail()
  await db.run(sql`update event_queue set created_at = ${engine.now()}`)
  await engine.plan()
  expect((await statuses(rule)).filter((status) => status !== 'sent')).toEqual(['pending'])
})

test('skips the message of a health that has changed since', async () => {
  const rule = await addRule(db, { events: ['check.failed', 'config.unhealthy'], custom_services: services })
  await fail()
  await pass()
  await setHealth(POD, 'unhealthy')
  await setHealth(POD, 'warning')
  await engine.plan()
  const sends = await readSends(db, rule)
  expect(sends.map(({ status }) => status)).toEqual(['skipped', 'skipped'])
  expect(sends.map(({ error }) => error).toSorted()).toEqual([
    'Not sent, because the health of api is warning now.',
    'Not sent, because the health of homepage is healthy now.',
  ])
})

test('waits before a message is due, and counts further events of a waiting message', async () => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: services, wait_for: 300 * SECOND })
  await fail()
  await engine.plan()
  const due = new Date(engine.now().getTime() + 300_000)
  engine.pass(1000)
  await pass()
  await fail()
  await engine.plan()
  expect(await readSends(db, rule)).toMatchObject([{ status: 'pending', not_before: due, count: 2 }])
})

test.each([
  [{ filter: 'check.nme == 1' }, 'check.nme'],
  [{ filter: 'check.name' }, 'not true or false'],
  [{ template: '{{ range .check }}' }, 'The template cannot be filled in'],
  [{ repeat_interval: 'often' }, 'The repeat interval "often" is not a duration'],
])('stores the error of a rule with %j, and skips the rule until it is changed', async (columns, error) => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: services, ...columns })
  const sound = await addRule(db, { events: ['check.failed'], custom_services: services })
  await fail()
  await engine.plan()
  expect(await ruleError(rule)).toEqual({ error: expect.stringContaining(error), error_at: engine.now() })
  expect(await statuses(rule)).toEqual([])
  expect(await statuses(sound)).toEqual(['pending'])
  const [name = ''] = Object.keys(columns)
  await db.script(`update notifications set ${name} = null where id = '${rule}'`)
  expect(await ruleError(rule)).toEqual({ error: null, error_at: null })
  await pass()
  await fail()
  await engine.plan()
  expect(await statuses(rule)).toEqual(['pending'])
})

test('reads the resource as the last author of the rule may', async () => {
  const rule = await addRule(db, { events: ['check.failed'], custom_services: services, created_by: id(2) })
  const own = await addRule(db, { events: ['check.failed'], custom_services: services, created_by: ADA })
  await db.run(sql`
    insert into permissions (person_id, object, action, deny, created_by) values (${id(2)}, 'canaries', 'read', true, ${ADA})`)
  await fail()
  await engine.plan()
  expect(await statuses(rule)).toEqual([])
  expect(await statuses(own)).toEqual(['pending'])
  // The person who changes the rule becomes its author.
  await db.transaction(async (tx) => {
    await tx.query(sql`select set_config('console.person', ${id(2)}, true)`)
    await tx.run(sql`update notifications set title = 'x' where id = ${own}`)
  })
  await db.script('delete from notification_send_history')
  await pass()
  await fail()
  await engine.plan()
  expect(await statuses(own)).toEqual([])
  await db.script('delete from permissions')
})

test('does not follow its own messages about a config item', async () => {
  const rule = await addRule(db, { events: ['config.unhealthy', 'config.changed'], custom_services: services })
  await setHealth(POD, 'unhealthy')
  await engine.plan()
  const planned = await statuses(rule)
  await db.script(`update notification_send_history set status = 'sent'`)
  expect(await db.query(sql`select from event_queue where name = 'config.changed'`)).toHaveLength(planned.length)
  await engine.plan()
  expect(await db.query(sql`select from event_queue`)).toEqual([])
  expect(await statuses(rule)).toHaveLength(planned.length)
})

test('keeps no event that no rule is about', async () => {
  await addRule(db, { events: ['check.failed'], custom_services: services, error: 'The filter is broken.' })
  await addRule(db, { events: ['check.failed'] })
  await fail()
  await engine.plan()
  expect(await db.query(sql`select from event_queue`)).toEqual([])
  expect(await db.query(sql`select from notification_send_history`)).toEqual([])
})
