import { beforeEach, expect, test } from 'vitest'
import { toJsonText, sql } from '../../server/data/db/sql'
import { createLogEngine } from '../../server/logs/engine'
import { createTopologyEngine } from '../../server/topology/engine'
import { storeSummaries, sumCosts } from '../../server/topology/jobs'
import { updateLinks } from '../../server/topology/links'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { eventually } from '../helpers/eventually'
import { silentLog } from '../helpers/health'
import { id } from '../helpers/organisation'

const db = await testDatabase()
const HOUR_MS = 3_600_000
let nowMs: number
const engine = createTopologyEngine({
  db,
  log: silentLog,
  now: () => new Date(nowMs),
  hostname: 'here',
  evaluate: evaluateHere,
  logs: createLogEngine({ db, now: () => new Date(nowMs) }),
})
const { as, send } = await consoleApp(db, { engines: [engine] })
const person = (...roles: string[]) => ({ id: id(1), name: 'Ada', email: null, roles })

beforeEach(async () => {
  nowMs = Date.now()
  await db.script(`
    delete from component_relationships; delete from check_component_relationships; delete from config_component_relationships;
    delete from checks; delete from canaries; delete from components; delete from topologies; delete from job_history;
    delete from config_items; delete from agents where id = '${id(5)}';
    insert into agents (id, name) values ('${id(5)}', 'leeds');
    insert into config_items (id, name, type, config_class, status, health, labels, tags, config, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d) values
      ('${id(60)}', 'api', 'Kubernetes::Deployment', 'Deployment', 'Running', 'healthy', '{"app": "api"}', '{"namespace": "shop"}', '{"spec": {"replicas": 3}}', 0.1, 1, 7, 30),
      ('${id(61)}', 'web', 'Kubernetes::Deployment', 'Deployment', 'CrashLoopBackOff', 'unhealthy', '{"app": "web"}', '{"namespace": "shop"}', '{"spec": {"replicas": 1}}', 0.2, 2, 14, 60);
    insert into canaries (id, name, namespace, spec) values ('${id(40)}', 'probes', 'default', '{}');
    insert into checks (id, canary_id, type, name, labels, status) values
      ('${id(41)}', '${id(40)}', 'http', 'api answers', '{"app": "api"}', 'healthy'), ('${id(42)}', '${id(40)}', 'http', 'web answers', '{"app": "web"}', 'unhealthy');`)
  as(person('editor'))
})

let topologies = 0
async function add(spec: unknown, more: { agent?: string; labels?: object } = {}): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into topologies (name, namespace, spec, labels, agent_id)
    values (${`estate ${++topologies}`}, 'mission', ${toJsonText(spec)}::jsonb, ${toJsonText(more.labels ?? null)}::jsonb,
      ${more.agent ?? '00000000-0000-0000-0000-000000000000'})
    returning id::text`)
  return row?.id ?? ''
}
const edit = (topology: string, spec: unknown) =>
  db.run(sql`update topologies set spec = ${toJsonText(spec)}::jsonb where id = ${topology}`)

type Row = Record<string, unknown> & { id: string; name: string; deleted_at: Date | null; updated_at: Date }
const components = () =>
  db.query<Row>(sql`select *, id::text, parent_id::text from components order by name, components.id`)
const live = async () => (await components()).filter((row) => row.deleted_at === null).map(({ name }) => name)
const rowOf = async (name: string) => {
  const row = (await components()).find((one) => one.name === name)
  if (!row) throw new Error(`there is no ${name}`)
  return row
}
const job = async () => {
  const [row] = await db.query<{ status: string; details: Record<string, unknown>; success_count: number }>(sql`
    select status, details, success_count from job_history where name = 'Topology' order by time_start desc, id desc limit 1`)
  return row
}

const shop = {
  schedule: '@every 10m',
  components: [
    {
      name: 'shop',
      type: 'Application',
      icon: 'cart',
      components: [
        {
          name: 'api',
          type: 'Service',
          labels: { tier: 'gold' },
          configs: [{ type: 'Kubernetes::Deployment', name: 'api' }],
        },
        { name: 'web', type: 'Service', properties: [{ name: 'version', text: '1', headline: true }] },
      ],
    },
    { name: 'bank', type: 'Service', logs: [{ name: 'app', type: 'Pods', labels: { app: 'bank' } }] },
  ],
}

test('creates components in their hierarchy, and changes none of them in the next run', async () => {
  const topology = await add(shop, { labels: { environment: 'production' } })
  expect(await engine.sync(topology)).toEqual({ added: 5, updated: 0, unchanged: 0, deleted: 0 })
  const first = await components()
  const [api, bank, estate, shopRow] = first
  expect(estate).toMatchObject({
    parent_id: null,
    path: '',
    labels: { environment: 'production' },
    is_leaf: false,
    type: null,
  })
  expect(shopRow).toMatchObject({
    name: 'shop',
    parent_id: estate?.id,
    path: estate?.id,
    icon: 'cart',
    external_id: 'shop',
  })
  expect(api).toMatchObject({
    topology_id: topology,
    parent_id: shopRow?.id,
    path: `${estate?.id}.${shopRow?.id}`,
    namespace: 'mission',
    type: 'Service',
    labels: { tier: 'gold' },
    status: '',
    health: null,
    is_leaf: true,
    schedule: '@every 10m',
    configs: [{ type: 'Kubernetes::Deployment', name: 'api' }],
  })
  expect(bank).toMatchObject({ log_selectors: [{ name: 'app', type: 'Pods', labels: { app: 'bank' } }] })
  expect(await job()).toEqual({
    status: 'SUCCESS',
    success_count: 5,
    details: { summary: { added: 5, updated: 0, unchanged: 0, deleted: 0 } },
  })
  expect(await engine.sync(topology)).toEqual({ added: 0, updated: 0, unchanged: 5, deleted: 0 })
  expect(await components()).toEqual(first)
})

test('keeps the id of an edited component, deletes an omitted one softly and restores it when it returns', async () => {
  const topology = await add(shop)
  await engine.sync(topology)
  const before = await rowOf('web')
  const [first, second] = shop.components
  await edit(topology, {
    ...shop,
    components: [{ ...first, components: [{ name: 'web', type: 'Service', icon: 'globe' }] }, second],
  })
  expect(await engine.sync(topology)).toEqual({ added: 0, updated: 1, unchanged: 3, deleted: 1 })
  expect(await rowOf('web')).toMatchObject({ id: before.id, icon: 'globe', properties: null })
  const gone = await rowOf('api')
  expect(gone.deleted_at).not.toBeNull()
  await edit(topology, shop)
  expect(await engine.sync(topology)).toEqual({ added: 0, updated: 2, unchanged: 3, deleted: 0 })
  expect(await rowOf('api')).toMatchObject({ id: gone.id, deleted_at: null })
})

test('keeps what users and other sources set on a component', async () => {
  const topology = await add(shop)
  await engine.sync(topology)
  await db.run(
    sql`update components set hidden = true, health = 'warning', status = 'Old', description = 'By hand' where name = 'api'`
  )
  expect(await engine.sync(topology)).toMatchObject({ updated: 0 })
  expect(await rowOf('api')).toMatchObject({ hidden: true, health: 'warning', status: 'Old', description: 'By hand' })
  const [first, second] = shop.components
  const shown = { ...first, components: [{ ...first?.components?.[0], hidden: false }, first?.components?.[1]] }
  await edit(topology, { ...shop, components: [shown, second] })
  await engine.sync(topology)
  expect(await rowOf('api')).toMatchObject({ hidden: false, status: 'Old' })
})

test.each([
  ['an unsupported member', { components: [{ name: 'a', pods: [] }] }, /components\.0\.pods is not supported/],
  ['no spec to speak of', 'text', /expected object/i],
  ['an invalid schedule', { ...shop, schedule: 'sometimes' }, /neither "@every/],
  [
    'a lookup that fails',
    { components: [{ lookup: { catalog: [{ selector: [{ name: 'api' }], display: { expr: 'results[7].name' } }] } }] },
    /display\.expr cannot be evaluated/,
  ],
  [
    'an invalid label selector',
    { components: [{ lookup: { catalog: [{ selector: [{ labelSelector: 'a ~ b' }], display: { expr: '[]' } }] } }] },
    /is not a label selector/,
  ],
])('%s: keeps the components and records the reason in the job history', async (_what, spec, said) => {
  const topology = await add(shop)
  await engine.sync(topology)
  const before = await components()
  await edit(topology, spec)
  await expect(engine.sync(topology)).rejects.toThrow(said)
  expect(await components()).toEqual(before)
  expect(await job()).toMatchObject({ status: 'FAILED', details: { errors: [expect.stringMatching(said)] } })
})

const pods = (type = 'Kubernetes::Deployment') => ({
  components: [
    { name: 'bank' },
    {
      name: 'deployments',
      lookup: {
        catalog: [
          {
            selector: [{ types: [type] }],
            display: {
              expr: `results.map(r, {'name': r.name, 'type': 'Deployment', 'status': r.status, 'health': r.health,
                'properties': [{'name': 'replicas', 'value': r.config.spec.replicas}]}).toJSON()`,
            },
          },
        ],
      },
      forEach: {
        configs: [{ name: '${.component.name}', type }],
        checks: [{ selector: { labelSelector: 'app=${.component.name}' } }],
      },
    },
  ],
})

test('creates components for config items, updates them, and links them to items and checks', async () => {
  const topology = await add(pods())
  expect(await engine.sync(topology)).toMatchObject({ added: 4 })
  expect(await rowOf('web')).toMatchObject({
    status: 'CrashLoopBackOff',
    health: 'unhealthy',
    properties: [{ name: 'replicas', value: 1 }],
  })
  const links = await db.query(sql`
    select components.name, config_items.name as item, checks.name as check, length(config.selector_id) as hash
    from components join config_component_relationships as config on config.component_id = components.id
      join config_items on config_items.id = config.config_id
      join check_component_relationships as probe on probe.component_id = components.id
      join checks on checks.id = probe.check_id order by 1`)
  expect(links).toEqual([
    { name: 'api', item: 'api', check: 'api answers', hash: 32 },
    { name: 'web', item: 'web', check: 'web answers', hash: 32 },
  ])
  await db.script(
    `update config_items set status = 'Running', health = 'healthy' where name = 'web'; update config_items set deleted_at = now() where name = 'api'`
  )
  expect(await engine.sync(topology)).toEqual({ added: 0, updated: 1, unchanged: 2, deleted: 1 })
  expect(await rowOf('web')).toMatchObject({ status: 'Running', health: 'healthy' })
  expect(await live()).not.toContain('api')
})

const linkAll = async (kind: 'configs' | 'checks' | 'components') => {
  const failures: string[] = []
  const count = await updateLinks(db, kind, { now: new Date(nowMs), failed: (reason) => failures.push(reason) })
  return { count, failures }
}
const linked = () =>
  db.query<{ item: string; selector: string; live: boolean }>(sql`
    select config_items.name as item, case when length(selector_id) = 32 then 'hash' else selector_id end as selector,
      link.deleted_at is null as live
    from config_component_relationships as link join config_items on config_items.id = link.config_id order by 1`)

test('adds and ends links with their selectors and keeps manual links', async () => {
  await db.script(`
    insert into components (id, name, external_id, status, configs) values ('${id(10)}', 'shop', 'shop', '', '[{"types": ["Kubernetes::Deployment"], "labelSelector": "app in (api,web)"}]');
    insert into config_component_relationships (component_id, config_id, selector_id) values ('${id(10)}', '${id(60)}', 'manual')`)
  expect(await linkAll('configs')).toEqual({ count: 1, failures: [] })
  expect(await linked()).toEqual([
    { item: 'api', selector: 'manual', live: true },
    { item: 'web', selector: 'hash', live: true },
  ])
  await db.script(`update config_items set labels = '{}' where name = 'web'`)
  await linkAll('configs')
  expect((await linked())[1]).toMatchObject({ item: 'web', live: false })
  await db.script(`update config_items set labels = '{"app": "web"}' where name = 'web'`)
  await linkAll('configs')
  expect((await linked())[1]).toMatchObject({ item: 'web', live: true })
  await db.script(`update components set configs = null`)
  await linkAll('configs')
  expect((await linked()).map(({ live: isLive }) => isLive)).toEqual([true, false])
})

test('adds components as children of those that select them', async () => {
  await db.script(`
    insert into components (id, name, type, external_id, status, selectors, path) values
      ('${id(10)}', 'all services', 'Group', 'a', '', '[{"types": ["Service"]}, {"search": "all"}]', '${id(9)}'),
      ('${id(11)}', 'api', 'Service', 'b', '', null, ''), ('${id(12)}', 'web', 'Service', 'c', '', null, '')`)
  expect(await linkAll('components')).toEqual({ count: 1, failures: [] })
  expect(
    await db.query(sql`select component_id::text, relationship_path from component_relationships order by 1`)
  ).toEqual([
    { component_id: id(11), relationship_path: `${id(9)}.${id(10)}` },
    { component_id: id(12), relationship_path: `${id(9)}.${id(10)}` },
  ])
})

test('names selectors that cannot be evaluated, keeps their links, and updates all others', async () => {
  await db.script(`
    insert into components (id, name, external_id, status, component_checks) values
      ('${id(10)}', 'odd', 'a', '', '[{"inline": {"http": []}}]'), ('${id(11)}', 'api', 'b', '', '[{"selector": {"labelSelector": "app=api"}}]');
    insert into check_component_relationships (component_id, check_id, canary_id, selector_id) values ('${id(10)}', '${id(42)}', '${id(40)}', '${'a'.repeat(32)}')`)
  const { count, failures } = await linkAll('checks')
  expect([count, failures]).toEqual([1, [expect.stringMatching(/^odd: .*inline is not supported/)]])
  expect(
    await db.query(
      sql`select component_id::text from check_component_relationships where deleted_at is null order by 1`
    )
  ).toEqual([{ component_id: id(10) }, { component_id: id(11) }])
})

test('does not link a linked check twice', async () => {
  await db.script(`
    insert into components (id, name, external_id, status, component_checks) values
      ('${id(10)}', 'api', 'a', '', '[{"selector": {"labelSelector": "app in (api,web)"}}, {"selector": {"name": "api*"}}]');
    insert into check_component_relationships (component_id, check_id, canary_id, selector_id) values ('${id(10)}', '${id(42)}', '${id(40)}', 'labels')`)
  await linkAll('checks')
  await linkAll('checks')
  expect(
    await db.query(sql`select check_id::text, length(selector_id) from check_component_relationships order by 1`)
  ).toEqual([
    { check_id: id(41), length: 32 },
    { check_id: id(42), length: 6 },
  ])
})

test('sums the costs of the items of all descendants, each once', async () => {
  await db.script(`
    insert into components (id, parent_id, name, external_id, status, cost_total_30d) values
      ('${id(10)}', null, 'top', 'a', '', null), ('${id(11)}', '${id(10)}', 'api', 'b', '', null), ('${id(12)}', '${id(10)}', 'web', 'c', '', 3), ('${id(13)}', null, 'none', 'd', '', 8);
    insert into component_relationships (component_id, relationship_id) values ('${id(10)}', '${id(12)}');
    insert into config_component_relationships (component_id, config_id) values ('${id(11)}', '${id(60)}'), ('${id(12)}', '${id(60)}'), ('${id(12)}', '${id(61)}')`)
  expect(await sumCosts(db)).toBe(3)
  expect(
    await db.query(
      sql`select name, cost_per_minute::float8 as minute, cost_total_30d::float8 as month from components order by name`
    )
  ).toEqual([
    { name: 'api', minute: 0.1, month: 30 },
    { name: 'none', minute: null, month: 8 },
    { name: 'top', minute: 0.3, month: 90 },
    // A child by a relationship links back to its parent, and so to all.
    { name: 'web', minute: 0.3, month: 90 },
  ])
  expect(await sumCosts(db)).toBe(0)
})

test('stores summaries for the relational API', async () => {
  const topology = await add(pods())
  await engine.sync(topology)
  expect(await storeSummaries(db, evaluateHere)).toBe(4)
  const top = (await components()).find(({ parent_id: parent }) => parent === null)
  expect(top?.['summary']).toEqual({ checks: { healthy: 1, unhealthy: 1 } })
  expect(await storeSummaries(db, evaluateHere)).toBe(0)
})

const syncByHttp = (topology: string) => send(`/api/canary/run/topology/${topology}`, { method: 'POST' })

test('runs a topology on demand only for callers who may change it', async () => {
  const topology = await add(shop)
  const done = await syncByHttp(topology)
  expect([done.status, await done.json()]).toEqual([
    200,
    { status: 'ok', count: '5', summary: { added: 5, updated: 0, unchanged: 0, deleted: 0 } },
  ])
  await edit(topology, { components: [{ name: 'a', lookup: { sql: [] } }] })
  const refused = await syncByHttp(topology)
  expect([refused.status, await refused.json()]).toEqual([
    422,
    { error: expect.stringContaining('lookup.sql is not supported') as string },
  ])
  expect((await syncByHttp(id(99))).status).toBe(404)
  expect((await syncByHttp('x')).status).toBe(404)
  as(person('viewer'))
  expect((await syncByHttp(topology)).status).toBe(403)
})

test('does not touch topologies of other agents', async () => {
  const topology = await add(shop, { agent: id(5) })
  await db.run(
    sql`insert into components (name, external_id, status, topology_id, agent_id) values ('shop', 'x', '', ${topology}, ${id(5)})`
  )
  expect(await engine.sync(topology)).toBeUndefined()
  expect(await live()).toEqual(['shop'])
})

test('runs a topology when it is saved and on its schedule', async () => {
  await engine.start()
  try {
    const topology = await add(pods())
    await eventually(async () => expect(await live()).toContain('web'))
    await edit(topology, shop)
    await eventually(async () => expect(await live()).toContain('shop'))
    await db.script(`update components set deleted_at = now() where name = 'bank'`)
    nowMs += HOUR_MS
    await eventually(async () => expect(await live()).toContain('bank'))
  } finally {
    await engine.stop()
  }
})

test('deletes the components of a deleted topology and restores them with their links', async () => {
  const topology = await add(pods())
  await engine.sync(topology)
  const web = await rowOf('web')
  await db.run(
    sql`insert into config_component_relationships (component_id, config_id, selector_id) values (${web.id}, ${id(60)}, 'manual')`
  )
  await db.run(sql`update components set deleted_at = '2026-01-01' where name = 'bank'`)
  await db.run(sql`update topologies set deleted_at = now() where id = ${topology}`)
  expect(await live()).toEqual([])
  expect(await engine.sync(topology)).toBeUndefined()
  await db.run(sql`update topologies set deleted_at = null where id = ${topology}`)
  expect(await live()).not.toContain('bank')
  expect(await rowOf('web')).toMatchObject({ id: web.id, deleted_at: null })
  expect((await linked()).filter(({ live: isLive }) => isLive)).toHaveLength(3)
  expect(await engine.sync(topology)).toEqual({ added: 0, updated: 1, unchanged: 3, deleted: 0 })
})
