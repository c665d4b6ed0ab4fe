import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { mayReadRelation } from '../../server/identity/access/authorise'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { buildRoleRules } from '../../src/shared/access/policy'
import { adaCaller, relationalRequest } from '../helpers/relational-caller'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'
import { testVault } from '../helpers/vault'

// Every select, filter and order that clients of the protocol are known to send.

const db = await testDatabase()
await db.script(organisation)
const mayRead = mayReadRelation(buildRoleRules(['admin']))
const relational = createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault })

/** Sends a request as the browser does; `path` is relative to `/api/db/`. */
async function send(path: string, init: RequestInit = {}) {
  const [relation = ''] = path.split('?')
  const response = await relational(relationalRequest(path, init), relation, { ...adaCaller, mayRead }, db)
  const text = await response.text()
  return { status: response.status, range: response.headers.get('content-range'), body: text ? JSON.parse(text) : null }
}
const exact = { headers: { Prefer: 'count=exact' } }
const writing = (method: string, body: unknown) => ({
  method,
  headers: { Prefer: 'return=representation', 'Content-Type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

const AV = 'id,name,avatar,email'
const ada = { id: id(1), name: 'Ada', avatar: null, email: 'ada@shop.example' }

const configColumns =
  'id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis'
const hour = '2020-01-01T00:00:00Z'

/** Path, status, and number of rows. */
const reads: [string, number, number?][] = [
  // people and identities
  ['people?select=*&order=name.asc', 200, 3],
  [`people?id=eq.${id(1)}`, 200, 1],
  ['people?email=eq.ada@shop.example', 200, 1],
  [`people_roles?id=in.(${id(1)},${id(2)})`, 200, 1],
  ['people_roles?id=in.()', 200, 0],
  ['identities', 200, 0],
  // catalog
  [
    `configs?&select=${configColumns}&select=agent:agents(id,name)&type=eq.Kubernetes::Pod&order=name.asc&deleted_at=is.null&limit=50&offset=0`,
    200,
    1,
  ],
  [
    `configs?&select=${configColumns}&or=(name.ilike.*AP*,type.ilike.*AP*,description.ilike.*AP*,namespace.ilike.*AP*)`,
    200,
    1,
  ],
  [`configs?&select=${configColumns}&or=(and(labels->>app.eq.api,labels->>tier.neq.gold))`, 200, 0],
  [`configs?&select=${configColumns}&or=(and(labels->>app.eq.api))&order=type,name.desc`, 200, 1],
  [`configs?select=id&or=(and(labels->>app.eq."x,y"))`, 200, 1],
  [`configs?select=id&status.filter=Running,Gone&health.filter=!healthy`, 200, 0],
  [`configs?select=id&status.filter=Run*`, 200, 1],
  [`configs?select=id&status.filter=*nning,Run*`, 200, 1],
  [`configs?select=id&status.filter=!Running`, 200, 2],
  [`configs?select=id&or=(and(labels->>app=eq.api))`, 400],
  ['configs', 200, 3],
  ['configs?select=id,name,config_class,type', 200, 3],
  [`configs?id=in.(${id(10)},${id(11)})&select=id,name,config_class,type`, 200, 2],
  [`configs?id=eq.${id(10)}&select=cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d`, 200, 1],
  ['configs?select=id,external_id,name,type,analysis,changes&type=ilike.kubernetes::pod', 200, 2],
  ['configs?select=id,external_id&type=ilike.jira&or=(name.ilike.*a*,external_id.ilike.*a*)', 400],
  ['config_items?select=id,name,type,config_class&type=in.(Kubernetes::Pod,AWS::EC2::Instance)', 200, 2],
  [`config_detail?id=eq.${id(11)}&select=*,config_scrapers(id,name)`, 200, 1],
  [`config_names?id=eq.${id(11)}`, 200, 1],
  ['config_tags', 200, 2],
  ['config_labels', 200, 2],
  ['config_types', 200, 2],
  ['config_statuses', 200, 3],
  ['analysis_types', 200, 1],
  ['config_analysis_analyzers?order=analyzer.asc', 200, 1],
  ['change_types?change_type=not.eq.', 200, 2],
  ['config_tags_labels_keys', 200, 3],
  ['component_labels_keys', 200, 0],
  ['checks_labels_keys', 200, 0],
  [
    `config_changes?config_id=eq.${id(11)}&id=eq.${id(20)}&select=id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by,config:configs(id,name,type,config_class)`,
    200,
    1,
  ],
  [
    `config_changes?config_id=eq.${id(11)}&order=created_at.desc&limit=10&offset=0&severity=eq.low&and=(created_at.gte.${hour},created_at.lte.2099-01-01)`,
    200,
    1,
  ],
  [
    `changes_by_component?component_id=eq.${id(31)}&select=id,type,config_id,name,change_type,config_class,created_at:configs(id, name, type, config_class)`,
    200,
    2,
  ],
  [
    `config_analysis_items?select=id,analysis_type,analyzer,severity,status,first_observed,last_observed,config:configs(id,name,config_class,type)&limit=5&offset=0&status=eq.open&analysis_type=eq.security&severity=eq.high&analyzer=eq.CVE-1&config_id=eq.${id(11)}&config_type=eq.Kubernetes::Pod&order=first_observed.desc`,
    200,
    1,
  ],
  [`config_analysis_items?select=id&component_id=eq.${id(31)}`, 400],
  [
    `config_analysis?select=id,source,analyzer,analysis_type,message,severity,status,analysis,first_observed,config:configs(id,name,config_class,type)&id=eq.${id(22)}`,
    200,
    1,
  ],
  [
    `config_analysis?select=id,message,analyzer,config:configs(id,name,config_class,type)&config_id=eq.${id(11)}&id=eq.${id(22)}`,
    200,
    1,
  ],
  [
    `analysis_by_component?component_id=eq.${id(31)}&limit=5&offset=0&select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))`,
    200,
    1,
  ],
  [`rpc/lookup_analysis_by_component?id=${id(31)}`, 200, 1],
  [
    `config_component_relationships?component_id=eq.${id(31)}&configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null`,
    200,
    1,
  ],
  [
    `config_relationships?or=(related_id.eq.${id(11)},config_id.eq.${id(11)})&configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(id, type, name, config_class, deleted_at),related:configs!config_relationships_related_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null`,
    200,
    1,
  ],
  [
    `config_component_relationships?config_id=eq.${id(11)}&select=components!config_component_relationships_component_id_fkey(id, icon, name)`,
    200,
    1,
  ],
  [
    `rpc/related_configs_recursive?config_id=${id(10)}&include_deleted_configs=true&max_depth=10&type_filter=outgoing&outgoing_relation=hard`,
    200,
    2,
  ],
  [
    `rpc/related_configs_recursive?config_id=${id(10)}&include_deleted_configs=false&max_depth=10&type.filter=Kubernetes::Pod&status.filter=!Gone&type_filter=all&incoming_relation=both&outgoing_relation=both`,
    200,
    1,
  ],
  [`rpc/related_configs_recursive?config_id=${id(10)}&type_filter=sideways`, 400],
  [`check_summary_for_config?config_id=eq.${id(11)}`, 200, 1],
  ['saved_query', 200, 0],
  // health and topology
  [`checks?id=eq.${id(41)}`, 200, 1],
  [`checks?id=eq.${id(41)}&select=id,name,icon,status,type`, 200, 1],
  [
    `checks?id=eq.${id(41)}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))`,
    200,
    1,
  ],
  [
    `check_statuses?check_id=eq.${id(41)}&time=gt.${hour}&order=time.desc&status=eq.1&duration=gte.500&limit=50&offset=0`,
    200,
    12,
  ],
  [`check_statuses?check_id=eq.${id(41)}&time=gt.${hour}&order=time.desc&status=eq.0`, 200, 4],
  [
    `checks?id=in.(${id(41)})&select=id,check_statuses!check_statuses_check_id_fkey(message,error)&check_statuses.status=eq.0&check_statuses.order=time.desc&check_statuses.limit=1`,
    200,
    1,
  ],
  [`check_statuses_5m?check_id=in.(${id(41)})&created_at=gte.${hour}&select=check_id,created_at,passed,failed`, 200],
  [`canaries?id=eq.${id(40)}&select=id,source,spec,name,namespace`, 200, 1],
  ['check_names', 200, 1],
  ['canary_names', 404],
  [`components?id=eq.${id(31)}`, 200, 1],
  [`components?id=eq.${id(31)}&select=id,topologies(id,name)`, 200, 1],
  ['component_names?order=name.asc&type=in.(Service,Application)', 200, 1],
  ['components_with_logs?order=name.asc', 200, 0],
  ['component_labels', 200, 0],
  [`team_components?component_id=eq.${id(31)}&select=*,team:teams(*, created_by(${AV}))`, 200, 1],
  [`checks_by_component?component_id=eq.${id(31)}`, 200, 1],
  [`topologies?select=id,components(id,name,type,icon)&id=eq.${id(30)}`, 200, 1],
  // incidents
  [
    'incident_summary?&title=ilike.*slow*&order=created_at.desc&status=eq.open&type=eq.performance&severity=eq.High',
    200,
    1,
  ],
  [`incident_summary?created_by=eq.${id(1)}`, 400],
  [`incident_summary?hypotheses.evidences.component_id=eq.${id(31)}`, 400],
  [`incidents_by_component?order=created_at.desc&type=eq.performance&status=eq.open&component_id=eq.${id(31)}`, 200, 1],
  [`incidents_by_config?order=created_at.desc&config_id=eq.${id(11)}`, 200, 0],
  ['incidents?order=created_at.desc&title=ilike.*slow*&select=*,hypotheses(id, type)', 200, 1],
  [
    `incidents?select=*,hypotheses!inner(*,created_by(${AV}),evidences!inner(id,evidence,type,component_id)),comments(id,created_by(${AV})),commander_id(${AV}),communicator_id(${AV}),responders(*,team:team_id(id,name,icon,spec),person:person_id(id,name,avatar),created_by(${AV}))&order=created_at.desc&hypotheses.evidences.component_id=eq.${id(31)}`,
    200,
    1,
  ],
  [
    `incidents?select=id,hypotheses!inner(id,evidences!inner(id))&hypotheses.evidences.component_id=eq.${id(11)}`,
    200,
    0,
  ],
  [
    `incidents?id=eq.${id(50)}&select=*,hypotheses(*,created_by(${AV}),evidences(*,created_by(${AV})),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(id,${AV}),id)),commander:commander_id(${AV}),communicator_id(${AV}),responders(created_by(${AV}))`,
    200,
    1,
  ],
  [`hypotheses?incident_id=eq.${id(50)}&order=created_at.asc`, 200, 1],
  [`hypotheses?order=created_at.desc&title=ilike.*data*&incident_id=eq.${id(50)}`, 200, 1],
  [
    `hypotheses?id=eq.${id(51)}&select=id,comments(id,*,created_by(id,name,avatar),responder_id(*,team_id(*))),evidences(id,*,created_by(id,name,avatar))`,
    200,
    1,
  ],
  [`comments?select=*,created_by(id,name,avatar)&hypothesis_id=eq.${id(51)}&order=created_at.asc`, 200, 1],
  [`evidences?id=eq.${id(52)}`, 200, 1],
  [
    `responders?incident_id=eq.${id(50)}&select=*,team:team_id(id,name,icon,spec),person:person_id(id,name,avatar)&deleted_at=is.null`,
    200,
    1,
  ],
  [
    `incident_histories?incident_id=eq.${id(50)}&select=*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(id,name,avatar))&order=created_at.desc`,
    200,
    4,
  ],
  // playbooks
  ['playbook_names?select=id,name,title,icon,category&order=title.asc', 200, 1],
  [`playbooks?select=*,created_by(${AV})&deleted_at=is.null&order=created_at.desc`, 200, 1],
  [`playbooks?id=in.(${id(60)})&select=id,title,spec`, 200, 1],
  [
    `playbook_runs?config_id=eq.${id(11)}&status=eq.completed&parent_id=is.null&limit=50&offset=0&order=created_at.desc&or=(and(start_time.gte.${hour},start_time.lte.2099-01-01),and(created_at.gte.${hour},created_at.lte.2099-01-01))&playbook_id=eq.${id(60)}&select=*,created_by(id,name,avatar),playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)`,
    200,
    1,
  ],
  [
    `playbook_runs?id=eq.${id(61)}&select=*,created_by(${AV}),playbooks(id,name,title,spec),component:components(id,name,icon),config:config_items(id,name,type,config_class),check:checks(id,name,icon),playbook_approvals(*, person_id(${AV}), team_id(*))`,
    200,
    1,
  ],
  [`rpc/get_playbook_run_actions?run_id=${id(61)}`, 200, 1],
  [
    `playbook_run_actions?id=eq.${id(62)}&select=*,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)`,
    200,
    1,
  ],
  // notifications
  [
    `notifications_summary?select=*,person:person_id(${AV}),team:team_id(id,name,icon),created_by(${AV})&order=created_at.desc&limit=10&offset=0`,
    200,
    1,
  ],
  [
    `notifications?id=eq.${id(70)}&select=*,person:person_id(${AV}),team:team_id(id,name,icon),created_by(${AV})`,
    200,
    1,
  ],
  [
    'notification_send_history_summary?select=*&order=created_at.desc&limit=5&offset=0&resource_kind.filter=check,!config&resource_type.filter=http&status.filter=sent&resource->>name.filter=home*',
    200,
    1,
  ],
  ['notification_send_history_summary?select=id&resource->>name.filter=home', 200, 0],
  [`notification_send_history_summary?id=eq.${id(71)}&select=*`, 200, 1],
  [
    `notification_silences?select=*,checks:check_id(id,name,type,status),catalog:config_id(id,name,type,config_class),component:component_id(id,name,icon),createdBy:created_by(${AV})&order=created_at.desc&deleted_at=is.null&&order=name.asc`,
    200,
    1,
  ],
  // settings
  ['permissions_summary?&select=*&deleted_at=is.null&limit=10&offset=0', 200, 1],
  [`permissions_summary?subject=eq.${id(1)}&select=*&deleted_at=is.null`, 200, 1],
  [`permissions_summary?playbook_id=eq.${id(60)}&select=*`, 400],
  ['teams?deleted_at=is.null&order=name.asc', 200, 1],
  [`team_members?team_id=eq.${id(3)}&select=*,person_id(*)`, 200, 1],
  [`properties?select=*,created_by(${AV})&name=eq.logs.disable&value=eq.true`, 200, 1],
  [
    'job_histories?&select=*&limit=150&offset=0&resource_type.filter=canary,topology&name.filter=Canary&status.filter=SUCCESS&order=created_at.desc&and=(created_at.gt.2020-01-01,created_at.lt.2099-01-01)&duration_millis=gte.10',
    200,
    1,
  ],
  ['job_history_names?order=name.asc', 200, 1],
  ['event_queue_summary?order=last_failure.desc', 200],
  [
    `integrations_with_status?order=created_at.desc&select=*&deleted_at=is.null&limit=10&offset=0&order=name.asc`,
    200,
    3,
  ],
  [`agents_summary?select=*,created_by(${AV})&order=created_at.desc&&order=name`, 200, 2],
  ['agents?select=id,name,description', 200, 2],
  [`connections?id=eq.${id(92)}&select=id,name,type`, 200, 1],
  [
    `logging_backends?order=created_at.desc&select=id,spec,name,source,created_at,updated_at,created_by(${AV})&deleted_at=is.null`,
    200,
    1,
  ],
  ...['teams', 'config_scrapers', 'canaries'].map((table): [string, number, number] => [
    `${table}_with_status?select=*,created_by(${AV})&order=created_at.desc&deleted_at=is.null&limit=100`,
    200,
    1,
  ]),
  [
    `topologies_with_status?select=*,created_by(${AV}),agent:agent_id(id,name,description)&order=name.asc&deleted_at=is.null&limit=100`,
    200,
    1,
  ],
  ...['incident_rules', 'connections'].map((table): [string, number, number] => [
    `${table}?select=*,created_by(${AV})&order=created_at.desc&deleted_at=is.null&limit=100`,
    200,
    1,
  ]),
  ['config_scrapers?select=config_items(id,name,external_type,config_type)', 400],
  ['config_changes_items?order=created_at.desc', 404],
]

test.each(reads)('accepts GET %s', async (path, status, rows) => {
  const { status: got, body } = await send(path)
  const shape = Array.isArray(body)
    ? { rows: rows === undefined ? undefined : body.length }
    : { code: typeof body.code, message: typeof body.message }
  const expected = status === 200 ? { rows } : { code: 'string', message: 'string' }
  expect([got, shape]).toEqual([status, expected])
})

test('prefers an embedded person over the column of the same name', async () => {
  const { body } = await send(
    `incidents?id=eq.${id(50)}&select=*,commander:commander_id(${AV}),communicator_id(${AV}),hypotheses(*,created_by(${AV}))`
  )
  expect(body[0]).toMatchObject({
    commander_id: id(1),
    commander: ada,
    communicator_id: { name: 'Bo' },
    incident_id: 'INC-1',
  })
  expect(body[0].hypotheses[0].created_by).toEqual(ada)
})

test('returns three levels of lists and objects', async () => {
  const { body } = await send(
    `hypotheses?select=id,comments(comment,responder_id(team_id(name))),evidences(id,components(name),configs(name))`
  )
  expect(body).toEqual([
    {
      id: id(51),
      comments: [{ comment: 'Looking', responder_id: { team_id: { name: 'platform' } } }],
      evidences: [{ id: id(52), components: { name: 'checkout' }, configs: null }],
    },
  ])
})

test('ignores a cast at the end of a list', async () => {
  const { body } = await send(
    `playbook_run_actions?select=*,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)`
  )
  expect(body[0].artifacts).toHaveLength(1)
  expect(body[0]).not.toHaveProperty('playbook_run')
})

test('returns totals and pages', async () => {
  const path = `check_statuses?check_id=eq.${id(41)}&order=time.desc&select=duration`
  expect(await send(`${path}&limit=5&offset=10`, exact)).toMatchObject({ status: 206, range: '10-14/20' })
  expect(await send(`${path}&limit=50`, exact)).toMatchObject({ status: 200, range: '0-19/20' })
  expect(await send(`${path}&limit=5`)).toMatchObject({ status: 200, range: '0-4/*' })
  expect(await send(`${path}&status=is.null`, exact)).toEqual({ status: 200, range: '*/0', body: [] })
  expect(await send(`${path}&offset=100`, exact)).toEqual({ status: 416, range: '*/20', body: [] })
})

test('returns times with microseconds and offset, and numbers as numbers', async () => {
  const { body } = await send('check_statuses?limit=1&select=time,duration,status')
  expect(body[0].time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}\+00:00$/)
  expect(body[0].duration).toEqual(expect.any(Number))
})

test('neither returns a secret nor reveals it by searching', async () => {
  expect((await send('connections?select=username,password,certificate')).body).toEqual([
    { username: 'app', password: '***', certificate: '***' },
  ])
  expect((await send('connections?password=like.h*')).status).toBe(403)
  expect((await send('connections?order=password.asc')).status).toBe(403)
  const saved = await send(`connections?id=eq.${id(92)}`, writing('PATCH', { name: 'db2', password: '***' }))
  expect(saved.body[0]).toMatchObject({ name: 'db2', password: '***' })
  const [row] = await db.query(sql`select password from connections where id = ${id(92)}`)
  expect(row).toEqual({ password: 'hunter2' })
})

test('responds to writes as in the protocol', async () => {
  const created = await send('properties', writing('POST', { name: 'a', value: '1', created_by: id(1) }))
  expect(created).toMatchObject({ status: 201, range: '*/*', body: [{ name: 'a', value: '1' }] })
  const twice = await send('properties', writing('POST', { name: 'a', value: '1' }))
  expect(twice).toMatchObject({ status: 409, body: { code: '23505' } })
  const patched = await send('properties?name=eq.a', writing('PATCH', { value: '2' }))
  expect(patched).toMatchObject({ status: 200, body: [{ name: 'a', value: '2' }] })
  expect(await send('properties?name=eq.nope', writing('PATCH', { value: '2' }))).toMatchObject({
    status: 200,
    body: [],
  })
  expect(await send('properties?name=eq.a', writing('PATCH', { colour: 'red' }))).toMatchObject({ status: 400 })
  expect(await send('properties?name=eq.a', writing('PATCH', { deleted_at: 'now()' }))).toMatchObject({
    body: [{ deleted_at: expect.stringMatching(/^\d{4}-/) }],
  })
  expect(await send('properties?name=eq.a', writing('PATCH', { deleted_at: null }))).toMatchObject({
    body: [{ deleted_at: null }],
  })
  expect(await send('properties?name=eq.a', writing('DELETE', undefined))).toMatchObject({
    status: 200,
    body: [{ name: 'a' }],
  })
  expect(await send('properties?name=eq.a', writing('DELETE', undefined))).toMatchObject({ status: 200, body: [] })
  const quiet = { ...writing('POST', { name: 'q', value: '1' }), headers: { 'Content-Type': 'application/json' } }
  expect(await send('properties', quiet)).toEqual({ status: 201, range: '*/*', body: null })
})

test('inserts a list as one, with select for the response', async () => {
  const { status, body } = await send(
    'team_members?select=person_id(name)',
    writing('POST', [{ team_id: id(3), person_id: id(2) }])
  )
  expect([status, body]).toEqual([201, [{ person_id: { name: 'Bo' } }]])
})

test.each(['PATCH', 'DELETE'])('refuses %s without a filter, which would affect the whole table', async (method) => {
  const { status } = await send('teams', writing(method, method === 'PATCH' ? { name: 'x' } : undefined))
  expect(status).toBe(400)
})

test('refuses to call a writing function by GET', async () => {
  expect((await send(`rpc/drop_config_items?ids={${id(12)}}`)).status).toBe(405)
  expect(await send('rpc/drop_config_items', writing('POST', { ids: [id(99)] }))).toMatchObject({ status: 204 })
  expect((await send('rpc/no_such')).status).toBe(404)
})
