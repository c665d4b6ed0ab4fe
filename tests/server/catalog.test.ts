import { beforeAll, beforeEach, expect, test } from 'vitest'
import { countChanges, vacuumTables } from '../../server/catalog/maintenance'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id } from '../helpers/organisation'

const db = await testDatabase()
const { as, write, send } = await consoleApp(db)
const person = (...roles: string[]) => ({ id: id(1), name: 'Ada', email: null, roles })

// A cluster with two namespaces: "shop" with the pods a, b and c (deleted), "pay" with the pod d; and a separate
// bucket.
const [cluster, shop, pay, a, b, c, d, bucket] = [10, 11, 12, 13, 14, 15, 16, 17].map(id)
beforeAll(() =>
  db.script(`
    insert into people (id, name) values ('${id(1)}', 'Ada');
    insert into config_items (id, name, type, config_class, status, health, labels, tags, cost_total_7d, cost_total_30d, parent_id, path, created_at, updated_at) values
      ('${cluster}', 'eu', 'Kubernetes::Cluster', 'Cluster', 'Ready', null, null, '{"cluster":"eu"}', null, null, null, null, '2026-01-01', '2026-01-02'),
      ('${shop}', 'shop', 'Kubernetes::Namespace', 'Namespace', 'Active', 'healthy', null, '{"cluster":"eu","namespace":"shop"}', null, null, '${cluster}', '${cluster}', '2026-01-01', '2026-01-02'),
      ('${pay}', 'pay', 'Kubernetes::Namespace', 'Namespace', 'Active', 'healthy', null, '{"cluster":"eu","namespace":"pay"}', null, null, '${cluster}', '${cluster}', '2026-01-01', '2026-01-02'),
      ('${a}', 'a', 'Kubernetes::Pod', 'Pod', 'Running', 'healthy', '{"app":"api","team":"x"}', '{"cluster":"eu","namespace":"shop"}', 1.5, 10, '${shop}', '${cluster}.${shop}', '2026-02-01', '2026-02-02'),
      ('${b}', 'b', 'Kubernetes::Pod', 'Pod', 'CrashLoopBackOff', 'unhealthy', '{"app":"web"}', '{"cluster":"eu","namespace":"shop"}', 2, 20, '${shop}', '${cluster}.${shop}', '2026-02-01', '2026-02-03'),
      ('${c}', 'c', 'Kubernetes::Pod', 'Pod', 'Gone', 'unknown', '{"app":"web"}', '{"cluster":"eu","namespace":"shop"}', 4, 40, '${shop}', '${cluster}.${shop}', '2026-02-01', '2026-02-04'),
      ('${d}', 'd', 'Kubernetes::Pod', 'Pod', 'Running', 'healthy', '{"app":"api"}', '{"cluster":"eu","namespace":"pay"}', 8, 80, '${pay}', '${cluster}.${pay}', '2026-02-01', '2026-02-01'),
      ('${bucket}', 'files', 'AWS::S3::Bucket', 'ObjectStorage', null, null, null, null, 16, 160, null, null, '2026-02-01', '2026-02-01');
    update config_items set deleted_at = now(), updated_at = '2026-02-04' where id = '${c}';
    insert into config_relationships (config_id, related_id, relation) values ('${a}', '${bucket}', 'PodBucket');
    delete from config_changes;
    insert into config_changes (id, config_id, change_type, severity, source, summary, created_at, external_created_by, created_by, count) values
      ('${id(21)}', '${a}', 'diff', '', 'diff', 'spec.replicas, spec.image', now() - interval '1 hour', 'ada@shop.example', null, 1),
      ('${id(22)}', '${a}', 'Pulled', 'info', 'kubelet', 'Pulled', now() - interval '2 hours', null, null, 7),
      ('${id(23)}', '${b}', 'BackOff', 'high', 'kubelet', 'Back-off', now() - interval '3 hours', null, null, 41),
      ('${id(24)}', '${c}', 'Killing', 'critical', 'kubelet', null, now() - interval '4 hours', null, null, 1),
      ('${id(25)}', '${d}', 'OOM', 'medium', 'kubelet', 'Killed', now() - interval '5 hours', null, '${id(1)}', 1),
      ('${id(26)}', '${bucket}', 'PutPolicy', 'low', 'CloudTrail', 'Policy', now() - interval '1 day', 'arn:aws:iam::1:user/bo', null, 1),
      ('${id(27)}', '${cluster}', 'Upgraded', 'info', 'eks', null, now() - interval '10 days', null, null, 1),
      ('${id(28)}', '${a}', 'diff', '', 'diff', 'metadata', now() - interval '40 days', null, null, 1);
    insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status) values
      ('${id(31)}', '${a}', 'CVE-1', 'security', 'high', 'open'), ('${id(32)}', '${b}', 'CVE-1', 'security', 'high', 'open'),
      ('${id(33)}', '${b}', 'slow', null, 'low', 'open'), ('${id(34)}', '${d}', 'CVE-1', 'security', 'high', 'resolved'),
      ('${id(35)}', '${c}', 'CVE-1', 'security', 'high', 'open');
  `)
)
beforeEach(() => as(person('viewer')))

const post = async (path: string, body: unknown) => {
  const response = await write('POST', `/api/catalog/${path}`, body)
  return { status: response.status, body: await response.json() }
}

test('[CALL-42] groups items by type, with their figures', async () => {
  const { status, body } = await post('summary', { changes: { since: '30d' }, analysis: { since: '30d' }, cost: '30d' })
  expect(status).toBe(200)
  expect(body).toEqual([
    expect.objectContaining({
      type: 'AWS::S3::Bucket',
      count: 1,
      cost_30d: 160,
      changes: 1,
      health: null,
      analysis: {},
    }),
    expect.objectContaining({ type: 'Kubernetes::Cluster', count: 1, cost_30d: null, changes: 1, health: null }),
    expect.objectContaining({ type: 'Kubernetes::Namespace', count: 2, health: { healthy: 2 }, changes: 0 }),
    {
      type: 'Kubernetes::Pod',
      health: { healthy: 2, unhealthy: 1 },
      created_at: '2026-02-01T00:00:00+00:00',
      updated_at: '2026-02-03T00:00:00+00:00',
      count: 3,
      cost_30d: 110,
      changes: 4,
      analysis: { security: 2, other: 1 },
    },
  ])
})

const changesOf = async (since: string) => {
  const { body } = await post('summary', { changes: { since } })
  return Object.fromEntries((body as { type: string; changes: number }[]).map(({ type, changes }) => [type, changes]))
}

test('uses stored counts for changes of 3, 7 and 30 days, and counts other periods and outdated counts on request', async () => {
  const live = await changesOf('30d')
  expect(live).toMatchObject({ 'Kubernetes::Pod': 4, 'Kubernetes::Cluster': 1 })
  expect(await countChanges(db, new Date())).toBeGreaterThan(4)
  expect(await countChanges(db, new Date())).toBe(0)
  expect(await changesOf('30d')).toEqual(live)
  expect(await changesOf('7d')).toMatchObject({ 'Kubernetes::Pod': 4, 'Kubernetes::Cluster': 0 })
  await db.script(`delete from config_changes where id = '${id(27)}'`)
  expect(await changesOf('30d')).toEqual(live)
  expect(await changesOf('29d')).toMatchObject({ 'Kubernetes::Cluster': 0 })
  expect(await countChanges(db, new Date())).toBe(1)
  expect(await changesOf('30d')).toMatchObject({ 'Kubernetes::Cluster': 0 })
  await db.script(`
    insert into config_changes (id, config_id, change_type, severity, source, created_at)
    values ('${id(27)}', '${cluster}', 'Upgraded', 'info', 'eks', now() - interval '10 days');
    update console.change_counts_state set counted_at = now() - interval '21 minutes'`)
  expect(await changesOf('30d')).toEqual(live)
})

test('vacuums and analyzes tables where the database has no autovacuum process', async () => {
  await db.script(`update config_items set name = name`)
  expect(await vacuumTables(db, new AbortController().signal)).toBeGreaterThan(0)
  const [items] = await db.query(sql`
    select last_vacuum is not null as was_vacuumed, last_analyze is not null as was_analyzed
    from pg_stat_user_tables where relname = 'config_items'`)
  expect(items).toEqual({ was_vacuumed: true, was_analyzed: true })
})

type Group = { type?: string; count: number }
const counts = async (request: object) => {
  const { body } = await post('summary', request)
  return ((body ?? []) as Group[]).map(({ type, count }) => [type, count])
}

test('groups by tags, including items without them', async () => {
  const { body } = await post('summary', { groupBy: ['namespace'], tags: ['cluster'], cost: '7d' })
  expect(
    body.map((row: Record<string, unknown>) => [row['namespace'], row['cluster'], row['count'], row['cost_7d']])
  ).toEqual([
    ['pay', 'eu', 2, 8],
    ['shop', 'eu', 3, 3.5],
    [null, 'eu', 1, null],
    [null, null, 1, 16],
  ])
})

test.each([
  [{ deleted: true }, 4],
  [{ filter: { app: 'api' } }, 2],
  [{ filter: { app: '!api' } }, 1],
  [{ filter: { app: 'web', team: 'x' } }, 2],
  [{ filter: { app: 'api', team: '!x' } }, 1],
  [{ status: 'Running' }, 2],
  [{ status: '!Running' }, 1],
  [{ status: '*BackOff' }, 1],
  [{ health: 'healthy,unhealthy' }, 3],
  [{ health: 'healthy', status: 'Crash*' }, undefined],
])('%j selects these pods: %s', async (request, pods) => {
  expect(new Map((await counts(request)) as [string, number][]).get('Kubernetes::Pod')).toBe(pods)
})

test('returns null without matches, and omits members that were not requested', async () => {
  expect(await post('summary', { status: 'nowhere' })).toEqual({ status: 200, body: null })
  const { body } = await post('summary', {})
  expect(Object.keys(body[0])).toEqual(['type', 'health', 'created_at', 'updated_at', 'count', 'analysis'])
})

test.each([
  { changes: { since: 'soon' } },
  { cost: '1y' },
  { groupBy: 'type' },
  { groupBy: Array.from({ length: 11 }, (_, n) => `tag${n}`) },
  { filter: [] },
  'text',
  null,
])('refuses a summary of %j', async (request) => {
  expect((await post('summary', request)).status).toBe(400)
})

test('treats names in a request as values, never as SQL', async () => {
  const hostile = ['x"; drop table config_items; --', "'", '$1', 'type"', '\\', '{}', '%', 'key_0']
  for (const name of hostile) {
    expect((await post('summary', { groupBy: [name] })).body[0].count).toBe(7)
    expect((await post('summary', { filter: { [name]: name }, status: name, health: name })).body).toBe(null)
    for (const member of ['type', 'config_type', 'summary', 'source', 'created_by', 'tags'])
      expect([200, 400]).toContain((await post('changes', { [member]: name })).status)
    for (const member of ['id', 'sort_by', 'from', 'agent_id', 'page', 'depth'])
      expect((await post('changes', { [member]: name })).status).toBe(400)
  }
})

type Found = { total?: number; changes?: { id: string }[] }
const found = async (request: object) =>
  ((await post('changes', request)).body as Found).changes?.map((change) => Number(change.id.slice(-2))).toSorted() ??
  []

test('[CALL-43] returns the changes of two days, without those of deleted items', async () => {
  const { body } = await post('changes', { sort_by: '-created_at', page_size: '2' })
  expect(body).toMatchObject({ summary: { diff: 1, Pulled: 1 }, total: 5 })
  expect(body.changes[0]).toEqual({
    agent_id: '00000000-0000-0000-0000-000000000000',
    external_change_id: '',
    id: id(21),
    config_id: a,
    change_type: 'diff',
    severity: '',
    source: 'diff',
    summary: 'spec.replicas, spec.image',
    created_at: expect.stringMatching(/^\d{4}-.*\+00:00$/),
    count: 1,
    first_observed: expect.any(String),
    inserted_at: expect.any(String),
    name: 'a',
    type: 'Kubernetes::Pod',
    tags: { cluster: 'eu', namespace: 'shop' },
    external_created_by: 'ada@shop.example',
  })
  expect((await post('changes', { type: 'nothing' })).body).toEqual({})
})

test.each<[object, number[]]>([
  [{ include_deleted_configs: true }, [21, 22, 23, 24, 25, 26]],
  [{ from: 'now-30d' }, [21, 22, 23, 25, 26, 27]],
  [{ from: 'now-30d', to: 'now-6h' }, [26, 27]],
  [{ to: 'now-6h' }, [26, 27, 28]],
  [{ config_type: 'Kubernetes::Pod' }, [21, 22, 23, 25]],
  [{ config_type: '!Kubernetes::Pod' }, [26]],
  [{ type: 'diff,BackOff' }, [21, 23]],
  [{ type: '!diff,!BackOff' }, [22, 25, 26]],
  [{ severity: 'critical' }, []],
  [{ severity: 'high' }, [23]],
  [{ severity: 'low' }, [23, 25, 26]],
  [{ severity: 'whatever' }, [22, 23, 25, 26]],
  [{ severity: '!high' }, [21, 22, 25, 26]],
  [{ severity: '!high,!medium' }, [21, 22, 26]],
  [{ source: 'kubelet' }, [22, 23, 25]],
  [{ summary: 'spec.replicas%2C%20spec.image' }, [21]],
  [{ summary: 'Back*' }, [23]],
  [{ created_by: id(1) }, [25]],
  [{ created_by: 'ada%40shop.example' }, [21]],
  [{ created_by: 'arn:aws*' }, [26]],
  [{ tags: 'namespace=shop' }, [21, 22, 23]],
  [{ tags: 'namespace!=shop' }, [25, 26]],
  [{ tags: 'cluster=eu,namespace in (pay, x)' }, [25]],
  [{ tags: '!cluster' }, [26]],
  [{ tags: 'namespace' }, [21, 22, 23, 25]],
  [{ agent_id: 'local' }, [21, 22, 23, 25, 26]],
  [{ agent_id: id(99) }, []],
])('returns changes by %j', async (request, expected) => {
  expect(await found(request)).toEqual(expected)
})

test.each<[object, number[]]>([
  [{ id: a, recursive: 'none' }, [21, 22]],
  [{ id: shop }, [21, 22, 23]],
  [{ id: shop, recursive: 'none' }, []],
  [{ id: cluster, depth: 1 }, []],
  [{ id: cluster, depth: 2 }, [21, 22, 23, 25]],
  [{ id: cluster, soft: true }, [21, 22, 23, 25, 26]],
  [{ id: a, recursive: 'upstream', from: 'now-30d' }, [21, 22, 27]],
  [{ id: bucket, recursive: 'all', soft: true, from: 'now-30d' }, [21, 22, 26, 27]],
  [{ id: `${a},${d}` }, [21, 22, 25]],
  [{ id: `!${a}` }, [23, 25, 26]],
])('[CAT-12] returns changes of relatives: %j', async (request, expected) => {
  expect(await found(request)).toEqual(expected)
})

/** All pages, two changes each. */
const seen = async (sort: string) => {
  const pages = []
  for (const page of [1, 2, 3, 4])
    pages.push((await post('changes', { sort_by: sort, page, page_size: 2 })).body as Found)
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  return pages.flatMap(({ changes }) => (changes ?? []).map(({ id: one }) => one))
}

test.each(['name', 'change_type', 'summary', 'source', 'created_at', 'count'])(
  '[CALL-44] pages by %s',
  async (column) => {
    expect((await seen(column)).toSorted()).toEqual([21, 22, 23, 25, 26].map(id))
    expect((await seen(`-${column}`)).toSorted()).toEqual([21, 22, 23, 25, 26].map(id))
    expect((await seen('-count'))[0]).toBe(id(23))
  }
)

test.each([
  { sort_by: 'severity' },
  { sort_by: 'id; drop table people' },
  { recursive: 'sideways', id: a },
  { depth: -1, id: a },
  { depth: 51, id: a },
  { from: 'yesterday' },
  { from: 'now', to: 'now-1d' },
  { tags: 'a in b' },
  { summary: '%E0%A4%A' },
  { page: 0 },
  { page_size: 10_001 },
  { page_size: 'many' },
  { id: 'abc*' },
  { agent_id: 'edge' },
])('refuses changes by %j', async (request) => {
  expect((await post('changes', request)).status).toBe(400)
})

test('accepts the older form with parameters in the address', async () => {
  const response = await send(`/api/catalog/changes?id=${cluster}&depth=2&page_size=1&include_deleted_configs=true`)
  expect(await response.json()).toMatchObject({ total: 5, changes: [expect.anything()] })
})

const statuses = async () => [
  (await write('POST', '/api/catalog/summary', {})).status,
  (await write('POST', '/api/catalog/changes', {})).status,
  (await send('/api/catalog/changes')).status,
]

test('returns nothing to a caller who may not read the catalog', async () => {
  await db.run(sql`
    insert into permissions (id, action, subject, subject_type, object, deny, created_by)
    values (${id(80)}, 'read', ${id(1)}, 'person', 'catalog', true, ${id(1)})`)
  expect(await statuses()).toEqual([403, 403, 403])
  await db.run(sql`delete from permissions`)
  as(undefined)
  expect(await statuses()).toEqual([401, 401, 401])
})

const resources = async (body: object) => {
  const response = await write('POST', '/api/resources/search', body)
  return { status: response.status, body: (await response.json()) as Record<string, { name: string }[]> }
}
const labels = (count: number) => Array.from({ length: count }, (_, n) => `k${n}!=v`).join(',')
const refusedWith = (count: number) => ({
  status: 400,
  body: { error: `bad request: a request may have 100 conditions; this one has ${count}` },
})

test('refuses requests with too many conditions, naming the number that is allowed', async () => {
  const words = Array.from({ length: 101 }, (_, n) => `*${n}*`).join(',')
  expect(await resources({ configs: [{ fieldSelector: labels(101) }] })).toEqual(refusedWith(101))
  const many = Array.from({ length: 11 }, () => ({ labelSelector: labels(10) }))
  expect(await resources({ configs: many })).toEqual(refusedWith(110))
  expect((await resources({ configs: many.slice(1) })).status).toBe(200)
  const changes = await write('POST', '/api/catalog/changes', { summary: words })
  expect({ status: changes.status, body: await changes.json() }).toEqual(refusedWith(101))
  const both = await write('POST', '/api/catalog/changes', { tags: labels(60), summary: words.slice(0, 200) })
  expect(both.status).toBe(400)
})

const namesOf = async (wanted: object) =>
  (await resources({ configs: [wanted] })).body['configs']?.map(({ name }) => name) ?? []

test('finds checks, components and items by selectors, with the members that identify them', async () => {
  await db.script(`
    insert into canaries (id, name, namespace, spec) values ('${id(70)}', 'web', 'shop', '{}');
    insert into checks (id, canary_id, type, name, labels, icon) values ('${id(71)}', '${id(70)}', 'http', 'api up', '{"team":"x"}', 'http');
    insert into topologies (id, name, namespace, spec) values ('${id(72)}', 'map', 'shop', '{}');
    insert into components (id, topology_id, name, namespace, type, labels, external_id, status) values ('${id(73)}', '${id(72)}', 'api', 'shop', 'Service', '{}', 'x', 'healthy')`)
  const agent = '00000000-0000-0000-0000-000000000000'
  const everything = { agent: 'all', search: 'a' }
  expect(await resources({ checks: [everything], components: [everything], configs: [everything] })).toEqual({
    status: 200,
    body: {
      checks: [
        { id: id(71), agent, name: 'api up', namespace: 'shop', type: 'http', icon: 'http', tags: { team: 'x' } },
      ],
      components: [{ id: id(73), agent, name: 'api', namespace: 'shop', type: 'Service', status: 'healthy' }],
      configs: [
        {
          id: a,
          agent,
          name: 'a',
          namespace: 'shop',
          type: 'Kubernetes::Pod',
          tags: { cluster: 'eu', namespace: 'shop' },
          health: 'healthy',
          status: 'Running',
        },
      ],
    },
  })
  expect((await resources({ checks: [{ agent: 'all', search: 'nowhere' }], configs: [] })).body).toEqual({})
})

test.each([
  [{}, []],
  [{ agent: 'all' }, ['a', 'b', 'd', 'eu', 'files', 'pay', 'shop']],
  [{ agent: 'all', limit: 2 }, ['a', 'b']],
  [{ agent: 'elsewhere', name: '*' }, []],
  [{ types: ['Kubernetes::Pod'] }, ['a', 'b', 'd']],
  [{ types: ['Kubernetes::*', '!Kubernetes::Pod'] }, ['eu', 'pay', 'shop']],
  [{ types: ['Kubernetes::Pod'], includeDeleted: true }, ['a', 'b', 'c', 'd']],
  [{ health: 'unhealthy' }, ['b']],
  [{ namespace: 'pay' }, ['d', 'pay']],
  [{ statuses: ['Running', 'Ready'] }, ['a', 'd', 'eu']],
  [{ labelSelector: 'app=api,team' }, ['a']],
  [{ tagSelector: 'namespace in (shop)' }, ['a', 'b', 'shop']],
  [{ search: 'type=pod tags.namespace=shop' }, ['a', 'b']],
  [{ search: 'type=pod health!=healthy' }, ['b']],
  [{ search: '*ile*' }, ['files']],
  [{ search: 'updated>2026-02-02T12:00:00Z type=pod' }, ['b']],
])('selector %j finds %j', async (wanted, names) => {
  expect(await namesOf(wanted)).toEqual(names)
})

test('refuses invalid selectors and treats values never as SQL', async () => {
  for (const wanted of [{ search: 'nothing=1' }, { labelSelector: 'a b' }, { limit: -1 }, { search: 'updated>soon' }])
    expect((await resources({ configs: [wanted] })).status).toBe(400)
  const hostile = `'; drop table config_items; --`
  for (const member of ['name', 'search', 'namespace', 'health', 'scope', 'agent', 'id'])
    expect((await resources({ configs: [{ agent: 'all', [member]: hostile }] })).body).toEqual({})
})

test('counts only visible rows for guests with row-level access', async () => {
  await db.run(sql`insert into properties (name, value, created_by) values ('rls.enable', 'true', ${id(1)})`)
  await db.run(sql`
    insert into permissions (id, action, subject, subject_type, object, tags, created_by)
    values (${id(80)}, 'read', ${id(1)}, 'person', 'catalog', '{"namespace": "shop"}', ${id(1)})`)
  try {
    as(person('guest', 'everyone'))
    expect(await counts({})).toEqual([
      ['Kubernetes::Namespace', 1],
      ['Kubernetes::Pod', 2],
    ])
    expect(await found({ id: shop })).toEqual([21, 22, 23])
    // Neither the item nor its relatives are visible.
    expect(await found({ id: pay })).toEqual([])
    expect(await found({ from: 'now-30d' })).toEqual([21, 22, 23])
    await countChanges(db, new Date())
    expect(await changesOf('30d')).toEqual({ 'Kubernetes::Namespace': 0, 'Kubernetes::Pod': 3 })
    expect(await namesOf({ agent: 'all' })).toEqual(['a', 'b', 'shop'])
  } finally {
    await db.run(sql`delete from permissions`)
    await db.run(sql`delete from properties where name = 'rls.enable'`)
  }
})
