import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogEngine } from '../../server/logs/engine'
import type { Evaluate } from '../../server/platform/expression/evaluator'
import { createTopologyEngine } from '../../server/topology/engine'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { silentLog } from '../helpers/health'
import { id } from '../helpers/organisation'

const db = await testDatabase()
const { as, send } = await consoleApp(db)
const person = (...roles: string[]) => ({ id: id(1), name: 'Ada', email: null, roles })

// shop ─┬─ cart                     clusters ── eu
//       ├─ checkout ┄ needs ┄ bank  (an agent's) and secret, which is hidden, with inner below it
//       └─ orders ── orders-db
const [shop, cart, checkout, orders, database, bank, clusters, eu, secret, inner] = [
  10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
].map(id) as [string, string, string, string, string, string, string, string, string, string]
const check = id(41)
const [agent, config] = [id(5), id(60)]

beforeAll(() =>
  db.script(`
    insert into people (id, name) values ('${id(1)}', 'Ada');
    insert into agents (id, name) values ('${agent}', 'leeds');
    insert into topologies (id, name, namespace) values ('${id(2)}', 'shop', 'default');
    insert into teams (id, name, created_by) values ('${id(3)}', 'storefront', '${id(1)}'), ('${id(4)}', 'payments', '${id(1)}');
    insert into config_items (id, name, type, config_class) values ('${config}', 'checkout', 'Kubernetes::Deployment', 'Deployment');
    insert into components (id, topology_id, external_id, parent_id, path, name, type, status, health, status_reason, is_leaf, labels, owner, properties, selectors, log_selectors, component_checks, cost_total_30d, agent_id, hidden, created_at) values
      ('${shop}', '${id(2)}', 'shop', null, '', 'shop', 'Application', '', null, null, false, '{"team": "storefront"}', 'storefront', '[{"name": "orders", "value": 3}]', '[{"types": ["x"]}]', '[{"name": "app", "type": "KubernetesPods", "labels": {"app": "shop"}}]', '[{"selector": {"name": "x"}}]', 12.5, default, false, '2026-01-02'),
      ('${cart}', '${id(2)}', 'cart', '${shop}', '${shop}', 'cart', 'Service', 'healthy', 'healthy', null, true, '{"team": "storefront", "tier": "gold"}', 'storefront', '[{"name": "orders", "value": 20}]', null, null, null, null, default, false, '2026-01-02'),
      ('${checkout}', '${id(2)}', 'checkout', '${shop}', '${shop}', 'checkout', 'Service', 'unhealthy', 'unhealthy', 'No pod is ready', true, '{"team": "payments", "tier": "gold"}', 'payments', '[{"name": "orders", "value": 7}]', null, null, null, null, default, false, '2026-01-02'),
      ('${orders}', '${id(2)}', 'orders', '${shop}', '${shop}', 'orders', 'Service', 'healthy', 'healthy', null, false, '{"team": "payments"}', 'payments', null, null, null, null, null, default, false, '2026-01-02'),
      ('${database}', '${id(2)}', 'orders-db', '${orders}', '${shop}.${orders}', 'orders-db', 'Database', 'warning', 'warning', 'Almost full', true, null, null, null, null, null, null, null, default, false, '2026-01-02'),
      ('${bank}', null, 'bank', null, '', 'bank', 'Service', 'healthy', 'healthy', null, true, null, null, null, null, null, null, null, '${agent}', false, '2026-01-02'),
      ('${clusters}', null, 'clusters', null, '', 'clusters', 'Group', '', null, null, false, null, null, null, null, null, null, null, default, false, '2026-01-02'),
      ('${eu}', null, 'eu', '${clusters}', '${clusters}', 'eu', 'Cluster', 'healthy', 'healthy', null, true, null, null, null, null, null, null, null, default, false, '2026-01-02'),
      ('${secret}', null, 'secret', null, '', 'secret', 'virtual', '', null, null, false, null, null, null, null, null, null, null, default, true, '2026-01-02'),
      ('${inner}', null, 'inner', '${secret}', '${secret}', 'inner', 'virtual', 'healthy', null, null, true, null, null, null, null, null, null, null, default, false, '2026-01-02'),
      ('${id(20)}', '${id(2)}', 'gone', '${shop}', '${shop}', 'gone', 'Service', 'unhealthy', 'unhealthy', null, true, null, null, null, null, null, null, null, default, false, '2026-01-02');
    update components set deleted_at = now() where id = '${id(20)}';
    insert into component_relationships (component_id, relationship_id) values ('${bank}', '${checkout}'), ('${shop}', '${bank}');
    insert into team_components (team_id, component_id) values ('${id(3)}', '${shop}'), ('${id(3)}', '${cart}'), ('${id(4)}', '${checkout}');
    insert into canaries (id, name, namespace, spec) values ('${id(40)}', 'web', 'default', '{}');
    insert into checks (id, canary_id, type, name, status) values ('${check}', '${id(40)}', 'http', 'pays', 'unhealthy');
    update checks set last_transition_time = '2026-11-24T14:05:00Z';
    delete from console.component_health_starts;
    insert into check_component_relationships (component_id, check_id, canary_id, selector_id) values ('${checkout}', '${check}', '${id(40)}', 'a'), ('${checkout}', '${check}', '${id(40)}', 'b');
    insert into config_component_relationships (component_id, config_id) values ('${checkout}', '${config}');
    insert into config_analysis (config_id, analyzer, analysis_type, severity, status) values ('${config}', 'CVE-1', 'security', 'high', 'open'), ('${config}', 'CVE-2', 'security', 'high', 'open');
    insert into incidents (id, title, description, type, severity, status, created_by, commander_id) values ('${id(50)}', 'Nobody can pay', '', 'availability', 'High', 'open', '${id(1)}', '${id(1)}');
    insert into hypotheses (id, incident_id, type, title, status, created_by) values ('${id(51)}', '${id(50)}', 'root', 'x', 'possible', '${id(1)}');
    insert into evidences (hypothesis_id, description, type, created_by, component_id) values ('${id(51)}', '', 'topology', '${id(1)}', '${checkout}'), ('${id(51)}', '', 'topology', '${id(1)}', '${shop}');
  `)
)
beforeEach(() => as(person('viewer')))

type Component = Record<string, unknown> & { id: string; name: string; components?: Component[] }
type Answer = { components: Component[]; healthStatuses: string[]; teams: string[]; types: string[]; tags: object }
const ask = async (query: string) => {
  const response = await send(`/api/canary/api/topology?${query}`)
  return { status: response.status, body: (await response.json()) as Answer & { error: string } }
}
const named = ({ name, components = [] }: Component): unknown =>
  components.length > 0 ? { [name]: components.map(named) } : name
const tree = async (query: string) => (await ask(query)).body.components.map(named)

test('returns children by parent and by relationships, and cuts cycles', async () => {
  expect(await tree('')).toEqual([
    { bank: [{ shop: ['cart', 'checkout', 'orders'] }] },
    { clusters: ['eu'] },
    { secret: ['inner'] },
    { shop: ['cart', { checkout: ['bank'] }, { orders: ['orders-db'] }] },
  ])
  expect(await tree(`id=${shop}&depth=10`)).toEqual([
    { shop: ['cart', { checkout: ['bank'] }, { orders: ['orders-db'] }] },
  ])
  expect(await tree(`id=${orders.toUpperCase()}`)).toEqual([{ orders: ['orders-db'] }])
  expect(await tree(`id=${id(20)}`)).toEqual([])
})

test('limits levels by depth without changing the health', async () => {
  expect(await tree(`id=${shop}&depth=1`)).toEqual(['shop'])
  expect(await tree(`id=${shop}&depth=2`)).toEqual([{ shop: ['cart', 'checkout', 'orders'] }])
  const health = async (depth: number) => (await ask(`id=${shop}&depth=${depth}`)).body.components[0]?.['health']
  expect([await health(1), await health(3)]).toEqual(['unhealthy', 'unhealthy'])
})

test('returns a component with its own and aggregated data, without empty members', async () => {
  const [answered] = (await ask(`id=${shop}&depth=2`)).body.components
  const { components, ...rest } = answered ?? { components: [] }
  expect(rest).toEqual({
    id: shop,
    name: 'shop',
    type: 'Application',
    status: 'unhealthy',
    namespace: '',
    description: '',
    is_leaf: false,
    topology_id: id(2),
    agent_id: '00000000-0000-0000-0000-000000000000',
    external_id: 'shop',
    labels: { team: 'storefront' },
    owner: 'storefront',
    properties: [{ name: 'orders', value: 3 }],
    selectors: [{ types: ['x'] }],
    logs: [{ name: 'app', type: 'KubernetesPods', labels: { app: 'shop' } }],
    componentChecks: [{ selector: { name: 'x' } }],
    cost_total_30d: 12.5,
    created_at: '2026-01-02T00:00:00+00:00',
    updated_at: expect.any(String) as string,
    children: [cart, checkout, orders],
    parents: [bank],
    health: 'unhealthy',
    status_reason: 'unhealthy, caused by 1 of 3 children: checkout',
    health_reason: {
      text: 'unhealthy, caused by 1 of 3 children: checkout',
      since: '2026-11-24T14:05:00+00:00',
      causes: [
        {
          by: 'children',
          count: 1,
          of: 3,
          named: [{ id: checkout, name: 'checkout', since: '2026-11-24T14:05:00+00:00' }],
        },
      ],
    },
    summary: {
      healthy: 2,
      unhealthy: 1,
      warning: 1,
      checks: { unhealthy: 1 },
      incidents: { availability: { High: 1 } },
      insights: { security: { high: 2 } },
    },
  })
  expect(components?.[1]).toMatchObject({
    parent_id: shop,
    status_reason: 'No pod is ready',
    health_reason: {
      text: 'unhealthy, reported by the component: No pod is ready; caused by 1 of 1 check: pays',
      since: '2026-11-24T14:05:00+00:00',
    },
  })
  expect(components?.[1]).not.toHaveProperty('checks')
})

test('starts an outage when the own health of a component changed, for every caller', async () => {
  const start = async () => {
    const reason = (await ask(`id=${checkout}`)).body.components[0]?.['health_reason']
    return (reason as { since?: string } | undefined)?.since ?? ''
  }
  await db.script(`update components set health = 'warning', status = 'warning' where id = '${checkout}'`)
  await db.script(`update components set health = 'unhealthy', status = 'Down' where id = '${checkout}'`)
  await db.script(`update console.component_health_starts set since = '2026-11-26T02:44:00Z'`)
  // Neither another status nor another text is a change of health.
  await db.script(`update components set status = 'unhealthy', description = 'Pays' where id = '${checkout}'`)
  await db.script(`update components set description = null where id = '${checkout}'`)
  try {
    expect(await start()).toBe('2026-11-26T02:44:00+00:00')
    as(undefined)
    expect(await start()).toBe('2026-11-26T02:44:00+00:00')
    as(person('viewer'))
    await db.script(`update components set health = null, status = 'healthy' where id = '${checkout}'`)
    await db.script(`update components set health = null, status = 'unhealthy' where id = '${checkout}'`)
    expect(Math.abs(Date.parse(await start()) - Date.now())).toBeLessThan(60_000)
  } finally {
    await db.script(`
      update components set health = 'unhealthy' where id = '${checkout}';
      delete from console.component_health_starts`)
  }
})

test('returns only the members for display from the third level on', async () => {
  const [root] = (await ask(`id=${shop}`)).body.components
  expect(root?.components?.[2]?.components).toEqual([
    {
      id: database,
      name: 'orders-db',
      type: 'Database',
      status: 'warning',
      namespace: '',
      description: '',
      is_leaf: true,
      health: 'warning',
      status_reason: 'Almost full',
      health_reason: {
        text: 'warning, reported by the component: Almost full',
        causes: [{ by: 'itself', reason: 'Almost full' }],
      },
      summary: { warning: 1 },
    },
  ])
})

test('lists health statuses, teams, types and tags of all components, regardless of filters [ENT-23]', async () => {
  const { components, ...lists } = (await ask('type=nothing')).body
  expect(components).toEqual([])
  expect(lists).toEqual({
    healthStatuses: ['healthy', 'unhealthy', 'warning'],
    teams: ['payments', 'storefront'],
    types: ['Application', 'Cluster', 'Database', 'Group', 'Service', 'virtual'],
    tags: { team: ['payments', 'storefront'], tier: ['gold'] },
  })
})

test.each([
  ['status=unhealthy', [{ shop: [{ checkout: ['bank'] }] }]],
  ['status=healthy', ['bank', { clusters: ['eu'] }, { secret: ['inner'] }]],
  ['status=!healthy', []],
  ['status=*,!unhealthy', ['bank', { clusters: ['eu'] }, { secret: ['inner'] }]],
  [`id=${shop}&status=healthy`, [{ shop: ['cart', { orders: ['orders-db'] }] }]],
  ['type=Group', ['clusters']],
  ['flatten=true&type=Service', ['bank', 'cart', 'checkout', 'orders']],
  ['flatten=true&type=*,!Service,!virtual', ['clusters', 'eu', 'orders-db', 'shop']],
  [`flatten=true&id=${orders}`, ['orders', 'orders-db']],
  ['labels=tier=gold', ['cart', 'checkout']],
  ['labels=team=storefront', [{ shop: ['cart'] }]],
  ['labels=team=payments,tier=gold', ['checkout']],
  [`id=${shop}&labels=tier=gold`, [{ shop: ['cart', 'checkout'] }]],
  ['owner=payments', ['checkout', 'orders']],
  ['team=payments', ['checkout']],
  [`agent_id=${agent}`, ['bank']],
  [
    'hidden=false',
    [
      { bank: [{ shop: ['cart', 'checkout', 'orders'] }] },
      { clusters: ['eu'] },
      { shop: ['cart', { checkout: ['bank'] }, { orders: ['orders-db'] }] },
    ],
  ],
  ['hidden=false&flatten=true&type=virtual', []],
  ['hidden=true&type=virtual', [{ secret: ['inner'] }]],
])('%s', async (query, expected) => expect(await tree(query)).toEqual(expected))

test.each([
  ['sortBy=name', ['cart', 'checkout', 'orders']],
  ['sortBy=name&sortOrder=desc', ['orders', 'checkout', 'cart']],
  ['sortBy=field:orders', ['checkout', 'cart', 'orders']],
  ['sortBy=field:orders&sortOrder=desc', ['cart', 'checkout', 'orders']],
  ['sortBy=status&sortOrder=desc', ['cart', 'checkout', 'orders']],
])('%s', async (query, expected) => {
  const [root] = (await ask(`id=${shop}&depth=2&${query}`)).body.components
  expect(root?.components?.map(({ name }) => name)).toEqual(expected)
})

test("returns each component's own counts in a list", async () => {
  const { components } = (await ask('flatten=true&type=Service')).body
  expect(components[2]).toMatchObject({
    name: 'checkout',
    checks: { unhealthy: 1 },
    incidents: { availability: { High: 1 } },
    analysis: { security: { high: 2 } },
  })
})

test.each([
  ['id=1', /id/],
  ['depth=11', /depth/],
  ['depth=0', /depth/],
  ['depth=x', /depth/],
  ['labels=tier', /labels/],
  ['agent_id=leeds', /agent_id/],
])('refuses %s', async (query, said) => {
  const { status, body } = await ask(query)
  expect([status, body.error]).toEqual([400, expect.stringMatching(said)])
})

test('ignores parameters of other requests', async () => {
  expect(await tree(`id=${orders}&noCache=1&no-cache&sortBy=status&sortOrder=desc&more=x`)).toEqual([
    { orders: ['orders-db'] },
  ])
})

test('includes parents in a cycle, starting with the first', async () => {
  await db.script(`
    update components set parent_id = '${orders}' where id = '${shop}';
    update component_relationships set deleted_at = now() where component_id = '${shop}'`)
  try {
    expect(await tree('depth=4')).toContainEqual({ orders: ['orders-db', { shop: ['cart', { checkout: ['bank'] }] }] })
  } finally {
    await db.script(`
      update components set parent_id = null where id = '${shop}';
      update component_relationships set deleted_at = null where component_id = '${shop}'`)
  }
})

test('reports the number but not the names of checks to a caller who may not read them', async () => {
  await db.script(
    `insert into permissions (action, subject, subject_type, object, deny, created_by) values ('read', 'viewer', 'group', 'canaries', true, '${id(1)}')`
  )
  try {
    const [root] = (await ask(`id=${checkout}`)).body.components
    expect(root?.['health_reason']).toMatchObject({
      text: 'unhealthy, reported by the component: No pod is ready; caused by 1 of 1 check',
      causes: [{ by: 'itself' }, { by: 'checks', count: 1, of: 1, named: [] }],
    })
  } finally {
    await db.script('delete from permissions')
  }
})

test('returns the card of a component with a known id to visitors who are not signed in, without its details', async () => {
  as(undefined)
  const { status, body } = await ask(`id=${shop}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ healthStatuses: [], teams: [], types: [], tags: {} })
  const [root] = body.components
  expect(Object.keys(root ?? {}).toSorted()).toEqual([
    'components',
    'description',
    'health',
    'health_reason',
    'id',
    'is_leaf',
    'labels',
    'name',
    'namespace',
    'properties',
    'status',
    'status_reason',
    'summary',
    'type',
  ])
  expect(Object.keys(root?.components?.[1] ?? {})).not.toContain('parent_id')
  for (const query of ['', `id=${shop}&flatten=true`, `id=${shop}&depth=9`, `id=${shop}&id=${bank}`, 'flatten=true'])
    expect((await send(`/api/canary/api/topology?${query}`)).status).toBe(401)
})

test('computes a public card once for everyone who is signed out, and on behalf of each person otherwise', async () => {
  const owners: (string | undefined)[] = []
  const evaluate: Evaluate = (question, owner) => {
    owners.push(owner)
    return evaluateHere(question)
  }
  const parts = { db, log: silentLog, now: () => new Date(), hostname: 'here', evaluate }
  const counting = await consoleApp(db, { engines: [createTopologyEngine({ ...parts, logs: createLogEngine(parts) })] })
  const card = () => counting.send(`/api/canary/api/topology?id=${clusters}`)
  await db.script(`update components set health_expr = '"warning"' where id = '${clusters}'`)
  try {
    counting.as(undefined)
    const answers = await Promise.all(Array.from({ length: 30 }, card))
    const bodies = await Promise.all([...answers, await card()].map((answer) => answer.json()))
    expect(bodies.map((body) => (body as Answer).components[0]?.['health'])).toEqual(Array(31).fill('warning'))
    expect(owners).toEqual(['everyone signed out'])
    counting.as(person('viewer'))
    await card()
    await card()
    expect(owners.slice(1)).toEqual([`person ${id(1)}`, `person ${id(1)}`])
  } finally {
    await db.script(`update components set health_expr = null where id = '${clusters}'`)
  }
})
