import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { sql } from '../../server/data/db/sql'
import { toRequestHandler } from '../../server/http/serve'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// Requests of other clients of this backend, such as the previous console, in their exact wording (the contract of the
// relational API). They are sent over a real connection, by a caller with read rights.

const [checkout, api, cluster, homepage] = [id(31), id(11), id(10), id(41)]
const viewer = id(200)
const NOBODY = '00000000-0000-0000-0000-000000000000'

const db = await testDatabase()
await db.script(organisation)
await db.script(`
  insert into people (id, name) values ('${viewer}', 'Vi');
  insert into casbin_rule (ptype, v0, v1) values ('g', '${viewer}', 'viewer');

  update components set labels = '{"team":"shop"}', icon = 'cart', path = '', log_selectors = '[{"name":"app"}]' where id = '${checkout}';
  insert into components (id, name, external_id, type, status, labels, hidden, deleted_at, log_selectors) values
    ('${id(32)}', 'attic', 'attic', 'Service', 'healthy', '{"team":"shop"}', true, null, null),
    ('${id(33)}', 'gone', 'gone', 'Service', 'healthy', null, false, now(), '[{"name":"app"}]'),
    ('${id(34)}', 'basket', 'basket', 'Application', 'healthy', '{"team":"shop","tier":"gold"}', false, null, null);
  insert into checks (id, canary_id, type, name, labels, status, severity) values
    ('${id(42)}', '${id(40)}', 'http', 'unlinked', '{}', 'healthy', 'high');
  insert into check_component_relationships (component_id, check_id, canary_id, deleted_at) values
    ('${checkout}', '${id(42)}', '${id(40)}', now());
  insert into config_changes (id, config_id, change_type, created_at) values
    ('${id(24)}', '${cluster}', 'Pulled', now()), ('${id(25)}', '${api}', 'Restarted', '2020-01-01');
  update config_changes set created_at = '2021-01-01' where id = '${id(21)}';
  insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status) values
    ('${id(26)}', '${api}', 'CVE-2', 'security', 'critical', 'open'), ('${id(27)}', '${api}', 'CVE-3', 'security', 'low', 'resolved'),
    ('${id(28)}', '${cluster}', 'CVE-4', 'security', 'low', 'open');
  insert into config_relationships (config_id, related_id, relation, deleted_at) values ('${api}', '${id(12)}', 'soft', null);
  insert into teams (id, name, created_by) values ('${id(5)}', 'others', '${id(1)}');
  insert into team_components (team_id, component_id) values ('${id(5)}', '${id(34)}');
  update playbooks set spec = '{"icon":"k8s","category":"Pods","description":"Starts it again","actions":[]}' where id = '${id(60)}';
  insert into playbooks (id, name, title, spec, source, deleted_at) values ('${id(64)}', 'old', 'A thing of the past', '{}', 'UI', now());
  insert into playbooks (id, name, title, spec, source) values ('${id(65)}', 'zeal', 'Act', '{}', 'UI');
`)
const { app, as } = await consoleApp(db)
const server = createServer(toRequestHandler(app.fetch))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
if (typeof address !== 'object' || !address) throw new Error('not listening')
const origin = `http://127.0.0.1:${address.port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function get(path: string, headers: Record<string, string> = { Prefer: 'return=representation' }) {
  const answer = await fetch(`${origin}${path}`, { headers })
  const text = await answer.text()
  const isJson = answer.headers.get('Content-Type')?.includes('json') ?? false
  return { status: answer.status, range: answer.headers.get('Content-Range'), body: isJson ? JSON.parse(text) : text }
}

beforeEach(async () => {
  await db.run(sql`delete from permissions where person_id = ${viewer}`)
  as(await readCaller(db, viewer))
})

const AV = 'id,name,avatar,email'
const apiItem = { id: api, name: 'api', config_class: 'Pod', type: 'Kubernetes::Pod' }
const oldItem = { id: id(12), name: 'old', config_class: 'Pod', type: 'Kubernetes::Pod' }
const clusterItem = { id: cluster, name: 'cluster', config_class: 'Cluster', type: 'Kubernetes::Cluster' }
const change = (n: number, type: string) => ({
  id: id(n),
  type: 'Kubernetes::Pod',
  config_id: api,
  name: 'api',
  change_type: type,
  config_class: 'Pod',
  created_at: apiItem,
})
const side = (item: object) => ({ ...item, deleted_at: null })
const insight = (n: number, analyzer: string, severity: string) =>
  expect.objectContaining({ id: id(n), analyzer, severity, analysis_type: 'security' }) as unknown
const insights = [insight(22, 'CVE-1', 'high'), insight(26, 'CVE-2', 'critical'), insight(27, 'CVE-3', 'low')]

/** The request, its access object, and the full response, in order unless the contract specifies none. */
const calls: [name: string, object: string, query: string, rows: readonly unknown[], isUnordered?: true][] = [
  [
    'the name of a config item [CALL-27]',
    'database.public',
    `config_names?id=eq.${api}`,
    [{ id: api, type: 'Kubernetes::Pod', external_id: [], name: 'api' }],
  ],
  [
    'the changes of the items of a component, the newest first [CALL-36]',
    'catalog',
    `changes_by_component?component_id=eq.${checkout}&select=id,type,config_id,name,change_type,config_class,created_at:configs(id, name, type, config_class)`,
    [expect.objectContaining(change(20, 'diff')), expect.objectContaining(change(21, '')), change(25, 'Restarted')],
  ],
  [
    'the open insights of the items of a component, the worst first, each with its item and all insights of that [CALL-35]',
    'catalog',
    `analysis_by_component?component_id=eq.${checkout}&limit=50&offset=0&select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))`,
    [26, 22].map((n) => ({
      analysis_id: id(n),
      config: { ...apiItem, analysis: expect.arrayContaining(insights) as unknown },
    })),
  ],
  [
    'the links of a config item, with both sides [CALL-37]',
    'catalog',
    `config_relationships?or=(related_id.eq.${api},config_id.eq.${api})&configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(id, type, name, config_class, deleted_at),related:configs!config_relationships_related_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null`,
    [
      expect.objectContaining({ relation: 'hard', configs: side(clusterItem), related: side(apiItem) }),
      expect.objectContaining({ relation: 'soft', configs: side(apiItem), related: expect.objectContaining(oldItem) }),
    ],
  ],
  [
    'the insights of a component, by a function [CALL-41]',
    'topology',
    `rpc/lookup_analysis_by_component?id=${checkout}`,
    insights,
  ],
  [
    'the checks of a component, but for those that belong to it no more [CALL-68]',
    'canaries',
    `checks_by_component?component_id=eq.${checkout}`,
    [
      {
        component_id: checkout,
        id: homepage,
        type: 'http',
        name: 'homepage',
        severity: null,
        status: 'healthy',
      },
    ],
  ],
  [
    'a component by its id, whole [CALL-73]',
    'topology',
    `components?id=eq.${checkout}`,
    [
      expect.objectContaining({
        id: checkout,
        topology_id: id(30),
        name: 'checkout',
        type: 'Service',
        status: 'healthy',
        icon: 'cart',
        labels: { team: 'shop' },
        agent_id: NOBODY,
      }),
    ],
  ],
  [
    'the topology that a component is of, by its id [CALL-73]',
    'topology',
    `components?id=eq.${checkout}&select=id,topologies(id,name)`,
    [{ id: checkout, topologies: { id: id(30), name: 'shop' } }],
  ],
  [
    'the names of components, by name, but for hidden and deleted ones [CALL-74]',
    'database.public',
    'component_names?order=name.asc',
    [expect.objectContaining({ name: 'basket' }), expect.objectContaining({ name: 'checkout' })],
  ],
  [
    'the names of components of some types [CALL-74]',
    'database.public',
    'component_names?order=name.asc&type=in.(Service,Site)',
    [
      {
        id: checkout,
        path: '',
        external_id: 'checkout',
        type: 'Service',
        name: 'checkout',
        icon: 'cart',
        parent_id: null,
        created_at: expect.any(String) as unknown,
        updated_at: expect.any(String) as unknown,
      },
    ],
  ],
  [
    'components that have logs [CALL-75]',
    'topology',
    'components_with_logs?order=name.asc',
    [{ id: checkout, name: 'checkout', agent_id: NOBODY, icon: 'cart', type: 'Service' }],
  ],
  [
    'the labels that components have, each once [CALL-76]',
    'database.public',
    'component_labels',
    [
      { key: 'team', value: 'shop' },
      { key: 'tier', value: 'gold' },
    ],
    true,
  ],
  [
    'the teams of a component, with who made them [CALL-77]',
    'database.public',
    `team_components?component_id=eq.${checkout}&select=*,team:teams(*, created_by(${AV}))`,
    [
      expect.objectContaining({
        team_id: id(3),
        component_id: checkout,
        team: expect.objectContaining({
          name: 'platform',
          // Only administrators see addresses.
          created_by: { id: id(1), name: 'Ada', avatar: null, email: null },
        }) as unknown,
      }),
    ],
  ],
  [
    'the names of playbooks, by title, but for deleted ones [CALL-84]',
    'database.public',
    'playbook_names?select=id,name,title,icon,category&order=title.asc',
    [
      { id: id(65), name: 'zeal', title: 'Act', icon: null, category: null },
      { id: id(60), name: 'restart', title: 'Restart', icon: 'k8s', category: 'Pods' },
    ],
  ],
]

/** Callers without the right are refused, as are signed-out callers. */
async function expectRefused(path: string, object: string) {
  await db.run(sql`
    insert into permissions (action, subject, subject_type, person_id, object, deny, created_by)
    values ('read', ${viewer}, 'person', ${viewer}, ${object}, true, ${id(1)})`)
  as(await readCaller(db, viewer))
  expect(await get(path)).toMatchObject({ status: 403, body: `unauthorized: read on ${object}` })
  as(undefined)
  expect((await get(path)).status).toBe(401)
}

const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b))

test.each(calls)('responds to %s', async (_name, object, query, rows, isUnordered) => {
  const path = `/api/db/${query}`
  const { status, body } = await get(path)
  expect([status, isUnordered ? body.toSorted(byText) : body]).toMatchObject([200, rows])
  await expectRefused(path, object)
})

test('returns the number of insights of a component with a page of them [CALL-35]', async () => {
  const path = `/api/db/analysis_by_component?component_id=eq.${checkout}&limit=1&offset=1&select=analysis_id`
  expect(await get(path, { Prefer: 'count=exact' })).toEqual({
    status: 206,
    range: '1-1/2',
    body: [{ analysis_id: id(22) }],
  })
})

test('returns the runs of a check by sections of a time range [CALL-62]', async () => {
  const path = `/api/canary/api/graph?check=${homepage}&count=300&start=1h`
  const { status, body } = await get(path)
  expect([status, body]).toMatchObject([200, { runnerName: 'here', uptime: { passed: 16, failed: 4 } }])
  // One minute each; every fifth failed.
  expect(body.status).toHaveLength(20)
  expect(body.status.map(({ duration }: { duration: number }) => duration)).toEqual(
    Array.from({ length: 20 }, (_, at) => 100 * (20 - at))
  )
  expect(body.status.filter((one: { status?: true }) => one.status).length).toBe(16)
  expect((await get(path.replace('1h', '10m'))).body.uptime.passed).toBeLessThan(10)
  await expectRefused(path, 'canaries')
})

test('returns each percentile of the latency of its own [CALL-62 ENT-06 CHECK-06]', async () => {
  const check = id(43)
  await db.script(`
    insert into checks (id, canary_id, type, name, labels, status) values ('${check}', '${id(40)}', 'http', 'spread', '{}', 'healthy');
    insert into check_statuses (check_id, time, status, duration)
      select '${check}', now() - n * interval '1 second', true, n * 10 from generate_series(1, 100) n;
  `)
  const { body } = await get(`/api/canary/api/graph?check=${check}&count=300&start=1h`)
  expect(body.latency).toEqual({ p99: 990, p97: 970, p95: 950, rolling1h: 0 })
  await db.script(`delete from check_statuses where check_id = '${check}'; delete from checks where id = '${check}'`)
})

async function summary(query: string) {
  const { status, body } = await get(`/api/canary/api/summary${query}`)
  return [status, body.checks_summary]
}

test('accepts a time range for the summary without effect [CALL-82 ENT-06]', async () => {
  const found = await summary('')
  expect(found).toMatchObject([
    200,
    expect.arrayContaining([
      expect.objectContaining({
        id: homepage,
        uptime: expect.objectContaining({ passed: 16 }),
        // Always 0, as in Mission Control: the console does not show it.
        latency: expect.objectContaining({ rolling1h: 0, p95: expect.any(Number), p99: expect.any(Number) }),
      }),
    ]),
  ])
  for (const range of ['15m', '3d', '5y']) expect(await summary(`?timeRange=${range}`)).toEqual(found)
  await expectRefused('/api/canary/api/summary?timeRange=3d', 'canaries')
})
