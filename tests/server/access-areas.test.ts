import { beforeAll, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { sql } from '../../server/data/db/sql'
import { createSessionGate } from '../../server/identity/sessions/gate'
import { whoami } from '../../src/api/sign-in/whoami'
import { kinds } from '../../src/commands/command'
import { buildContext, type CommandEnvironment, mayAccess, missingPageAccess } from '../../src/commands/context'
import { commandAvailability } from '../../src/commands/prepare'
import { allCommands } from '../../src/commands/every-command'
import { type Area, areas } from '../../src/shared/access/access'
import type { AccessAction, AccessObject } from '../../src/shared/access/policy'
import { areaObjects } from '../../src/shared/access/role-table'
import { resources } from '../../src/shared/routing/registry'
import { listNavItems, listSettingsItems } from '../../src/views/shell/frame/nav-items'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { createTestAccount, Browser, testService } from '../helpers/identity'
import { id, organisation } from '../helpers/organisation'

// The table of the specification (settings §6), 6 roles × 21 areas × read and write: checked by requests with the
// sessions of six people, and by how the console evaluates each person's whoami response.

const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const
type Role = (typeof roles)[number]
type Action = 'read' | 'write'

const incidents = new Set<Area>(['responder', 'incident', 'evidences', 'comments'])
const guarded = new Set<Area>(['connections', 'identities', 'rbac'])

function expected(role: Role, area: Area, action: Action): boolean {
  // Passwords, tokens and role rows: the protocol closes them to all roles, and that denial takes precedence.
  if (area === 'kratos') return false
  if (role === 'admin') return true
  if (role === 'editor' || action === 'read') return !guarded.has(area)
  return (role === 'commander' || role === 'responder') && incidents.has(area)
}

const db = await testDatabase()
await db.script(organisation)
const service = await testService(db)
const gate = createSessionGate(service)
const { send } = await consoleApp(db, {
  callerOf: async (request) => {
    const person = await gate.readPersonId(request)
    return person === undefined ? undefined : readCaller(db, person)
  },
  signIn: { refuse: gate.refuse, refuseStale: gate.refuseStale, addressChanged: async () => undefined },
})

const cookies = new Map<Role, string>()
beforeAll(async () => {
  for (const role of roles) {
    const browser = new Browser(service)
    const { id: person, email } = await createTestAccount(service)
    await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${person}, ${role})`)
    await browser.signIn(email)
    cookies.set(role, `ory_kratos_session=${browser.session}`)
  }
})

type Asking = { method: string; path: string; body?: object }

/** Responses to an authorised caller; for a write also that the id does not exist, or what is wrong with the body. */
const done = new Set([200, 201, 204])
const doneWithNothing = new Set([204, 400, 404, 500])

/** The object of the last refusal. */
let refusedObject = ''

/** `yes`, `refused` for a missing right, or the actual response. */
async function answerTo(role: Role, { method, path, body }: Asking): Promise<string> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const answer = await send(`/api/${path}`, {
    method,
    headers: {
      Cookie: cookies.get(role) ?? '',
      Origin: 'http://console.test',
      'Sec-Fetch-Site': 'same-origin',
      // A successful write of rows is rolled back.
      Prefer: 'tx=rollback',
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(text.length) }),
    },
    ...(body && { body: text }),
  })
  const said = await answer.text()
  if (answer.status === 403 && said.startsWith('unauthorized: ')) {
    refusedObject = answer.headers.get('X-Rbac-Object') ?? ''
    return 'refused'
  }
  const isAboutNothing = path.includes(id(99)) || path === 'agent/generate'
  return (isAboutNothing ? doneWithNothing : done).has(answer.status) ? 'yes' : `${answer.status} ${said}`
}

const post = (path: string, body: object): Asking => ({ method: 'POST', path, body })
const made = { created_by: id(1) }
const incident = { title: 'a', description: '', type: 'a', severity: 'Low', status: 'open', ...made }
const named = { name: 'new', spec: {}, ...made }
const bo = id(2)

/** Requests of each area. Either all requests of an area are allowed, or none. */
const requests: Record<Area, { read: string; write: readonly Asking[] }> = {
  database: {
    read: 'db/teams db/teams_with_status db/team_members db/saved_query db/severities db/config_items db/config_names db/job_histories db/job_history_names db/event_queue_summary',
    write: [post('db/teams', { name: 'new', ...made })],
  },
  rbac: { read: 'rbac/dump', write: [post(`rbac/${id(1)}/update_role`, { roles: ['admin'] })] },
  auth: { read: 'auth/whoami', write: [post(`auth/${bo}/properties`, {})] },
  responder: {
    read: 'db/responders',
    write: [post('db/responders', { incident_id: id(50), type: 'team', team_id: id(3), ...made })],
  },
  incident: {
    read: 'db/incidents db/incident_summary db/incident_histories db/incidents_by_component db/incident_rules',
    write: [
      post('db/incidents', incident),
      post('db/incident_rules', { name: 'new', spec: {}, ...made }),
      { method: 'DELETE', path: `db/incidents?id=eq.${id(99)}` },
    ],
  },
  evidences: {
    read: 'db/evidences db/hypotheses',
    write: [
      post('db/evidences', { hypothesis_id: id(51), description: '', type: 'check', check_id: id(41), ...made }),
      post('db/hypotheses', { incident_id: id(50), type: 'root', title: 'a', status: 'possible', ...made }),
    ],
  },
  comments: {
    read: 'db/comments',
    write: [post('db/comments', { incident_id: id(50), comment: 'a', ...made })],
  },
  canaries: {
    read: 'db/canaries db/canaries_with_status db/checks db/check_statuses db/checks_by_config canary/api/summary canary/about',
    write: [
      post('db/canaries', { ...named, namespace: 'default' }),
      { method: 'PATCH', path: `db/canaries?id=eq.${id(40)}`, body: { name: 'web' } },
    ],
  },
  topologies: {
    read: 'db/topologies db/topologies_with_status db/components db/topology',
    write: [post('db/topologies', { name: 'new', namespace: 'default', ...made })],
  },
  config_scrapers: {
    read: 'db/config_scrapers db/config_scrapers_with_status',
    write: [post('db/config_scrapers', { ...named, source: 'UI' })],
  },
  identities: {
    read: 'db/identities db/people_roles',
    write: [
      post('db/people', { name: 'new' }),
      post('people/update', { id: bo }),
      post(`auth/${id(99)}/update_state`, { state: 'active' }),
      { method: 'DELETE', path: `people/${id(99)}` },
      { method: 'DELETE', path: `auth/${bo}/tokens/${id(99)}` },
    ],
  },
  connections: {
    read: 'db/connections db/connection_details',
    write: [
      post('db/connections', { name: 'new', type: 'http', ...made }),
      { method: 'DELETE', path: `db/connections?id=eq.${id(99)}` },
      post(`connection/test/${id(99)}`, {}),
    ],
  },
  kratos: {
    read: 'db/access_tokens db/casbin_rule',
    write: [post('db/access_tokens', {}), post('db/casbin_rule', { ptype: 'g', v0: bo, v1: 'admin' })],
  },
  agents: {
    read: 'db/agents db/agents_summary',
    write: [post('db/agents', { name: 'new', ...made }), post('agent/generate', { name: '' })],
  },
  properties: { read: 'db/properties properties', write: [post('db/properties', { name: 'a', value: 'b', ...made })] },
  logging_backends: { read: 'db/logging_backends', write: [post('db/logging_backends', named)] },
  integrations: {
    read: 'db/integrations_with_status',
    write: [post('db/config_scrapers', { ...named, source: 'UI' }), post('db/logging_backends', named)],
  },
  notifications: {
    read: 'db/notifications db/notifications_summary db/notification_silences db/notification_send_history db/notification_send_history_summary',
    write: [
      post('db/notifications', { events: ['check.failed'], person_id: bo, ...made }),
      post('db/notification_silences', { name: 'new', check_id: id(41), ...made }),
    ],
  },
  playbooks: {
    read: `db/playbooks db/playbook_names playbook/list?config_id=${id(11)}`,
    write: [post('db/playbooks', { ...named, source: 'UI' })],
  },
  playbook_runs: {
    read: 'db/playbook_runs db/playbook_run_actions db/playbook_approvals',
    write: [
      post('playbook/run', { id: id(600), config_id: id(11) }),
      // Only a caller who could cancel the run learns that it does not exist.
      post(`playbook/run/cancel/${id(99)}`, {}),
    ],
  },
  permissions: {
    read: 'db/permissions db/permissions_summary',
    write: [post('db/permissions', { action: 'read', object: 'catalog', subject: 'guest', ...made })],
  },
}

const requestsOf = (area: Area, action: Action): readonly Asking[] =>
  action === 'write'
    ? requests[area].write
    : requests[area].read.split(' ').map((path) => ({ method: 'GET', path }) satisfies Asking)

/** All data that a write could have changed, as text. */
const everything = async () => {
  const rows = await db.query(sql`
    select (select json_agg(c order by c.id) from casbin_rule c) as roles, (select count(*) from people) as people,
      (select json_agg(p order by p.id) from permissions p) as permissions, (select count(*) from access_tokens) as tokens,
      (select json_agg(i.id order by i.id) from incidents i) as incidents, (select count(*) from agents) as agents,
      (select json_agg(c.name order by c.id) from canaries c) as canaries, (select count(*) from connections) as connections`)
  return JSON.stringify(rows)
}

const claims: Record<Role, Record<Action, string>> = {
  admin: { read: 'ROLE-04', write: 'ROLE-05' },
  editor: { read: 'ROLE-06', write: 'ROLE-07' },
  commander: { read: 'ROLE-08', write: 'ROLE-09' },
  responder: { read: 'ROLE-10', write: 'ROLE-11' },
  viewer: { read: 'ROLE-12', write: 'ROLE-13' },
  guest: { read: 'ROLE-14', write: 'ROLE-15' },
}
const cells = roles.flatMap((role) =>
  (['read', 'write'] as const).map((action) => [role, action, claims[role][action]] as const)
)

let cellsAsked = 0
/** The refused requests with the object of their refusal, and the granted requests. */
const [refused, granted] = [new Set<string>(), new Set<string>()]
test.each(cells)('the server lets a %s %s as specified [%s]', async (role, action) => {
  await db.script(`
    insert into playbooks (id, name, spec, source) values
      ('${id(600)}', 'look', '{"configs": [{}], "actions": [{"name": "a", "exec": {"script": "true"}}]}', 'UI')
    on conflict do nothing`)
  const before = await everything()
  for (const area of areas) {
    for (const asking of requestsOf(area, action)) {
      const answer = expected(role, area, action) ? 'yes' : 'refused'
      expect([area, asking.path, await answerTo(role, asking)]).toEqual([area, asking.path, answer])
      if (answer === 'refused') refused.add(`${role} ${area} ${action} ${refusedObject}`)
      else granted.add(`${role} ${area} ${action}`)
    }
    cellsAsked++
  }
  expect(await everything()).toBe(before)
  await db.script(`delete from playbook_runs where playbook_id = '${id(600)}'`)
})

test('covers every cell', () => expect(cellsAsked).toBe(252))

/** The console's environment for a whoami response. */
async function environmentOf(role: Role): Promise<CommandEnvironment> {
  const answer = await send('/api/auth/whoami', { headers: { Cookie: cookies.get(role) ?? '' } })
  const me = whoami().select?.(await answer.json())
  if (!me) throw new Error('whoami answers who it is')
  return {
    path: '/health',
    roles: me.roles,
    permissions: me.permissions,
    deployment: { backend: 'embedded', signIn: 'kratos' },
    online: true,
    nameOf: () => undefined,
  }
}

test.each(cells)('the console lets a %s %s as specified [%s]', async (role, action) => {
  const environment = await environmentOf(role)
  for (const area of areas) {
    expect([area, mayAccess(environment, area, action)]).toEqual([area, expected(role, area, action)])
  }
})

test.each(roles)('shows a %s the pages, entries and commands of their areas', async (role) => {
  const environment = await environmentOf(role)
  const handlers = Object.fromEntries(allCommands.map(({ id: command }) => [command, () => undefined]))
  const places = [
    { scope: 'list', of: 'check', target: { kind: 'check', id: 'a', label: 'homepage' } },
    { scope: 'app', handlers },
  ] as const
  const offered = (command: string) => {
    const one = allCommands.find((each) => each.id === command)
    return one && commandAvailability(one, buildContext(places, environment)) === true
  }
  const ofAreas: [string, Area, Action][] = [
    ['go.topology', 'topologies', 'read'],
    ['go.logs', 'topologies', 'read'],
    ['go.health', 'canaries', 'read'],
    ['go.catalog', 'database', 'read'],
    ['go.insights', 'database', 'read'],
    ['go.changes', 'database', 'read'],
    ['check.edit', 'canaries', 'write'],
    ['playbook.run', 'playbook_runs', 'write'],
    ['go.runs', 'playbook_runs', 'read'],
    ['run.approve', 'playbook_runs', 'write'],
    ['run.again', 'playbook_runs', 'write'],
    ['run.cancel', 'playbook_runs', 'write'],
    ['silence.create', 'notifications', 'write'],
    ['go.triage', 'incident', 'read'],
    ['evidence.link', 'evidences', 'write'],
    ['feature.turnOff', 'properties', 'write'],
    ['person.delete', 'identities', 'write'],
    ['person.setRole', 'rbac', 'write'],
    ['person.invite', 'rbac', 'write'],
    ['go.outbox', 'rbac', 'write'],
    ['go.people', 'identities', 'read'],
    ['go.flags', 'properties', 'read'],
    ['go.connections', 'connections', 'read'],
    ['connection.test', 'connections', 'write'],
    ['go.logBackends', 'logging_backends', 'read'],
    ['go.incidentRules', 'incident', 'read'],
    ['go.playbooks', 'playbooks', 'read'],
  ]
  expect(ofAreas.map(([command]) => [command, offered(command)])).toEqual(
    ofAreas.map(([command, area, action]) => [command, expected(role, area, action)])
  )
  // Without permissions, the table of roles gives the same result.
  const byRoleOnly = { ...environment, permissions: undefined }
  for (const command of allCommands) {
    expect([command.id, commandAvailability(command, buildContext(places, environment))]).toEqual([
      command.id,
      commandAvailability(command, buildContext(places, byRoleOnly)),
    ])
  }
  const entries = [...listNavItems(environment, undefined), ...listSettingsItems(environment, undefined)]
  const main = [
    'go.topology',
    'go.health',
    'go.catalog',
    'go.incidents',
    'go.triage',
    'go.playbooks',
    'go.logs',
    'go.notifications',
  ]
  const looksOnly = role === 'viewer' || role === 'guest'
  const settings = resources.filter(
    ({ nav, access }) =>
      nav && nav.order === undefined && !looksOnly && access.areas.every((area) => expected(role, area, access.action))
  )
  expect(entries.map(({ call }) => call).toSorted()).toEqual(
    [...main, ...(looksOnly ? [] : ['go.integrations', 'go.jobs']), ...settings.map(({ go }) => go.id)].toSorted()
  )
})

/** A missing right, and the roles that have it. */
const reasonPattern = /^Requires (read|write) access to (.+)\. (?:(.+) have|No role has) it\.$/
const readRoles = (names = '') =>
  names
    .toLowerCase()
    .split(/, | and /)
    .filter(Boolean)
    .map((name) => (name === 'administrators' ? 'admin' : name.replace(/s$/, '')))

test('names the missing right and the roles that have it wherever the server refuses', async () => {
  let [compared, refusals] = [0, 0]
  for (const role of roles) {
    const environment = await environmentOf(role)
    for (const area of areas) {
      for (const action of ['read', 'write'] as const) {
        compared++
        const reason = missingPageAccess(environment, { areas: [area], action })
        const objects = [...refused].flatMap((one) => {
          const [who, where, what, object] = one.split(' ')
          return who === role && where === area && what === action ? [object] : []
        })
        expect([role, area, action, reason === undefined]).toEqual([role, area, action, objects.length === 0])
        if (reason === undefined) continue
        refusals++
        const [, right, , names] = reasonPattern.exec(reason) ?? []
        expect([reason, right]).toEqual([reason, action])
        // The roles in the sentence are those to which the server granted the same access.
        expect([reason, readRoles(names)]).toEqual([
          reason,
          roles.filter((one) => granted.has(`${one} ${area} ${action}`)),
        ])
        expect([reason, objects.some((object) => isObjectOf(area, object))]).toEqual([reason, true])
      }
    }
  }
  expect(compared).toBe(252)
  expect(refusals).toBe(refusalsExpected)
})

const refusalsExpected = cells.reduce(
  (sum, [role, action]) => sum + areas.filter((area) => !expected(role, area, action)).length,
  0
)
/** Some changes also require rights of other areas, such as turning off an account. */
const isObjectOf = (area: Area, object: string | undefined) =>
  [...areaObjects[area].read, ...areaObjects[area].write].some((one) => one === object)

test.each(roles)(
  'names the missing right in every command that an administrator may run and a %s may not',
  async (role) => {
    const [own, administrator] = [await environmentOf(role), await environmentOf('admin')]
    let refusals = 0
    for (const kind of kinds) {
      const target = { kind, id: id(1), label: 'a' }
      const handlers = Object.fromEntries(allCommands.map(({ id: command }) => [command, () => undefined]))
      const places = [
        { scope: 'list', of: kind, target, selection: [target] },
        { scope: 'app', handlers },
      ] as const
      for (const command of allCommands) {
        // The specification hides this action.
        if (command.id === 'evidence.link') continue
        if (commandAvailability(command, buildContext(places, administrator)) !== true) continue
        const offer = commandAvailability(command, buildContext(places, own))
        if (offer === true) continue
        refusals++
        expect([command.id, kind, offer]).toEqual([
          command.id,
          kind,
          expect.stringMatching(/^Requires .+\. .+ (?:have|has) it\.$/),
        ])
      }
    }
    expect(refusals > 0).toBe(role !== 'admin')
  }
)

test.each(roles)('explains to a %s what the server decides about every area', async (role) => {
  const explain = async (action: AccessAction, object: AccessObject) => {
    const body = JSON.stringify({ action, object })
    const answer = await send('/api/rbac/_explain', {
      method: 'POST',
      headers: {
        Cookie: cookies.get(role) ?? '',
        Origin: 'http://console.test',
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      },
      body,
    })
    return ((await answer.json()) as { isAllowed: boolean }).isAllowed
  }
  for (const area of areas) {
    for (const action of ['read', 'write'] as const) {
      const one = action === 'read' ? 'read' : area === 'playbook_runs' ? 'playbook:run' : 'create'
      const answers = await Promise.all(areaObjects[area][action].map((object) => explain(one, object)))
      expect([area, action, answers.every(Boolean)]).toEqual([area, action, expected(role, area, action)])
    }
  }
})
