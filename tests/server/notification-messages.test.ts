import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// Messages grouped by resource, and a single message, as other clients of the protocol request them.

const db = await testDatabase()
const { as, write, send } = await consoleApp(db)
const person = (...roles: string[]) => ({ id: id(1), name: 'Ada', email: null, roles })
const [CHECK, POD, OLD, COMPONENT, INCIDENT] = [id(41), id(11), id(12), id(31), id(50)]

const sentAt = (minutes: number) => `now() - interval '${minutes} minutes'`
beforeAll(async () => {
  await db.script(organisation)
  await db.script(`
    delete from notification_send_history;
    insert into notification_send_history (id, notification_id, source_event, resource_id, status, body, payload, created_at, first_observed) values
      ('${id(101)}', '${id(70)}', 'check.failed', '${CHECK}', 'sent', 'it fails', '{"resource_health": "unhealthy", "resource_status": "failing", "resource_health_description": "code=500"}', ${sentAt(1)}, ${sentAt(1)}),
      ('${id(102)}', '${id(70)}', 'check.failed', '${CHECK}', 'silenced', '', null, ${sentAt(30)}, ${sentAt(90)}),
      ('${id(103)}', '${id(70)}', 'check.passed', '${CHECK}', 'error', 'it works', null, ${sentAt(40)}, ${sentAt(40)}),
      ('${id(104)}', '${id(70)}', 'config.unhealthy', '${POD}', 'pending', '', null, ${sentAt(5)}, ${sentAt(5)}),
      ('${id(105)}', '${id(70)}', 'config.unhealthy', '${OLD}', 'sent', '', null, ${sentAt(10)}, ${sentAt(10)}),
      ('${id(106)}', '${id(70)}', 'component.unhealthy', '${COMPONENT}', 'inhibited', '', null, ${sentAt(600)}, ${sentAt(600)}),
      ('${id(107)}', '${id(70)}', 'incident.created', '${INCIDENT}', 'sent', 'an incident', null, ${sentAt(700)}, ${sentAt(700)})`)
})
beforeEach(() => as(person('admin')))

type Group = Record<string, unknown> & { resource: { name: string } | null }
async function summary(body: object) {
  const answer = await write('POST', '/api/notification/summary', body)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { total: number; results: Group[] | null }
}
const namesBy = async (body: object) => ((await summary(body)).results ?? []).map(({ resource }) => resource?.name)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/) as unknown

test('describes each resource by its latest message, and counts its messages', async () => {
  const { total, results } = await summary({})
  expect([total, results?.map(({ resource }) => resource?.name)]).toEqual([
    4,
    ['homepage', 'api', 'checkout', undefined],
  ])
  expect(results?.[0]).toEqual({
    resource: {
      id: CHECK,
      name: 'homepage',
      type: 'http',
      icon: null,
      health: 'healthy',
      status: 'healthy',
      deleted_at: null,
    },
    resource_type: 'http',
    resource_kind: 'check',
    resource_tags: null,
    resource_health: 'unhealthy',
    resource_status: 'failing',
    resource_health_description: 'code=500',
    first_observed: time,
    last_seen: time,
    total: 3,
    last_message: 'it fails',
    sent: 1,
    error: 1,
    suppressed: 1,
    in_progress: 0,
  })
  expect(results?.[1]).toMatchObject({
    resource_kind: 'config',
    resource_type: 'Kubernetes::Pod',
    resource_tags: { cluster: 'eu', namespace: 'shop' },
    resource_health: null,
    in_progress: 1,
  })
  // Incidents are not resources in the protocol.
  expect(results?.[3]).toMatchObject({ resource: null, resource_kind: null, resource_type: null, sent: 1 })
})

test.each<[string, object, (string | undefined)[]]>([
  ['a status', { status: 'pending' }, ['api']],
  ['an excluded status', { status: '!sent,!pending' }, ['homepage', 'checkout']],
  ['a kind', { resourceKind: 'component,check' }, ['homepage', 'checkout']],
  ['a type', { resourceType: 'Kubernetes*' }, ['api']],
  ['the beginning of a name', { search: 'home' }, ['homepage']],
  ['a name in any case', { search: 'HOME' }, ['homepage']],
  ['a part of a name', { search: '*page*' }, ['homepage']],
  ['characters that are wildcards elsewhere', { search: '*a_i*' }, []],
  ['a backslash', { search: '*\\' }, []],
  ['no part of a name without asterisks', { search: 'page' }, []],
  ['tags', { tags: 'cluster=eu,namespace in (shop)' }, ['api']],
  ['other tags', { tags: 'cluster=us' }, []],
  ['a start', { from: 'now-6m' }, ['homepage', 'api']],
  ['an end', { to: 'now-1h' }, ['checkout', undefined]],
  ['a range', { from: 'now-20m', to: 'now-2m' }, ['api']],
  ['deleted resources', { includeDeletedResources: true, resourceKind: 'config' }, ['api', 'old']],
  ['empty members', { status: '', search: '', tags: '', from: '', to: '', resourceKind: 'check' }, ['homepage']],
])('selects messages by %s', async (_what, body, names) => {
  expect(await namesBy(body)).toEqual(names)
})

test('returns null without messages', async () => {
  expect(await summary({ search: 'nothing' })).toEqual({ total: 0, results: null })
})

test('returns one page with the total of all pages', async () => {
  expect(await summary({ pageSize: 1, pageIndex: 1 })).toMatchObject({ total: 4, results: [{ resource: { id: POD } }] })
  expect(await summary({ pageSize: 1, pageIndex: 9 })).toEqual({ total: 4, results: null })
  expect((await summary({ pageSize: 0, pageIndex: -1 })).results).toHaveLength(4)
})

test('returns at most 50 groups', async () => {
  await db.run(sql`
    insert into config_items (id, name, type, config_class)
    select generate_ulid(), 'many', 'Many', 'Many' from generate_series(1, 60)`)
  await db.run(sql`
    insert into notification_send_history (notification_id, source_event, resource_id, status, body)
    select ${id(70)}, 'config.unhealthy', id, 'sent', '' from config_items where name = 'many'`)
  const { total, results } = await summary({ resourceType: 'Many', pageSize: 1000 })
  expect([total, results?.length]).toEqual([60, 50])
  await db.run(
    sql`delete from notification_send_history where resource_id in (select id from config_items where name = 'many')`
  )
})

test.each<[string[], number[]]>([
  [['status'], [2, 1, 1, 1, 1]],
  [['resource_kind'], [3, 1, 1, 1]],
  [
    ['resource', 'source_event'],
    [2, 1, 1, 1, 1],
  ],
  [['resource_tags'], [3 + 1 + 1, 1]],
])('groups messages by %s', async (groupBy, counts) => {
  const { results } = await summary({ groupBy })
  expect(results?.map(({ total }) => total as number).toSorted((a, b) => b - a)).toEqual(counts)
})

test.each<[string, unknown, number, object]>([
  ['an unknown group', { groupBy: ['nope'] }, 500, { error: expect.stringContaining('grouped by "nope"') }],
  ['a group with a quote', { groupBy: ['status"; --'] }, 500, { error: expect.stringContaining('Use resource') }],
  ['an invalid start', { from: 'xx' }, 400, { error: 'from is not a time: xx' }],
  ['an invalid end', { to: 'yesterday' }, 400, { error: 'to is not a time: yesterday' }],
  ['an invalid selector', { tags: '=' }, 400, { error: expect.stringContaining('not a label selector') }],
  ['a member of another type', { pageSize: 'many' }, 400, { message: expect.stringContaining('pageSize') }],
  ['a list', [], 400, { message: expect.stringContaining('bad request') }],
])('refuses %s as the protocol does', async (_what, body, status, refusal) => {
  const answer = await write('POST', '/api/notification/summary', body)
  expect([answer.status, await answer.json()]).toEqual([status, refusal])
})

const readsDenied = (object: string) =>
  db.run(sql`
    insert into permissions (action, subject_type, subject, person_id, object, deny)
    values ('read', 'person', ${id(2)}, ${id(2)}, ${object}, true)`)

const summarise = async () => (await write('POST', '/api/notification/summary', {})).status

test('requires the right to read notifications, unlike Mission Control', async () => {
  as({ ...person('viewer'), id: id(2) })
  expect(await summarise()).toBe(200)
  for (const object of ['notification', 'database.monitor']) {
    await readsDenied(object)
    expect(await summarise()).toBe(403)
    await db.run(sql`delete from permissions where person_id = ${id(2)}`)
  }
  as(undefined)
  expect(await summarise()).toBe(401)
  expect((await send('/api/notification/summary')).status).toBe(401)
})

const message = (of: string) => send(`/api/notification/send_history/${of}`)

test('returns a message with its resource', async () => {
  const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown
  const body = await (await message(id(101))).json()
  expect(Object.values(body)).not.toContain(null)
  expect(body).toMatchObject({
    id: id(101),
    notification_id: id(70),
    status: 'sent',
    body: 'it fails',
    body_markdown: 'it fails',
    payload: { resource_health: 'unhealthy', resource_status: 'failing', resource_health_description: 'code=500' },
    count: 1,
    created_at: stamp,
    first_observed: stamp,
    source_event: 'check.failed',
    resource_id: CHECK,
    resource_kind: 'check',
    resource_type: 'http',
    resource: expect.objectContaining({ id: CHECK, name: 'homepage', type: 'http', status: 'healthy', labels: {} }),
  })
})

test('returns no spec or document of the resource of a message, because it can contain secrets', async () => {
  await db.run(sql`update checks set spec = '{"password": "hunter2"}' where id = ${CHECK}`)
  await db.run(sql`update config_items set config = '{"password": "hunter2"}' where id = ${POD}`)
  for (const of of [101, 104]) expect(await (await message(id(of))).text()).not.toContain('hunter2')
})

const about = async (of: number) => {
  const { resource, resource_kind: kind } = await (await message(id(of))).json()
  return [kind, resource?.name, resource?.deleted_at !== undefined]
}

test('returns a message about a deleted, a missing or no resource', async () => {
  expect(await about(105)).toEqual(['config', 'old', true])
  expect(await about(107)).toEqual([undefined, undefined, false])
  await db.run(sql`update notification_send_history set resource_id = ${id(999)} where id = ${id(106)}`)
  expect(await about(106)).toEqual(['component', undefined, false])
  await db.run(sql`update notification_send_history set resource_id = ${COMPONENT} where id = ${id(106)}`)
})

test.each([
  [id(999), 404],
  ['no-id', 400],
])('refuses the message %s with %i', async (of, status) => {
  const answer = await message(of)
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(of) }])
})

test('requires the right to read notifications for a message, unlike Mission Control', async () => {
  as({ ...person('viewer'), id: id(2) })
  expect((await message(id(101))).status).toBe(200)
  // The resource of a message requires the right to read it, as embeds do.
  await readsDenied('canaries')
  expect(await about(101)).toEqual(['check', undefined, false])
  expect(await about(104)).toEqual(['config', 'api', false])
  await readsDenied('notification')
  expect((await message(id(101))).status).toBe(403)
  await db.run(sql`delete from permissions where person_id = ${id(2)}`)
  as(undefined)
  expect((await message(id(101))).status).toBe(401)
})

test('is closed to limited callers', async () => {
  await db.run(sql`insert into properties (name, value) values ('rls.enable', 'true')`)
  as({ ...person('guest'), id: id(2) })
  expect([await summarise(), (await message(id(101))).status]).toEqual([403, 403])
  await db.run(sql`delete from properties where name = 'rls.enable'`)
})
