import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findReadObject, offeredRelations } from '../../server/identity/access/relations'
import { accountRoutes } from '../../server/identity/accounts/account-routes'
import { readCaller } from '../../server/identity/access/people'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { ident, sql } from '../../server/data/db/sql'
import { createEngines } from '../../server/start/engines'
import { parseSettings } from '../../server/start/settings'
import { createIncidentEngine } from '../../server/incidents/engine'
import { createLogEngine } from '../../server/logs/engine'
import { notificationEvents } from '@/shared/notifications/events'
import { type AccessObject, accessObjects } from '../../src/shared/access/policy'
import { testArtifacts } from '../helpers/artifacts'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { silentLog } from '../helpers/health'
import { testService } from '../helpers/identity'
import { id, organisation } from '../helpers/organisation'
import { testKeys, testVault } from '../helpers/vault'
import { unzipped } from '../helpers/unzip'

// A stored denial holds on every path. Every document contains a marker of its object. Every route and every relation
// is asked without a denial, to find out which markers it shows, and again by a person who is denied the object.

/** The marker of an object, in names, texts and documents. */
const markOf = (object: AccessObject) => `mark_${object.replace(/\W/g, '_')}_z`
const mark = Object.fromEntries(accessObjects.map((object) => [object, markOf(object)])) as Record<AccessObject, string>

/** Objects that no response can reveal, with the reason. */
const withoutDocuments: Partial<Record<AccessObject, string>> = {
  agent: 'creating agents; their rows are database.public',
  'agent-push': 'pushing data; nothing is read',
  auth: 'accounts are changed, and read as people',
  'connection-detail': 'its relation does not exist here',
  database: 'no relation has it',
  'database.identities': 'no relation has it',
  'database.kratos': 'closed to everyone',
  'kubernetes-proxy': 'this backend has none',
}

const folder = mkdtempSync(join(tmpdir(), 'denials-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'app.log'), `${new Date(Date.now() - 60_000).toISOString()} INFO ${mark.logs}\n`)

const db = await testDatabase()
const [editor, administrator, guest] = [id(5), id(1), id(6)]
const [item, component, check, playbook, run] = [id(11), id(31), id(41), id(60), id(61)]

const playbookSpec = {
  description: mark.playbooks,
  configs: [{ types: ['Kubernetes::Pod'] }],
  components: [{ types: ['Service'] }],
  checks: [{ types: ['http'] }],
  approval: { type: 'any', approvers: { people: ['ada@shop.example', 'eve@shop.example'] } },
  actions: [{ name: 'wait', exec: { script: 'true' } }],
}
/** A playbook whose form is filled in from its resource. */
const askingFor = (variable: string) => ({
  ...playbookSpec,
  parameters: [{ name: 'document', default: `{{.${variable}}}`, label: mark.playbooks }],
})
const topologySpec = { text: mark.topology, components: [{ name: mark.topology, type: 'Service' }] }

await db.script(organisation)
await db.script(`
  insert into people (id, name, email) values ('${editor}', 'Eve', 'eve@shop.example'), ('${guest}', 'Gil', null),
    ('${id(7)}', 'Someone', '${mark.people}@shop.example');
  insert into casbin_rule (ptype, v0, v1) values ('g', '${editor}', 'editor'), ('g', '${guest}', 'guest');
  update teams set name = '${mark['database.public']}';
  update agents set name = '${mark['database.public']}' where id = '${id(91)}';

  update config_items set name = '${mark.catalog}', config = '"${mark.catalog}"', labels = '{"a": "${mark.catalog}"}', tags = '{"team": "${mark.catalog}"}',
    properties = '[{"name": "a", "text": "${mark.catalog}"}]', description = '${mark.catalog}';
  update config_changes set summary = '${mark.catalog}', details = '"${mark.catalog}"', change_type = '${mark.catalog}' || id;
  update config_analysis set analyzer = '${mark.catalog}', summary = '${mark.catalog}', status = 'open', last_observed = now();
  update topologies set name = '${mark.topology}', spec = '${JSON.stringify(topologySpec)}';
  insert into topologies (id, name, namespace, spec) values ('${id(35)}', 'apart', 'default', '{"components": [{"name": "a"}]}');
  update components set name = '${mark.topology}', labels = '{"a": "${mark.topology}"}', text = '${mark.topology}',
    log_selectors = '[{"name": "app", "labels": {"app": "app"}}]';
  insert into component_relationships (component_id, relationship_id) values ('${component}', '${component}');
  update canaries set name = '${mark.canaries}', spec = '{"http": [{"name": "${mark.canaries}", "url": "http://127.0.0.1:1"}]}';
  update checks set name = '${mark.canaries}', description = '${mark.canaries}', labels = '{"a": "${mark.canaries}"}',
    spec = '{"name": "${mark.canaries}", "url": "http://127.0.0.1:1/${mark.canaries}"}', type = 'http', status = 'unhealthy';
  update check_statuses set message = '${mark.canaries}';
  update incidents set title = '${mark.incident}', description = '${mark.incident}';
  update hypotheses set title = '${mark.incident}'; update comments set comment = '${mark.incident}';
  update evidences set description = '${mark.incident}', script = '${mark.incident}'; update incident_rules set name = '${mark.incident}';
  update playbooks set name = '${mark.playbooks}', title = '${mark.playbooks}', spec = ${quote(askingFor('config.config'))};
  insert into playbooks (id, name, title, source, spec) values
    ('${id(64)}', 'b', 'b', 'UI', ${quote(askingFor('component.name'))}), ('${id(65)}', 'c', 'c', 'UI', ${quote(askingFor('check.description'))});
  update playbook_runs set error = '${mark.playbooks}', spec = ${quote(playbookSpec)}, status = 'pending_approval';
  update playbook_run_actions set error = '${mark.playbooks}', name = '${mark.playbooks}';
  update artifacts set filename = '${mark.artifact}', check_id = '${check}';
  insert into notification_groups (id, hash, notification_id) values ('${id(73)}', '${mark.notification}', '${id(70)}');
  update notifications set name = '${mark.notification}', custom_services = '[{"connection": "${id(92)}"}]'; update notification_silences set name = '${mark.notification}';
  update notification_send_history set body = '${mark['database.monitor']}', payload = '{"a": "${mark['database.monitor']}"}';
  update job_history set name = '${mark['database.monitor']}', details = '{"errors": ["${mark['database.monitor']}"]}';
  update config_scrapers set name = '${mark['database.config_scrapers']}', spec = '{"file": ["${mark['database.config_scrapers']}"]}';
  update logging_backends set name = '${mark['database.config_scrapers']}', spec = ${quote({ file: { paths: [join(folder, 'app.log')] } })};
  insert into properties (name, value) values ('${mark['database.system']}', '${mark['database.system']}');
  update permissions set description = '${mark['database.system']}';
  update connections set username = '${mark.connection}', url = 'http://127.0.0.1:1/${mark.connection}', type = 'http';
  insert into invites (email, role, invited_by) values ('${mark.rbac}@shop.example', 'viewer', '${administrator}');
  select console.refresh_check_status_summary();
`)
function quote(value: unknown): string {
  return `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`
}
await testArtifacts.put(id(63), Buffer.from(mark.artifact))

const now = () => new Date()
const {
  app: _app,
  as,
  send,
  write,
  routes,
} = await consoleApp(db, {
  engines: [
    { name: 'accounts', routes: accountRoutes(await testService(db)) },
    createIncidentEngine({
      db,
      log: silentLog,
      now,
      hostname: 'here',
      evaluate: evaluateHere,
      readEvidenceHealth: async () => new Map(),
    }),
    createLogEngine({ db, now }),
  ],
})

type Example = { path: string; body?: unknown; method?: string }
/** Requests of a route; `shows` states why the route shows no document, if it shows none. */
type Examples = { requests: readonly Example[]; shows?: string }
const ask = (path: string, body?: unknown): Example => ({ path, ...(body !== undefined && { body }) })
const nothing = (shows: string, ...requests: Example[]): Examples => ({ requests, shows })
const showing = (...requests: Example[]): Examples => ({ requests })

/** A rule whose messages contain their resources. */
const aboutEverything = {
  events: notificationEvents,
  custom_services: [{ name: 'a', url: 'https://a.example' }],
  template: '{{ .check }} {{ .canary }} {{ .config }} {{ .component }} {{ .incident }} {{ .playbook }} {{ .approval }}',
}

/** An id of nothing. */
const NONE = id(999)

/** Requests of each route, except those of the relational API, which are generated. */
const examples: Record<string, Examples> = {
  'GET /console-config.json': nothing('the configuration of the deployment', ask('/console-config.json')),
  'GET /api/_health': nothing('whether the server is up', ask('/api/_health')),
  'GET /api/_charts/:id': nothing('files of a public registry', ask('/api/_charts/postgres')),
  'GET /api/auth/whoami': nothing('the caller', ask('/api/auth/whoami')),
  'GET /api/rbac/dump': nothing('rules, whose objects are not documents', ask('/api/rbac/dump')),
  'POST /api/rbac/subject-access-reviews': nothing(
    'whether subjects have a right',
    ask('/api/rbac/subject-access-reviews', { resource: { playbook }, action: 'read', subjects: ['viewer'] })
  ),
  'POST /api/rbac/subject-access-search': nothing(
    'ids',
    ask('/api/rbac/subject-access-search', { subject: 'viewer', action: 'read', resource_types: ['connection'] })
  ),
  'POST /api/rbac/_explain': showing(
    ask('/api/rbac/_explain', { action: 'read', object: 'catalog' }),
    ...[{ config: item }, { component }, { check }, { canary: id(40) }, { connection: id(92) }].map((resource) =>
      ask('/api/rbac/_explain', { action: 'read', resource })
    ),
    ...[{ config: item }, { component }, { check }].map((target) =>
      ask('/api/rbac/_explain', { action: 'playbook:run', resource: { playbook, ...target } })
    )
  ),
  'POST /api/rbac/_permission_effect': showing(
    ...[{ config_id: item }, { component_id: component }, { canary_id: id(40) }, { tags: { team: 'a' } }].map((about) =>
      ask('/api/rbac/_permission_effect', { subject: 'everyone', action: 'playbook:run', deny: true, ...about })
    )
  ),
  'POST /api/people/update': nothing('what the request contains', ask('/api/people/update', { id: NONE })),
  'DELETE /api/people/:id': nothing('no body', ask(`/api/people/${NONE}`)),
  'POST /api/rbac/:id/update_role': nothing('no body', ask(`/api/rbac/${NONE}/update_role`, { roles: [] })),
  'POST /api/auth/:id/update_state': nothing('no body', ask(`/api/auth/${NONE}/update_state`, { state: 'active' })),
  'POST /api/auth/:id/properties': nothing('no body', ask(`/api/auth/${NONE}/properties`, {})),
  'POST /api/agent/token': nothing('the new token', ask('/api/agent/token', { id: NONE })),
  'GET /api/jobs/next_runs': nothing('times of jobs', ask('/api/jobs/next_runs')),
  'GET /api/connection/:id/_uses': showing(ask(`/api/connection/${id(92)}/_uses`)),
  'GET /api/auth/:id/tokens': nothing('tokens of a person, no documents', ask(`/api/auth/${id(7)}/tokens`)),
  'POST /api/auth/:id/tokens': nothing('the new token', ask(`/api/auth/${NONE}/tokens`, { name: 'a' })),
  'DELETE /api/auth/:id/tokens/:token': nothing('no body', ask(`/api/auth/${NONE}/tokens/${NONE}`)),
  'POST /api/agent/generate': nothing('the new agent', ask('/api/agent/generate', {})),
  'GET /api/properties': showing(ask('/api/properties')),
  'GET /api/schemas/:file': nothing('schemas', ask('/api/schemas/canary.spec.schema.json')),
  'GET /api/canary/about': nothing('the version', ask('/api/canary/about')),
  'POST /api/auth/invite_user': nothing('the new invitation', ask('/api/auth/invite_user', {})),
  'POST /api/auth/:id/resend_invite': nothing('a link', ask(`/api/auth/${NONE}/resend_invite`, {})),
  'GET /api/auth/outbox': nothing(
    'mails of the identity service, for who may hand out accounts',
    ask('/api/auth/outbox')
  ),
  'GET /api/incidents/definitions': nothing('a time', ask('/api/incidents/definitions')),
  'GET /api/canary/api/summary': showing(ask('/api/canary/api/summary')),
  'POST /api/canary/api/summary': showing(ask('/api/canary/api/summary', {})),
  'GET /api/canary/api/graph': nothing('figures', ask(`/api/canary/api/graph?check=${check}`)),
  'POST /api/canary/run/check/:id': showing(ask(`/api/canary/run/check/${check}`)),
  'POST /api/canary/explain/check/:id': showing(ask(`/api/canary/explain/check/${check}`)),
  'POST /api/canary/explain': nothing(
    'what the target answers to the caller',
    ask('/api/canary/explain', { type: 'http', spec: { name: 'a', url: 'http://127.0.0.1:1' }, check })
  ),
  'GET /api/playbook/list': showing(
    ...[`config_id=${item}`, `component_id=${component}`, `check_id=${check}`].map((of) =>
      ask(`/api/playbook/list?${of}`)
    )
  ),
  'POST /api/playbook/:id{[0-9a-fA-F-]{36}}/params': showing(
    ask(`/api/playbook/${playbook}/params`, { config_id: item }),
    ask(`/api/playbook/${id(64)}/params`, { component_id: component }),
    ask(`/api/playbook/${id(65)}/params`, { check_id: check })
  ),
  'POST /api/playbook/run': nothing(
    'the id of the run',
    ask('/api/playbook/run', { id: playbook, config_id: item, params: { document: 'none' } })
  ),
  'POST /api/playbook/run/approve/:id': nothing('that it is approved', ask(`/api/playbook/run/approve/${run}`, {})),
  'POST /api/playbook/webhook/*': nothing('the id of the run', ask('/api/playbook/webhook/none', {})),
  'POST /api/playbook/run/cancel/:id': nothing('that it is cancelled', ask(`/api/playbook/run/cancel/${NONE}`, {})),
  'GET /api/artifacts/download/:id': showing(ask(`/api/artifacts/download/${id(63)}`)),
  'POST /api/connection/test/:id': nothing('a verdict', ask(`/api/connection/test/${id(92)}`)),
  'POST /api/notification/summary': showing(ask('/api/notification/summary', {})),
  'GET /api/notification/send_history/:id': showing(ask(`/api/notification/send_history/${id(71)}`)),
  'POST /api/notification/send_history/:id/_resend': nothing(
    'the id and the status',
    ask(`/api/notification/send_history/${id(71)}/_resend`, {})
  ),
  'POST /api/notification/_dry_run': showing(
    ask('/api/notification/_dry_run', { rule: aboutEverything, hours: 168 }),
    ask('/api/notification/_dry_run', { rule: { ...aboutEverything, custom_services: null, playbook_id: playbook } }),
    ask('/api/notification/_dry_run', {
      rule: {
        ...aboutEverything,
        custom_services: [{ connection: 'connection://default/none' }, { connection: id(92) }],
      },
    })
  ),
  'POST /api/notification/_preview': showing(
    ...['check.failed', 'config.unhealthy', 'component.unhealthy'].map((name, index) =>
      ask('/api/notification/_preview', {
        rule: aboutEverything,
        event: { name, resource_id: [check, item, component][index] },
      })
    ),
    ...['incident.created', 'playbook.approval.inserted'].map((name) =>
      ask('/api/notification/_preview', { rule: aboutEverything, event: { name } })
    ),
    ask('/api/notification/_preview', { rule: aboutEverything, event: { send_id: id(71) } })
  ),
  'POST /api/notification/_test': nothing(
    'the id and the status',
    ask('/api/notification/_test', { rule: { id: NONE } })
  ),
  'GET /api/notification/_recent_events': showing(
    ask(`/api/notification/_recent_events?limit=100&events=${aboutEverything.events.join(',')}`)
  ),
  'GET /api/notification/events': showing(ask('/api/notification/events')),
  'GET /api/_saved_views': nothing('names and addresses that people have entered', ask('/api/_saved_views')),
  'PUT /api/_saved_views/:id': nothing('what was sent', ask('/api/_saved_views/x', {})),
  'DELETE /api/_saved_views/:id': nothing('no content', ask('/api/_saved_views/x')),
  'GET /api/_notification_preferences': nothing('the preferences of the caller', ask('/api/_notification_preferences')),
  'PUT /api/_notification_preferences': nothing(
    'the preferences of the caller',
    ask('/api/_notification_preferences', {})
  ),
  'GET /api/notification/silence_preview': showing(
    ask('/api/notification/silence_preview?filter=has(check.name)%20||%20has(config.name)%20||%20true')
  ),
  'GET /api/notification/_silence_effect': showing(
    ask('/api/notification/_silence_effect?filter=has(check.name)%20||%20has(config.name)%20||%20true')
  ),
  'GET /api/notification/_silence_figures': nothing('ids and numbers', ask('/api/notification/_silence_figures')),
  'POST /api/notification/silence': nothing('no body', ask('/api/notification/silence', { config_id: item })),
  'POST /api/catalog/summary': showing(
    ask('/api/catalog/summary', { groupBy: ['type'], changes: { since: '30d' } }),
    ask('/api/catalog/summary', { groupBy: ['team'] })
  ),
  'POST /api/catalog/changes': showing(ask('/api/catalog/changes', { id: item }), ask('/api/catalog/changes', {})),
  'GET /api/catalog/changes': showing(ask('/api/catalog/changes')),
  'POST /api/resources/search': showing(
    ask('/api/resources/search', {
      checks: [{ name: '*' }],
      components: [{ name: '*' }],
      configs: [{ name: '*' }],
    })
  ),
  'GET /api/view/list': nothing('there are no views', ask(`/api/view/list?config_id=${item}`)),
  'GET /api/plugins': nothing('there are no plugins', ask(`/api/plugins?config_id=${item}`)),
  'GET /api/dashboard': nothing('there is no dashboard', ask('/api/dashboard')),
  'POST /api/config/run/:id': nothing('counts', ask(`/api/config/run/${id(4)}`, {})),
  'GET /api/canary/api/topology': showing(
    ask('/api/canary/api/topology'),
    ask(`/api/canary/api/topology?id=${component}`)
  ),
  'GET /api/snapshot/topology/:id': showing(ask(`/api/snapshot/topology/${component}?related=true&start=30d`)),
  'POST /api/canary/run/topology/:id': nothing('counts', ask(`/api/canary/run/topology/${id(35)}`, {})),
  'POST /api/logs': showing(ask('/api/logs', { id: component })),
  'ALL /api/.ory/*': nothing('the identity service, which asks no other service', ask('/api/.ory/sessions/whoami')),
}

/** Arguments of the offered functions. */
const calls = [
  'rpc/config_access_filter_options',
  ...[
    'related_configs_recursive',
    'related_configs',
    'related_config_ids_recursive',
    'config_relationships_recursive',
  ].map((name) => `rpc/${name}?config_id=${id(10)}&type_filter=all`),
  `rpc/get_recursive_path?start=${item}`,
  `rpc/get_parents_by_location?config_id=${item}&include_deleted=true`,
  `rpc/config_analysis_filter_options?p_config_id=${item}`,
  `rpc/related_changes_recursive?lookup_id=${id(10)}&type_filter=all`,
  `rpc/lookup_config_children?id=${id(10)}&max_depth=-1`,
  `rpc/lookup_config_relations?config_id=${item}`,
  ...[
    'lookup_configs_by_component',
    'lookup_changes_by_component',
    'lookup_analysis_by_component',
    'check_summary_for_component',
  ].map((name) => `rpc/${name}?id=${component}`),
  `rpc/lookup_components_by_config?id=${item}`,
  `rpc/lookup_components_by_check?id=${check}`,
  `rpc/lookup_component_children?id=${component}&max_depth=-1`,
  ...['lookup_component_relations', 'lookup_component_incidents', 'lookup_component_config_id_related_components'].map(
    (name) => `rpc/${name}?component_id=${component}`
  ),
  `rpc/lookup_component_names?component_id={${component}}`,
  `rpc/get_playbook_run_actions?run_id=${run}`,
]

const functionOf = (call: string) => call.replace(/\?.*/, '')
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** A request with the cell that it belongs to: a route, or a relation with the way of asking. */
type Asked = Example & { cell: string; headers?: Record<string, string> }

const cache = await loadSchemaCache(db)
const isOffered = (name: string) => findReadObject(name) !== undefined
/** A relation with everything that can be embedded in it. */
const withEmbeds = (relation: string): string[] => {
  const all = (cache.relationships.get(relation) ?? []).map(({ to, constraint }) => `${to}!${constraint}`)
  // A hint that matches both directions of a relationship is ambiguous.
  const hints = all.filter(
    (hint) => isOffered(hint.split('!')[0] ?? '') && all.filter((one) => one === hint).length === 1
  )
  const embeds = hints.map((hint, index) => `x${index}:${hint}(*)`)
  // Longer lists of embeds are refused.
  return Array.from({ length: Math.max(1, Math.ceil(embeds.length / 10)) }, (_, at) =>
    ['*', ...embeds.slice(at * 10, at * 10 + 10)].join()
  )
}
const relations = offeredRelations.filter((name) => cache.relations.has(name))

/** Changes of every table that return the changed row, and are rolled back. */
async function changes(): Promise<Asked[]> {
  const found: Asked[] = []
  for (const name of relations) {
    const relation = cache.relations.get(name)
    if (!relation?.isTable || relation.primaryKey.length !== 1) continue
    const [key = ''] = relation.primaryKey
    const [row] = await db.query<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(one) as row from ${ident(name)} as one limit 1`
    )
    const column = ['updated_at', 'created_at', 'name'].find((one) => relation.columns.has(one))
    if (!row || column === undefined) continue
    for (const select of withEmbeds(name))
      found.push({
        cell: `change of ${name}`,
        method: 'PATCH',
        path: `/api/db/${name}?${key}=eq.${String(row.row[key])}&select=${encodeURIComponent(select)}`,
        body: { [column]: row.row[column] },
        headers: { Prefer: 'return=representation, tx=rollback' },
      })
  }
  return found
}

const requests: Asked[] = []
beforeAll(async () => {
  for (const name of routes.map(nameOf)) {
    const [method = ''] = name.split(' ')
    for (const example of examples[name]?.requests ?? [])
      requests.push({ cell: name, method: method === 'ALL' ? 'GET' : method, ...example })
  }
  for (const name of relations)
    for (const select of withEmbeds(name))
      requests.push({
        cell: name,
        method: 'GET',
        path: `/api/db/${name}?limit=50&select=${encodeURIComponent(select)}`,
      })
  for (const call of calls) requests.push({ cell: functionOf(call), method: 'GET', path: `/api/db/${call}` })
  requests.push(...(await changes()))
})

/** The objects whose markers a response contains, in its body or its files. */
async function shown({
  method = 'GET',
  path,
  body,
  headers,
}: Asked): Promise<{ status: number; objects: AccessObject[] }> {
  const response = await (method !== 'GET' && body !== undefined
    ? write(method, path, body, headers)
    : send(path, { method, ...(headers && { headers }) }))
  const bytes = Buffer.from(await response.arrayBuffer())
  const isArchive = response.headers.get('Content-Type') === 'application/zip'
  const text = isArchive ? [...unzipped(bytes).values()].join('\n') : bytes.toString()
  const all = `${text}\n${[...response.headers.values()].join('\n')}`
  return { status: response.status, objects: accessObjects.filter((object) => all.includes(mark[object])) }
}

const be = async (person: string) => as(await readCaller(db, person))
/** Administrators cannot be denied the stored permissions. */
const askerOf = (object: AccessObject) => (object === 'database.system' ? editor : administrator)
const deny = (object: AccessObject | '*', person: string) =>
  db.run(sql`
    insert into permissions (subject_type, subject, person_id, object, action, deny)
    values ('person', ${person}, ${person}, ${object}, 'read', true)`)
const undeny = () => db.run(sql`delete from permissions where deny`)

type Baseline = Asked & { status: number; objects: readonly AccessObject[] }
const baselines = new Map<string, readonly Baseline[]>()
beforeAll(async () => {
  for (const person of [administrator, editor]) {
    await be(person)
    const found: Baseline[] = []
    for (const request of requests) found.push({ ...request, ...(await shown(request)) })
    baselines.set(person, found)
  }
}, 120_000)
beforeEach(undeny)

test('has an example request for every route', () => {
  const missing = routes.map(nameOf).filter((name) => name !== 'ALL /api/db/*' && examples[name] === undefined)
  expect(
    missing.map(
      (name) => `Add requests of ${name} to \`examples\` that show documents, or \`nothing\` with the reason.`
    )
  ).toEqual([])
  const gone = Object.keys(examples).filter((name) => !routes.map(nameOf).includes(name))
  expect(gone.map((name) => `Remove ${name} from \`examples\`: there is no such route.`)).toEqual([])
})

test('has the routes of the started server', async () => {
  const settings = parseSettings([], {})
  if (settings === 'help') throw new Error('these settings ask for no help')
  const opened: (() => Promise<void>)[] = []
  const nowhere = new URL('file:///none')
  const engines = createEngines(
    {
      settings,
      log: silentLog,
      storage: { db, keys: testKeys, dataFolder: folder },
      accounts: { name: 'accounts', routes: routes.filter(({ path }) => path.startsWith('/api/auth/')) } as never,
      vault: testVault,
      localProperties: new Map(),
      sampleFolder: undefined,
      workers: { expressions: nowhere, documents: nowhere },
    },
    opened
  )
  for (const close of opened) await close()
  const started = engines.flatMap((engine) => (engine.routes ?? []).map(nameOf))
  expect(started.filter((name) => !routes.map(nameOf).includes(name))).toEqual([])
  expect(started.length).toBeGreaterThan(25)
})

test('has arguments for every function', () => {
  const called = new Set(calls.map(functionOf))
  const missing = offeredRelations.filter((name) => name.startsWith('rpc/') && !called.has(name))
  expect(missing.filter((name) => cache.functions.has(name.slice(4)))).toEqual(functionsWithoutDocuments)
})
/** The first deletes rows; the second has arguments without names, so that no client can call it. */
const functionsWithoutDocuments = ['rpc/drop_config_items', 'rpc/lookup_component_by_property']

test('shows documents without a denial, unless a route has a reason not to', () => {
  const all = [...baselines.values()].flat()
  const cellsWithDocuments = new Set(all.flatMap(({ cell, objects }) => (objects.length > 0 ? cell : [])))
  const silent = Object.keys(examples).filter((name) => !cellsWithDocuments.has(name))
  expect(silent).toEqual(Object.keys(examples).filter((name) => examples[name]?.shows !== undefined))
  const objects = new Set(all.flatMap((one) => one.objects))
  expect(accessObjects.filter((object) => !objects.has(object))).toEqual(Object.keys(withoutDocuments))
})

const denied = accessObjects.filter((object) => withoutDocuments[object] === undefined)
test.each(denied)(
  'shows nothing of %s on any path to a person who is denied it',
  async (object) => {
    const person = askerOf(object)
    await deny(object, person)
    await be(person)
    const leaks: string[] = []
    let asked = 0
    for (const request of baselines.get(person) ?? []) {
      if (!request.objects.includes(object)) continue
      asked++
      const { objects } = await shown(request)
      if (objects.includes(object)) leaks.push(`${request.cell}: ${decodeURIComponent(request.path)}`)
    }
    expect(asked).toBeGreaterThan(0)
    expect(leaks).toEqual([])
  },
  120_000
)

/** Relations that nobody may read or change. */
const refusedCells = ['casbin_rule', 'change of playbook_run_actions', 'change of playbook_runs']

test('asks every relation with a request that is answered', () => {
  const refused = new Set(
    (baselines.get(administrator) ?? []).flatMap(({ cell, status }) => (status >= 300 && !examples[cell] ? [cell] : []))
  )
  expect([...refused].toSorted()).toEqual(refusedCells.toSorted())
})

test('shows everything else to a person who is denied an object', async () => {
  await deny('artifact', administrator)
  await be(administrator)
  const changed: string[] = []
  for (const { objects: before, status, ...request } of baselines.get(administrator) ?? []) {
    if (request.method !== 'GET' || request.cell === 'artifacts' || request.cell.includes('/artifacts/')) continue
    const again = await shown(request)
    const kept = before.filter((object) => object !== 'artifact')
    if (status !== again.status || kept.join() !== again.objects.join()) changed.push(`${again.status} ${request.path}`)
  }
  expect(changed).toEqual([])
}, 120_000)

test('answers with 503 instead of all rows where the database lacks the role', async () => {
  await deny('catalog', administrator)
  await be(administrator)
  await db.script('alter role console_reader rename to console_reader_elsewhere')
  const response = await send('/api/db/checks')
  await db.script('alter role console_reader_elsewhere rename to console_reader')
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('console_reader')])
})

const readHealth = async () => {
  const { components } = await (await send(`/api/canary/api/topology?id=${component}`)).json()
  return [components[0].status, components[0].summary?.checks]
}

test('counts the checks of a component for a person who is denied checks, without their names', async () => {
  await be(administrator)
  const before = await readHealth()
  await deny('canaries', administrator)
  await be(administrator)
  expect(await readHealth()).toEqual(before)
})

test('shows no unlisted row on any route to a guest with row-level access', async () => {
  await db.run(sql`insert into properties (name, value) values ('rls.enable', 'true')`)
  await be(guest)
  const leaks: string[] = []
  for (const request of requests.filter(({ cell }) => examples[cell] !== undefined)) {
    const { objects } = await shown(request)
    for (const object of ['catalog', 'topology', 'canaries', 'incident', 'logs'] as const)
      if (objects.includes(object)) leaks.push(`${object}: ${request.cell}`)
  }
  await db.run(sql`delete from properties where name = 'rls.enable'`)
  expect(leaks).toEqual([])
})

test('matches the reviewed list of what each route and relation shows', async () => {
  const shows = new Map<string, Set<string>>()
  for (const { cell, objects } of [...baselines.values()].flat())
    for (const object of objects) shows.set(cell, (shows.get(cell) ?? new Set()).add(object))
  const lines = [...shows].map(([cell, objects]) => `${cell}: ${[...objects].toSorted().join(', ')}`)
  const cells = new Set(requests.map(({ cell }) => cell))
  const header = [
    'The objects whose documents each route and relation shows to a person who may read everything. A person who is denied',
    'an object gets none of them from any of these.',
    `${cells.size} routes, relations, functions and changes × ${denied.length} objects = ${cells.size * denied.length} cells.`,
  ]
  await expect([...header, '', ...lines, ''].join('\n')).toMatchFileSnapshot('access-denials.txt')
})

test('protects every table by the object of its relation', async () => {
  const tables = await db.query<{ name: string; object: string | null }>(sql`
    select relname as name, substring(pg_get_expr(polqual, polrelid) from ${"may_read\\('([^']+)'"}) as object
    from pg_class left join pg_policy on polrelid = pg_class.oid and polname = 'object_access'
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`)
  const expected = tables.map(({ name }) => ({
    name,
    object: unread.has(name) ? null : (findReadObject(name) ?? onlyInViews.get(name) ?? null),
  }))
  expect(tables).toEqual(expected)
})

test('shows the tables of every object to the role of a person who is denied one, and no other table', async () => {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not has_table_privilege('console_reader', oid, 'select') order by relname`)
  expect(new Set(tables.map(({ name }) => name))).toEqual(unread)
})

/** The internals of sign-in, which no reader role may use. */
const unread = new Set(['access_tokens', 'casbin_rule'])
const onlyInViews = new Map<string, AccessObject>([['integrations', 'database.monitor']])
