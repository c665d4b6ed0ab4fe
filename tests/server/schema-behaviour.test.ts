import { expect, test } from 'vitest'
import { json, sql } from '../../server/db/sql'
import { testDatabase } from '../helpers/database'

// What the database does by itself: triggers and functions that clients rely on.

const db = await testDatabase()

const one = async <R extends Record<string, unknown>>(statement: ReturnType<typeof sql>): Promise<R> => {
  const [row] = await db.query<R>(statement)
  if (!row) throw new Error('no row')
  return row
}
let counter = 0
const unique = (name: string) => `${name}-${counter++}`

const person = async () =>
  (await one<{ id: string }>(sql`insert into people (name) values (${unique('person')}) returning id`)).id
const config = async (parts: { parent?: string; path?: string; health?: string | null; name?: string } = {}) =>
  (
    await one<{ id: string }>(sql`
      insert into config_items (name, type, config_class, parent_id, path, health)
      values (${parts.name ?? unique('config')}, 'Test::Item', 'Item', ${parts.parent ?? null}, ${parts.path ?? null}, ${parts.health ?? null})
      returning id`)
  ).id
const relate = (from: string, to: string, relation: string) =>
  db.run(sql`insert into config_relationships (config_id, related_id, relation) values (${from}, ${to}, ${relation})`)
const canary = async () =>
  (
    await one<{ id: string }>(sql`
    insert into canaries (name, namespace, spec, labels) values (${unique('canary')}, 'default', '{}', '{"a":"1"}') returning id`)
  ).id
const check = async (canaryId: string) =>
  (
    await one<{ id: string }>(sql`
    insert into checks (canary_id, type, name, labels) values (${canaryId}, 'http', ${unique('check')}, '{"b":"2"}') returning id`)
  ).id
const component = async () =>
  (
    await one<{ id: string }>(sql`
    insert into components (name, external_id, status) values (${unique('component')}, ${unique('x')}, 'healthy') returning id`)
  ).id
const incident = async (by: string) =>
  await one<{ id: string; incident_id: string }>(sql`
    insert into incidents (title, description, type, severity, status, created_by)
    values ('t', '', 'availability', 'High', 'open', ${by}) returning id, incident_id`)
const figures = async (id: string) => one(sql`select uptime, latency, labels from check_summary where id = ${id}`)
const events = async (id: string) =>
  (
    await db.query<{ name: string }>(
      sql`select name from event_queue where properties ->> 'id' = ${id} order by created_at, name`
    )
  ).map(({ name }) => name)

test('ids sort by the time they were made', async () => {
  const { first } = await one<{ first: string }>(sql`select generate_ulid() as first`)
  await new Promise((resolve) => setTimeout(resolve, 3))
  const { second } = await one<{ second: string }>(sql`select generate_ulid() as second`)
  expect(first < second).toBe(true)
  expect(Math.abs(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000)
})

test('incidents are numbered', async () => {
  const by = await person()
  const numbers = [await incident(by), await incident(by)].map(({ incident_id }) =>
    Number(incident_id.replace('INC-', ''))
  )
  expect(numbers[1]).toBe((numbers[0] ?? 0) + 1)
})

test('updated_at is kept by the database, whatever a client sends', async () => {
  const old = '2001-01-01T00:00:00Z'
  const { id } = await one<{ id: string }>(sql`
    insert into playbooks (name, spec, source, updated_at) values (${unique('p')}, '{}', 'UI', ${old}) returning id`)
  const touch = (statement: ReturnType<typeof sql>) => one<{ updated_at: Date }>(statement)
  const unchanged = await touch(
    sql`update playbooks set title = title, updated_at = ${old} where id = ${id} returning updated_at`
  )
  expect(unchanged.updated_at).toEqual(new Date(old))
  const changed = await touch(
    sql`update playbooks set title = 'new', updated_at = ${old} where id = ${id} returning updated_at`
  )
  expect(changed.updated_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('only a new spec makes a canary newer, only a new document a config item', async () => {
  const old = '2001-01-01T00:00:00Z'
  const canaryId = await canary()
  await db.run(sql`alter table canaries disable trigger touch`)
  await db.run(sql`update canaries set updated_at = ${old} where id = ${canaryId}`)
  await db.run(sql`alter table canaries enable trigger touch`)
  const after = async () =>
    (await one<{ updated_at: Date }>(sql`select updated_at from canaries where id = ${canaryId}`)).updated_at
  await db.run(sql`update canaries set labels = '{"x":"y"}' where id = ${canaryId}`)
  expect(await after()).toEqual(new Date(old))
  await db.run(sql`update canaries set spec = '{"schedule":"@hourly"}' where id = ${canaryId}`)
  expect((await after()).getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('a check notes when its status changed, and tells the queue', async () => {
  const id = await check(await canary())
  const set = (status: string) =>
    db.run(sql`update checks set status = ${status}, last_runtime = now() where id = ${id}`)
  const transition = async () =>
    (await one<{ last_transition_time: Date }>(sql`select last_transition_time from checks where id = ${id}`))
      .last_transition_time
  await set('healthy')
  const first = await transition()
  await set('healthy')
  expect(await transition()).toEqual(first)
  await set('unhealthy')
  expect((await transition()).getTime()).toBeGreaterThanOrEqual(first.getTime())
  expect((await events(id)).toSorted()).toEqual(['check.failed', 'check.passed'])
})

test('deleting a canary takes its checks along', async () => {
  const canaryId = await canary()
  const checkId = await check(canaryId)
  const componentId = await component()
  await db.run(
    sql`insert into check_component_relationships (component_id, check_id, canary_id) values (${componentId}, ${checkId}, ${canaryId})`
  )
  await db.run(sql`update canaries set deleted_at = now() where id = ${canaryId}`)
  expect(await db.query(sql`select from checks where id = ${checkId} and deleted_at is null`)).toEqual([])
  expect(
    await db.query(sql`select from check_component_relationships where check_id = ${checkId} and deleted_at is null`)
  ).toEqual([])
})

test('deleting a component cuts its links', async () => {
  const [a, b, item] = [await component(), await component(), await config()]
  await db.run(sql`insert into component_relationships (component_id, relationship_id) values (${a}, ${b})`)
  await db.run(sql`insert into config_component_relationships (component_id, config_id) values (${a}, ${item})`)
  await db.run(sql`update components set deleted_at = now() where id = ${a}`)
  expect(
    await db.query(sql`select from component_relationships where component_id = ${a} and deleted_at is null`)
  ).toEqual([])
  expect(
    await db.query(sql`select from config_component_relationships where component_id = ${a} and deleted_at is null`)
  ).toEqual([])
})

test('deleting an agent ends its tokens, and with cleanup what it pushed', async () => {
  const owner = await person()
  const { id } = await one<{ id: string }>(
    sql`insert into agents (name, person_id) values (${unique('agent')}, ${owner}) returning id`
  )
  await db.run(
    sql`insert into access_tokens (name, person_id, value, created_at, expires_at) values ('t', ${owner}, 'h', now(), now() + interval '1 year')`
  )
  const pushed = await one<{ id: string }>(
    sql`insert into canaries (name, namespace, spec, agent_id) values (${unique('c')}, 'd', '{}', ${id}) returning id`
  )
  await db.run(sql`update agents set cleanup = true, deleted_at = now() where id = ${id}`)
  expect(await db.query(sql`select from access_tokens where person_id = ${owner} and expires_at > now()`)).toEqual([])
  expect(await db.query(sql`select from canaries where id = ${pushed.id} and deleted_at is null`)).toEqual([])
})

test('a config item without a name gets the end of its id', async () => {
  const id = await config({ name: '' })
  expect(await one(sql`select name from config_items where id = ${id}`)).toEqual({ name: id.slice(-12) })
})

test('a parent is a hard relationship, and moves with the item', async () => {
  const [first, second] = [await config(), await config()]
  const child = await config({ parent: first })
  const parents = async () =>
    db.query(sql`select config_id, relation from config_relationships where related_id = ${child}`)
  expect(await parents()).toEqual([{ config_id: first, relation: 'hard' }])
  await db.run(sql`update config_items set parent_id = ${second} where id = ${child}`)
  expect(await parents()).toEqual([{ config_id: second, relation: 'hard' }])
})

test('a health that changes is a change and an event; unknown health of a new item is neither', async () => {
  const quiet = await config({ health: 'unknown' })
  expect(await db.query(sql`select from config_changes where config_id = ${quiet}`)).toEqual([])
  const id = await config({ health: 'healthy' })
  await db.run(
    sql`update config_items set health = 'unhealthy', status = 'CrashLoopBackOff', description = 'again' where id = ${id}`
  )
  const changes = await db.query(
    sql`select change_type, source, severity, summary from config_changes where config_id = ${id} order by created_at`
  )
  expect(changes).toEqual([
    { change_type: 'Healthy', source: 'config-db', severity: 'info', summary: '' },
    { change_type: 'Unhealthy', source: 'config-db', severity: 'medium', summary: 'CrashLoopBackOff: again' },
  ])
  expect(await events(id)).toEqual(expect.arrayContaining(['config.created', 'config.unhealthy', 'config.changed']))
})

test('the same external change again is counted, not repeated', async () => {
  const id = await config()
  const seen = (at: string) =>
    db.run(
      sql`insert into config_changes (config_id, external_change_id, change_type, created_at) values (${id}, 'e1', 'Pulled', ${at})`
    )
  await seen('2026-01-01T00:00:00Z')
  await seen('2026-01-01T01:00:00Z')
  await seen('2026-01-01T01:00:00Z')
  expect(await db.query(sql`select count, created_at from config_changes where config_id = ${id}`)).toEqual([
    { count: 2, created_at: new Date('2026-01-01T01:00:00Z') },
  ])
})

test('a notification about a config item is one of its changes', async () => {
  const id = await config()
  const rule = await one<{ id: string }>(
    sql`insert into notifications (events) values ('{config.unhealthy}') returning id`
  )
  const sent = await one<{ id: string }>(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id)
    values (${rule.id}, '', 'pending', 'config.unhealthy', ${id}) returning id`)
  await db.run(sql`update notification_send_history set status = 'repeat-interval' where id = ${sent.id}`)
  expect(await db.query(sql`select change_type, severity from config_changes where config_id = ${id}`)).toEqual([
    { change_type: 'NotificationRepeat-Interval', severity: 'info' },
  ])
})

test('an incident tells its history', async () => {
  const by = await person()
  const { id } = await incident(by)
  const hypothesis = await one<{ id: string }>(sql`
    insert into hypotheses (incident_id, created_by, type, title, status) values (${id}, ${by}, 'root', 'h', 'possible') returning id`)
  const evidence = await one<{ id: string }>(sql`
    insert into evidences (hypothesis_id, description, type, created_by, done) values (${hypothesis.id}, '', 'comment', ${by}, false) returning id`)
  const responder = await one<{ id: string }>(sql`
    insert into responders (incident_id, type, person_id, created_by) values (${id}, 'person', ${by}, ${by}) returning id`)
  await db.run(sql`insert into comments (incident_id, comment, created_by) values (${id}, 'mine', ${by})`)
  await db.run(
    sql`insert into comments (incident_id, comment, created_by, responder_id) values (${id}, 'theirs', ${by}, ${responder.id})`
  )
  await db.run(sql`update evidences set definition_of_done = true where id = ${evidence.id}`)
  await db.run(sql`update evidences set done = true where id = ${evidence.id}`)
  await db.run(sql`update hypotheses set status = 'proven' where id = ${hypothesis.id}`)
  await db.run(sql`update incidents set status = 'resolved' where id = ${id}`)
  const history = await db.query<{ type: string }>(sql`select type from incident_histories where incident_id = ${id}`)
  expect(history.map(({ type }) => type).toSorted()).toEqual([
    'evidence.created',
    'evidence.done_definition_added',
    'hypothesis.status_updated',
    'incident.created',
    'incident.status_updated',
    'responder.commented',
    'responder.created',
  ])
  expect((await events(id)).toSorted()).toEqual(['incident.created', 'incident.status.resolved'])
  expect((await events(evidence.id)).toSorted()).toEqual(['incident.dod.added', 'incident.dod.passed'])
})

test('an event that comes again starts afresh', async () => {
  const by = await person()
  const { id } = await incident(by)
  await db.run(sql`update event_queue set attempts = 3, last_attempt = now() where properties ->> 'id' = ${id}`)
  await db.run(sql`select console.emit('incident.created', ${json({ id })}::jsonb)`)
  expect(await db.query(sql`select attempts, last_attempt from event_queue where properties ->> 'id' = ${id}`)).toEqual(
    [{ attempts: 0, last_attempt: null }]
  )
})

test('a mask that is saved keeps the secret; a rule that is edited is tried again', async () => {
  const { id } = await one<{ id: string }>(sql`
    insert into connections (name, type, username, password) values (${unique('c')}, 'http', 'u', 'p') returning id`)
  await db.run(sql`update connections set username = 'v', password = '***' where id = ${id}`)
  expect(await one(sql`select username, password from connections where id = ${id}`)).toEqual({
    username: 'v',
    password: 'p',
  })
  const rule = await one<{ id: string }>(
    sql`insert into notifications (events, error) values ('{x}', 'bad filter') returning id`
  )
  await db.run(sql`update notifications set title = 't' where id = ${rule.id}`)
  expect(await one(sql`select error from notifications where id = ${rule.id}`)).toEqual({ error: 'bad filter' })
  await db.run(sql`update notifications set filter = 'true' where id = ${rule.id}`)
  expect(await one(sql`select error from notifications where id = ${rule.id}`)).toEqual({ error: null })
})

test('an identity is a person, until it is deleted', async () => {
  const { id } = await one<{ id: string }>(sql`
    insert into identities (id, schema_id, traits, state, created_at, updated_at)
    values (gen_random_uuid(), 'default', '{"email":"ida@shop.example","name":{"first":"Ida","last":"Holm"}}', 'active', now(), now()) returning id`)
  expect(await one(sql`select name, email from people where id = ${id}`)).toEqual({
    name: 'Ida Holm',
    email: 'ida@shop.example',
  })
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id}, 'viewer')`)
  await db.run(sql`delete from identities where id = ${id}`)
  expect(await db.query(sql`select from people where id = ${id} and deleted_at is null`)).toEqual([])
  expect(await db.query(sql`select from casbin_rule where v0 = ${id}`)).toEqual([])
})

test('statistics: the last hour, or the latest run when that is older, or nothing', async () => {
  const canaryId = await canary()
  const [busy, stale, idle] = [await check(canaryId), await check(canaryId), await check(canaryId)]
  await db.run(sql`
    insert into check_statuses (check_id, time, status, duration)
    select ${busy}::uuid, now() - make_interval(mins => n), n > 2, n * 10 from generate_series(1, 10) as n
    union all select ${busy}::uuid, now() - interval '2 hours', false, 9999
    union all select ${stale}::uuid, now() - interval '3 days', false, 70`)
  await db.run(sql`insert into check_statuses (check_id, time, status, invalid) values (${busy}, now(), null, true)`)
  await db.script('select console.refresh_check_status_summary()')
  expect(await figures(busy)).toMatchObject({
    uptime: { passed: 8, failed: 2 },
    latency: { p50: 50, p95: 100, p99: 100 },
    labels: { a: '1', b: '2' },
  })
  expect(await figures(stale)).toMatchObject({
    uptime: { passed: 0, failed: 1 },
    latency: { p50: 70, p95: 70, p99: 70 },
  })
  expect(await figures(idle)).toMatchObject({ uptime: { passed: null, failed: null }, latency: { p99: null } })
})

// cluster → namespace → pod (parents), pod ⇢ volume and volume ⇢ pod (soft, a cycle)
async function graph() {
  const cluster = await config({ name: unique('cluster') })
  const namespace = await config({ parent: cluster, path: cluster })
  const pod = await config({ parent: namespace, path: `${cluster}.${namespace}` })
  const volume = await config()
  await relate(pod, volume, 'PodVolume')
  await relate(volume, pod, 'VolumePod')
  return { cluster, namespace, pod, volume }
}
const related = async (id: string, args: string) =>
  (await db.query<{ id: string }>(sql`select id from related_configs_recursive(${id}, ${args})`)).map((row) => row.id)

test('related items: outgoing, incoming, all, cycles and ancestors', async () => {
  const { cluster, namespace, pod, volume } = await graph()
  expect(await related(cluster, 'outgoing')).toEqual([cluster, namespace, pod, volume])
  expect((await related(volume, 'incoming')).toSorted()).toEqual([cluster, namespace, pod, volume].toSorted())
  // Ancestors by path are always there.
  expect((await related(pod, 'outgoing')).toSorted()).toEqual([cluster, namespace, pod, volume].toSorted())
  const hard = await db.query<{ id: string }>(
    sql`select id from related_configs_recursive(${cluster}, 'all', false, 10, 'hard', 'hard')`
  )
  expect(hard.map((row) => row.id).toSorted()).toEqual([cluster, namespace, pod].toSorted())
  const near = await db.query<{ id: string; related_ids: string[] | null }>(
    sql`select id, related_ids from related_configs_recursive(${cluster}, 'outgoing', false, 1)`
  )
  expect(near).toEqual([
    { id: cluster, related_ids: [namespace] },
    { id: namespace, related_ids: null },
  ])
})

test('related items leave deleted ones out unless asked, and refuse an unknown direction', async () => {
  const { cluster, pod } = await graph()
  await db.run(sql`update config_items set deleted_at = now() where id = ${pod}`)
  expect(await related(cluster, 'outgoing')).not.toContain(pod)
  const all = await db.query<{ id: string }>(
    sql`select id from related_configs_recursive(${cluster}, 'outgoing', true)`
  )
  expect(all.map((row) => row.id)).toContain(pod)
  await expect(related(cluster, 'sideways')).rejects.toMatchObject({ code: 'P0001' })
})

test('related changes follow the same ways', async () => {
  const { cluster, pod, volume } = await graph()
  await db.run(
    sql`insert into config_changes (config_id, change_type) values (${pod}, 'pod'), (${volume}, 'volume'), (${cluster}, 'cluster')`
  )
  const types = async (id: string, direction: string, soft: boolean) =>
    (
      await db.query<{ change_type: string }>(
        sql`select change_type from related_changes_recursive(${id}, ${direction}, false, 5, ${soft}) order by change_type`
      )
    ).map((row) => row.change_type)
  expect(await types(cluster, 'downstream', false)).toEqual(['cluster', 'pod'])
  expect(await types(cluster, 'downstream', true)).toEqual(['cluster', 'pod', 'volume'])
  expect(await types(pod, 'upstream', false)).toEqual(['cluster', 'pod'])
  expect(await types(pod, 'none', false)).toEqual(['pod'])
})

test('actions of a run and of its child runs, unstarted ones last', async () => {
  const { id: playbook } = await one<{ id: string }>(
    sql`insert into playbooks (name, spec, source) values (${unique('p')}, '{}', 'UI') returning id`
  )
  const run = await one<{ id: string }>(sql`insert into playbook_runs (playbook_id) values (${playbook}) returning id`)
  const child = await one<{ id: string }>(
    sql`insert into playbook_runs (playbook_id, parent_id) values (${playbook}, ${run.id}) returning id`
  )
  await db.run(sql`
    insert into playbook_run_actions (name, playbook_run_id, start_time)
    values ('later', ${run.id}, null), ('second', ${child.id}, now()), ('first', ${run.id}, now() - interval '1 hour')`)
  const actions = await db.query<{ name: string }>(sql`select name from get_playbook_run_actions(${run.id})`)
  expect(actions.map(({ name }) => name)).toEqual(['first', 'second', 'later'])
})

test('a name can be used again after a soft deletion, but not before', async () => {
  const add = () => db.run(sql`insert into agents (name) values ('again')`)
  await add()
  await expect(add()).rejects.toMatchObject({ code: '23505' })
  await db.run(sql`update agents set deleted_at = now() where name = 'again'`)
  expect(await add()).toBe(1)
})
