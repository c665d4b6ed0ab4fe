import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { addRule, readSends, testNotifications } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'

// Messages about several resources.

const db = await testDatabase()
await db.script(organisation)
const SECOND = 1e9
const [FIRST, OTHER, THIRD] = [id(801), id(802), id(803)]

beforeEach(() =>
  db.script(`
    delete from notification_groups; delete from notification_send_history; delete from notifications;
    delete from config_items where id in ('${FIRST}', '${OTHER}', '${THIRD}');
    insert into config_items (id, name, type, config_class, labels, tags, health, external_id) values
      ('${FIRST}', 'first', 'Kubernetes::Pod', 'Pod', '{"app": "shop"}', '{"zone": "a"}', 'healthy', '{801}'),
      ('${OTHER}', 'other', 'Kubernetes::Pod', 'Pod', '{"app": "shop"}', '{"zone": "b"}', 'healthy', '{802}'),
      ('${THIRD}', 'third', 'Kubernetes::Node', 'Node', '{"app": "shop"}', '{"zone": "b"}', 'healthy', '{803}');
    delete from console.health_changes; delete from event_queue`)
)

const setHealth = (items: readonly string[], health: string) =>
  db.run(sql`update config_items set health = ${health} where id = any(${items}::uuid[])`)

async function groupedRule(columns: object = {}) {
  const sent: { title: string; message: string }[] = []
  const engine = testNotifications(db, {
    notify: async (_target, { title, message }) => void sent.push({ title, message }),
  })
  const rule = await addRule(db, {
    events: ['config.unhealthy'],
    custom_services: [{ url: 'https://a.example' }],
    group_by: ['type'],
    wait_for: 60 * SECOND,
    ...columns,
  })
  return { rule, sent, ...engine }
}

test('sends one message about all resources of a group', async () => {
  const { rule, sent, plan, send, pass } = await groupedRule()
  await setHealth([FIRST], 'unhealthy')
  await plan()
  pass(1000)
  await setHealth([OTHER, THIRD], 'unhealthy')
  await plan()
  const [leader, ...others] = await readSends(db, rule)
  expect(leader).toMatchObject({ status: 'pending', group_id: expect.any(String), parent_id: null })
  expect(others.map(({ status }) => status).toSorted()).toEqual(['grouped', 'pending'])
  expect(others.find(({ status }) => status === 'grouped')).toMatchObject({
    group_id: leader?.group_id,
    parent_id: leader?.id,
  })
  pass(60_000)
  await send()
  expect(sent.map(({ title }) => title).toSorted()).toEqual([
    'Kubernetes::Node third is unhealthy',
    'Kubernetes::Pod first is unhealthy (and 1 more)',
  ])
  expect(sent.find(({ title }) => title.includes('first'))?.message).toContain(
    'Also affected:\n- other (Kubernetes::Pod): unhealthy'
  )
})

test('sends nothing more about a group within its interval, and then a new message', async () => {
  const { rule, sent, plan, send, pass } = await groupedRule({ wait_for: null, group_by_interval: 600 * SECOND })
  await setHealth([FIRST], 'unhealthy')
  await plan()
  await send()
  await setHealth([OTHER], 'unhealthy')
  pass(1000)
  await plan()
  await send()
  expect((await readSends(db, rule)).map(({ status }) => status)).toEqual(['sent', 'grouped'])
  pass(600_000)
  await setHealth([OTHER], 'healthy')
  await setHealth([OTHER], 'unhealthy')
  await plan()
  await send()
  expect(sent.map(({ title }) => title)).toEqual([
    'Kubernetes::Pod first is unhealthy',
    'Kubernetes::Pod other is unhealthy',
  ])
})

test('is about the others when the first resource has recovered', async () => {
  const { rule, sent, plan, send, pass } = await groupedRule()
  await setHealth([FIRST], 'unhealthy')
  await plan()
  await setHealth([OTHER], 'unhealthy')
  await plan()
  await setHealth([FIRST], 'healthy')
  pass(60_000)
  await send()
  expect(sent.map(({ title }) => title)).toEqual(['Kubernetes::Pod other is unhealthy'])
  const members = await db.query(sql`
    select config_id::text, resolved_at is not null as resolved from notification_group_resources order by config_id`)
  expect(members).toEqual([
    { config_id: FIRST, resolved: true },
    { config_id: OTHER, resolved: false },
  ])
  expect((await readSends(db, rule))[0]).toMatchObject({ status: 'sent' })
})

test('skips the message when all resources have recovered', async () => {
  const { rule, sent, plan, send, pass } = await groupedRule()
  await setHealth([FIRST, OTHER], 'unhealthy')
  await plan()
  await setHealth([FIRST, OTHER], 'healthy')
  pass(60_000)
  await send()
  expect(sent).toEqual([])
  expect((await readSends(db, rule)).map(({ status }) => status).toSorted()).toEqual(['grouped', 'skipped'])
})

test.each([
  [['label:app'], 1],
  [['labels.app', 'type'], 2],
  [['tag:zone'], 2],
  [['tags:absent'], 1],
  [['description'], 1],
  [['status_reason'], 1],
  [['type', 'tag:zone'], 3],
])('groups by %j', async (by, groups) => {
  const { rule, plan } = await groupedRule({ group_by: by })
  await setHealth([FIRST, OTHER, THIRD], 'unhealthy')
  await plan()
  const sends = await readSends(db, rule)
  expect(sends.filter(({ status }) => status === 'pending')).toHaveLength(groups)
  expect(new Set(sends.map(({ group_id }) => group_id)).size).toBe(groups)
})

test('a message that failed holds back none of its group', async () => {
  const { rule, plan, pass } = await groupedRule()
  await setHealth([FIRST], 'unhealthy')
  await plan()
  await db.script(`update notification_send_history set status = 'error'`)
  pass(1000)
  await setHealth([OTHER], 'unhealthy')
  await plan()
  const [first, second] = await readSends(db, rule)
  expect(second).toMatchObject({ status: 'pending', group_id: first?.group_id })
})
