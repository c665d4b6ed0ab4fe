import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readCaller } from '../../server/identity/access/people'
import { sql } from '../../server/data/db/sql'
import { findProblems } from '../../src/ui/editor/schema-problems'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// Calls that Mission Control's own console makes on its pages and this console does not (docs/protocol.md, "Calls for
// other clients"): each responds with the shape that a Mission Control installation responds with.

const db = await testDatabase()
const { as, send, write } = await consoleApp(db)
const [ada, viewer, guest] = [id(1), id(200), id(201)]
const [cluster, api] = [id(10), id(11)]

beforeAll(async () => {
  await db.script(organisation)
  await db.script(`
    insert into people (id, name) values ('${viewer}', 'Vi'), ('${guest}', 'Gil');
    insert into casbin_rule (ptype, v0, v1) values ('g', '${viewer}', 'viewer'), ('g', '${guest}', 'guest');
    insert into notification_send_history (notification_id, source_event, resource_id, status, body) values
      ('${id(70)}', 'config.unhealthy', '${api}', 'sent', ''), ('${id(70)}', 'component.unhealthy', '${id(31)}', 'sent', ''),
      ('${id(70)}', 'canary.unhealthy', '${id(40)}', 'sent', ''), ('${id(70)}', 'incident.created', '${id(50)}', 'sent', '');
    update config_analysis set source = 'Trivy', properties = '[{"name": "package", "text": "libink"}]' where id = '${id(22)}';
    insert into config_analysis (config_id, analyzer, analysis_type, source) values ('${cluster}', 'age', '', null), ('${id(12)}', 'gone', 'cost', '');
    update playbooks set spec = '{"description": "Starts it again", "category": "Pods"}', namespace = 'ops' where id = '${id(60)}';
    insert into job_history (name, resource_type, resource_id, status, duration_millis, time_start) values
      ('Canary', 'canary', '${id(40)}', 'FAILED', 61, now()), ('Canary', 'canary', '${id(40)}', 'RUNNING', null, now()),
      ('Topology', 'topology', '${id(30)}', 'WARNING', 7, now())`)
})
beforeEach(() => be(ada))

const be = async (person: string) => as(await readCaller(db, person))
const uuid = z.guid()
const text = z.string()
const time = z.iso.datetime({ offset: true })
const count = z.int().nonnegative()
const empty = z.tuple([])
const object = z.record(z.string(), z.unknown())

const named = z.strictObject({ id: uuid, name: text, type: text, config_class: text })
const insight = z.looseObject({
  id: uuid,
  config_id: uuid,
  config_name: text,
  config_type: text,
  config_class: text,
  properties: z.array(z.looseObject({ name: text })).nullable(),
  properties_values: z.array(text).nullable(),
})
const job = z.strictObject({
  name: text,
  total: count,
  running: count,
  success: count,
  warning: count,
  failed: count,
  stale: count,
  skipped: count,
  last_run_at: time,
  average_duration: z.number().nullable(),
})
const resource = z.strictObject({
  id: uuid,
  resource_kind: z.enum(['config', 'component', 'check', 'canary']),
  resource_type: text.nullable(),
  resource: z.strictObject({
    id: uuid,
    name: text,
    type: text.nullable(),
    icon: text.nullable(),
    health: text.nullable(),
    status: text.nullable(),
    deleted_at: time.nullable(),
  }),
})
const group = z.strictObject({
  resource: object.nullable(),
  resource_type: text.nullable(),
  resource_kind: text.nullable(),
  resource_tags: object.nullable(),
  resource_health: text.nullable(),
  resource_status: text.nullable(),
  resource_health_description: text.nullable(),
  first_observed: time,
  last_seen: time,
  total: count,
  last_message: text.nullable(),
  sent: count,
  error: count,
  suppressed: count,
  in_progress: count,
})
const filled = <T extends z.ZodType>(row: T) => z.array(row).min(1)

/** The call, the right that it requires, and the shape of the response. */
const calls: [call: string, required: string, shape: z.ZodType][] = [
  [`db/person_analytics?person_id=eq.${ada}&select=key`, 'database.public', empty],
  [
    'db/views_summary?sidebar=eq.true&select=id,name,namespace,title,icon,ordinal&order=ordinal.asc,title.asc',
    'database.public',
    empty,
  ],
  ['db/views?select=*&deleted_at=is.null&limit=50&offset=0&order=created_at.desc', 'database.public', empty],
  [
    'db/scopes?select=*,created_by(id,name,avatar,email)&deleted_at=is.null&limit=50&offset=0',
    'database.system',
    empty,
  ],
  [
    'db/plugins?select=id,name,namespace,source,spec,installed_path,plugin_version,created_at,updated_at,deleted_at&deleted_at=is.null&order=namespace.asc,name.asc',
    'database.system',
    empty,
  ],
  ['plugins', 'catalog', empty],
  [`plugins?config_id=${api}`, 'catalog', empty],
  [`view/list?config_id=${api}`, 'catalog', empty],
  [
    `db/config_access_summary?select=config_id,config_name,config_type,user,email,role,user_type,external_group_id,last_signed_in_at,last_reviewed_at,created_at&config_id=eq.${api}&role.filter=a,!b&order=user.asc&limit=50&offset=0`,
    'catalog',
    empty,
  ],
  [
    'db/config_access_summary_by_user?select=user,email,access_count,distinct_roles,distinct_configs,last_signed_in_at,latest_grant&order=access_count.desc',
    'catalog',
    empty,
  ],
  [
    'db/config_access_summary_by_config?select=config_id,config_name,config_type,access_count,distinct_users,distinct_roles,last_signed_in_at,latest_grant&config_type=eq.Pod&order=access_count.desc',
    'catalog',
    empty,
  ],
  [
    `db/config_access_logs?config_id=eq.${api}&select=*,external_users(name,user_email:email)&order=created_at.desc`,
    'catalog',
    empty,
  ],
  [
    `db/rpc/config_access_filter_options?p_config_id=${api}&p_role=admin`,
    'catalog',
    z.strictObject({ roles: empty, users: empty, groups: empty, catalogs: empty, user_types: empty }),
  ],
  ['db/config_analysis_items?select=*&order=config_name.asc', 'catalog', filled(insight)],
  [
    'db/rpc/config_analysis_filter_options',
    'catalog',
    z.strictObject({
      types: filled(text),
      analyzers: filled(text),
      sources: filled(text),
      config_types: filled(text),
      catalogs: filled(named),
    }),
  ],
  [
    `db/rpc/get_parents_by_location?config_id=${api}`,
    'catalog',
    filled(z.strictObject({ id: uuid, name: text, type: text })),
  ],
  [
    'db/playbook_names?select=id,name,namespace,title,description,icon,category',
    'database.public',
    filled(z.looseObject({ namespace: text, description: text, category: text })),
  ],
  ['db/job_history_summary', 'database.monitor', filled(job)],
  ['db/notification_send_history_resources', 'database.monitor', filled(resource)],
  [
    'db/notification_send_history_resource_types?select=resource_type',
    'database.monitor',
    filled(z.strictObject({ resource_type: text })),
  ],
  [
    'db/notification_send_history_resource_tags?select=key,value',
    'database.monitor',
    filled(z.strictObject({ key: text, value: text })),
  ],
  ['POST notification/summary', 'notification', z.strictObject({ total: count, results: filled(group) })],
]

const request = (call: string) => {
  const [method, path] = call.startsWith('POST ') ? ['POST', call.slice(5)] : ['GET', call]
  return method === 'POST' ? write('POST', `/api/${path}`, {}) : send(`/api/${path}`)
}

test.each(calls)('responds to %s', async (call, required, shape) => {
  const answer = await request(call)
  expect([answer.status, z.safeParse(shape, await answer.json()).error?.issues]).toEqual([200, undefined])
  // Callers with the right are answered, others are refused.
  await be(viewer)
  expect((await request(call)).status).toBe(200)
  await db.run(sql`
    insert into permissions (action, subject_type, subject, person_id, object, deny)
    values ('read', 'person', ${viewer}, ${viewer}, ${required}, true)`)
  await be(viewer)
  expect((await request(call)).status).toBe(403)
  await db.run(sql`delete from permissions where person_id = ${viewer}`)
  as(undefined)
  expect((await request(call)).status).toBe(401)
})

test.each(calls)('reveals no config item to limited callers by %s', async (call) => {
  await db.run(sql`insert into properties (name, value) values ('rls.enable', 'true')`)
  await be(guest)
  const answer = await request(call)
  const body = await answer.text()
  await db.run(sql`delete from properties where name = 'rls.enable'`)
  expect([200, 403, 404]).toContain(answer.status)
  expect(body).not.toMatch(/cluster|Kubernetes|CVE|Trivy|security|api/)
})

const unwritable = 'views views_summary plugins scopes person_analytics config_access_logs config_access_summary'
test.each(unwritable.split(' '))('refuses to write %s, whose rows would have no effect', async (relation) => {
  const row = { name: 'a', spec: {}, targets: [], source: 'UI', person_id: ada, key: 'a' }
  const written = await Promise.all([
    write('POST', `/api/db/${relation}`, row),
    write('PATCH', `/api/db/${relation}?name=eq.a`, { name: 'b' }),
    send(`/api/db/${relation}?name=eq.a`, { method: 'DELETE' }),
  ])
  expect(written.map(({ status }) => status)).toEqual([403, 403, 403])
})

const json = async (path: string) => (await send(`/api/${path}`)).json()

test('lists the values by which insights can be filtered, of all items or of one', async () => {
  expect(await json('db/rpc/config_analysis_filter_options')).toEqual({
    types: ['cost', 'security'],
    analyzers: ['CVE-1', 'age', 'gone'],
    sources: ['Trivy'],
    config_types: ['Kubernetes::Cluster', 'Kubernetes::Pod'],
    catalogs: [
      { id: api, name: 'api', type: 'Kubernetes::Pod', config_class: 'Pod' },
      { id: cluster, name: 'cluster', type: 'Kubernetes::Cluster', config_class: 'Cluster' },
      { id: id(12), name: 'old', type: 'Kubernetes::Pod', config_class: 'Pod' },
    ],
  })
  expect(await json(`db/rpc/config_analysis_filter_options?p_config_id=${cluster}`)).toEqual({
    types: [],
    analyzers: ['age'],
    sources: [],
    config_types: ['Kubernetes::Cluster'],
    catalogs: [{ id: cluster, name: 'cluster', type: 'Kubernetes::Cluster', config_class: 'Cluster' }],
  })
})

test('lists the ancestors of a config item from the outermost, without deleted ones', async () => {
  const [namespace, pod] = [id(210), id(211)]
  await db.script(`
    insert into config_items (id, name, type, config_class, parent_id, path, external_id) values
      ('${namespace}', 'shop', 'Kubernetes::Namespace', 'Namespace', '${cluster}', '${cluster}', '{ns/shop}'),
      ('${pod}', 'till', 'Kubernetes::Pod', 'Pod', '${namespace}', '${cluster}.${namespace}', '{}')`)
  const parents = async (more = '') =>
    (await json(`db/rpc/get_parents_by_location?config_id=${pod}${more}`)).map(({ name }: { name: string }) => name)
  expect(await parents()).toEqual(['cluster', 'shop'])
  expect(await parents('&alias_prefix=ns/')).toEqual(['shop'])
  await db.run(sql`update config_items set deleted_at = now() where id = ${namespace}`)
  expect(await parents()).toEqual(['cluster'])
  expect(await parents('&include_deleted=true')).toEqual(['cluster', 'shop'])
})

test('counts the runs of each job by their status', async () => {
  expect(await json('db/job_history_summary')).toEqual([
    expect.objectContaining({ name: 'Canary', total: 3, success: 1, failed: 1, running: 1, average_duration: 50.5 }),
    expect.objectContaining({ name: 'Topology', total: 1, warning: 1, stale: 0, skipped: 0, average_duration: 7 }),
  ])
})

test('lists the resources of messages with their types and tags, but not incidents', async () => {
  const resources = await json('db/notification_send_history_resources?order=resource_kind')
  expect(resources.map((row: Record<string, unknown>) => [row['resource_kind'], row['resource_type']])).toEqual([
    ['canary', null],
    ['check', 'http'],
    ['component', 'Service'],
    ['config', 'Kubernetes::Pod'],
  ])
  expect(await json('db/notification_send_history_resource_types')).toEqual([
    { resource_type: 'Kubernetes::Pod' },
    { resource_type: 'Service' },
    { resource_type: 'http' },
  ])
  expect(await json('db/notification_send_history_resource_tags')).toEqual([
    { key: 'cluster', value: 'eu' },
    { key: 'namespace', value: 'shop' },
  ])
})

test.each([
  ['view/list', 400],
  ['view/list?config_id=api', 400],
  [`view/list?config_id=${id(999)}`, 404],
  ['plugins?config_id=api', 400],
  [`plugins?config_id=${id(999)}`, 404],
  // As a Mission Control installation without a dashboard.
  ['dashboard', 404],
])('refuses %s with %i and a message', async (path, status) => {
  const answer = await send(`/api/${path}`)
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringMatching(/./) }])
})

const specs: [file: string, spec: object, wrong: object][] = [
  [
    'canary.spec',
    { schedule: '@every 5m', http: [{ name: 'home', url: 'https://a.example' }] },
    { http: [{ url: 7 }] },
  ],
  ['playbook-spec', { title: 'A', actions: [{ name: 'a', exec: { script: 'ls' } }] }, { title: 'A', actions: [] }],
  ['scrape_config.spec', { file: [{ paths: ['/a'], id: '$.a', type: 'A' }] }, { file: [{ paths: '/a' }] }],
  [
    'topology.spec',
    { components: [{ name: 'a', components: [{ name: 'b' }] }] },
    { components: [{ components: [{}] }] },
  ],
]
test.each(specs)('serves the schema %s, which accepts a valid spec and refuses another', async (file, spec, wrong) => {
  const schema = await json(`schemas/${file}.schema.json`)
  expect(Object.keys(schema)).toEqual(['$schema', '$id', '$ref', '$defs'])
  const findings = (written: object) =>
    findProblems(JSON.stringify(written), 'json', schema).map(({ message }) => message)
  expect(findings(spec)).toEqual([])
  expect(findings(wrong)).not.toEqual([])
  // Every reference leads to a definition.
  const references = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(([, name]) => name)
  expect(references.filter((name) => !((name ?? '') in schema.$defs))).toEqual([])
  expect(JSON.stringify(schema)).not.toContain('#/properties')
})

test('serves schemas to every signed-in caller, and a text for unknown names', async () => {
  await be(viewer)
  expect((await request('schemas/canary.spec.schema.json')).status).toBe(200)
  for (const name of ['none.json', 'constructor', '..%2fsecrets']) {
    const answer = await request(`schemas/${name}`)
    expect([answer.status, await answer.text()]).toEqual([404, 'There is no schema with this name.'])
  }
  as(undefined)
  expect((await request('schemas/canary.spec.schema.json')).status).toBe(401)
})

test('hides a config item from limited callers who ask for its views and plugins', async () => {
  await db.run(sql`insert into properties (name, value) values ('rls.enable', 'true')`)
  await be(guest)
  const statuses = [
    (await request(`view/list?config_id=${api}`)).status,
    (await request(`plugins?config_id=${api}`)).status,
  ]
  await db.run(sql`delete from properties where name = 'rls.enable'`)
  expect(statuses).toEqual([404, 404])
})
