import { beforeEach, expect, test } from 'vitest'
import type { AccessExplanation, PermissionEffect } from '@/shared/access/explanation'
import { readCaller } from '../../server/identity/access/people'
import { collectRules } from '../../server/identity/access/rules'
import { sql } from '../../server/data/db/sql'
import { accessObjects, type AccessRule, allows } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// Who may do what, and the effect of permissions that are not stored. The answers must be those of requests.

const [ADA, BO, EVE, GIL, PLATFORM, RESTART, API, HOMEPAGE, DB] = [1, 2, 5, 6, 3, 60, 11, 41, 92].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const db = await testDatabase()
await db.script(organisation)
await db.script(`
  insert into people (id, name, email) values ('${EVE}', 'Eve', 'eve@shop.example'), ('${GIL}', 'Gil', null);
  insert into casbin_rule (ptype, v0, v1) values ('g', '${EVE}', 'editor'), ('g', '${GIL}', 'guest');
  delete from team_members; insert into team_members (team_id, person_id) values ('${PLATFORM}', '${EVE}');
  insert into playbooks (id, name, title, spec, source) values ('${id(601)}', 'scale', 'Scale', '{}', 'UI');
`)
const { as, send, write } = await consoleApp(db)

async function asPerson(person: string) {
  const caller = await readCaller(db, person)
  as(caller)
  return caller
}
beforeEach(async () => {
  await db.script(`delete from permissions; delete from properties where name = 'rls.enable'`)
  await asPerson(ADA)
})

/** Stores a permission; missing columns take their default. */
async function store(row: Record<string, unknown>) {
  const [stored] = await db.query<{ id: string }>(sql`
    insert into permissions (name, description, subject_type, subject, person_id, team_id, object, action, deny, until,
      object_selector, agents, tags, config_id, playbook_id, connection_id)
    select coalesce(r.name, 'unnamed'), r.description, coalesce(r.subject_type, 'group'), r.subject, r.person_id, r.team_id,
      r.object, r.action, coalesce(r.deny, false), r.until, r.object_selector, r.agents, r.tags, r.config_id,
      r.playbook_id, r.connection_id
    from json_populate_record(null::permissions, ${JSON.stringify(row)}::json) as r returning id::text`)
  return stored?.id ?? ''
}

const explain = async (question: object) => {
  const answer = await write('POST', '/api/rbac/_explain', question)
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, text])
  return JSON.parse(text) as AccessExplanation
}
const mayRead = async (subject: string, object: string) =>
  (await explain({ subject, action: 'read', object })).isAllowed
const review = (body: object) => write('POST', '/api/rbac/subject-access-reviews', body)
const search = (body: object) => write('POST', '/api/rbac/subject-access-search', body)

test('explains a grant of a role', async () => {
  expect(await explain({ subject: EVE, action: 'update', object: 'catalog' })).toMatchObject({
    subject: { type: 'person', id: EVE, name: 'Eve' },
    isAllowed: true,
    right: { action: 'update', object: 'catalog' },
    rules: [{ is: 'role', role: 'editor', action: 'create,update,delete', object: 'catalog' }],
  })
})

test('explains a missing right with those who have it', async () => {
  await store({ team_id: PLATFORM, object: 'connection', action: 'read' })
  const answer = await explain({ subject: GIL, action: 'read', object: 'connection' })
  expect(answer).toMatchObject({
    isAllowed: false,
    rules: [],
    holders: {
      roles: ['admin'],
      teams: [{ id: PLATFORM, name: 'platform' }],
      people: {
        total: 2,
        first: [
          { id: ADA, name: 'Ada' },
          { id: EVE, name: 'Eve' },
        ],
        isPartial: false,
      },
    },
  })
})

test('explains that a denial of a team overrides the grant of a role', async () => {
  const denial = await store({
    name: 'no restarts',
    description: 'release freeze',
    team_id: PLATFORM,
    object: 'playbooks',
    action: 'playbook:run',
    deny: true,
    until: '2999-01-01T00:00:00Z',
  })
  const answer = await explain({ subject: EVE, action: 'playbook:run', resource: { playbook: RESTART } })
  expect(answer).toMatchObject({
    isAllowed: false,
    resources: [{ kind: 'playbook', id: RESTART, name: 'restart' }],
    rules: [
      {
        is: 'permission',
        id: denial,
        name: 'no restarts',
        description: 'release freeze',
        deny: true,
        action: 'playbook:run',
        object: 'playbooks',
        isConditional: false,
        subject: { type: 'team', id: PLATFORM, name: 'platform' },
      },
    ],
  })
  expect(answer.rules[0]).toHaveProperty('until', expect.stringContaining('2999-01-01'))
})

test('names the right to read the resource of a run', async () => {
  await store({ person_id: EVE, object: 'catalog', action: 'read', deny: true })
  const about = { playbook: RESTART, config: API }
  expect(await explain({ subject: EVE, action: 'playbook:run', resource: about })).toMatchObject({
    isAllowed: false,
    right: { action: 'read', object: 'catalog' },
  })
  expect(await explain({ subject: EVE, action: 'playbook:run', resource: { playbook: RESTART } })).toMatchObject({
    isAllowed: true,
  })
})

test('includes the right to read in a change of rows', async () => {
  await store({ person_id: EVE, object: 'canaries', action: 'read', deny: true })
  expect(await explain({ subject: EVE, action: 'update', object: 'canaries' })).toMatchObject({
    isAllowed: false,
    right: { action: 'read', object: 'canaries' },
  })
  await asPerson(EVE)
  expect((await write('PATCH', `/api/db/canaries?id=eq.${id(40)}`, { name: 'web' })).status).toBe(403)
})

test('explains roles, teams and everyone', async () => {
  await store({ subject: 'guest', object: 'logs', action: 'read' })
  await store({ team_id: PLATFORM, object: 'artifact', action: 'read' })
  expect([await mayRead('guest', 'logs'), await mayRead('viewer', 'logs'), await mayRead('everyone', 'logs')]).toEqual([
    true,
    false,
    false,
  ])
  expect([
    await mayRead(PLATFORM, 'artifact'),
    await mayRead(PLATFORM, 'logs'),
    await mayRead('everyone', 'artifact'),
  ]).toEqual([true, false, false])
})

test('explains that no rule can open the sign-in service', async () => {
  expect(await explain({ action: 'read', object: 'database.kratos' })).toMatchObject({
    isAllowed: false,
    rules: [{ is: 'closed' }],
    holders: { roles: [], teams: [], people: { total: 0 } },
  })
})

test('explains row-level access', async () => {
  await db.script(`insert into properties (name, value) values ('rls.enable', 'true')`)
  expect(await explain({ subject: GIL, action: 'read', resource: { config: API } })).toMatchObject({
    isAllowed: false,
    rules: [{ is: 'rowAccess' }],
  })
  await store({ person_id: GIL, object: 'catalog', action: 'read', tags: { cluster: 'eu' } })
  expect(await explain({ subject: GIL, action: 'read', resource: { config: API } })).toMatchObject({ isAllowed: true })
  expect(await explain({ subject: GIL, action: 'read', object: 'notification' })).toMatchObject({
    isAllowed: false,
    rules: [{ is: 'rowAccess' }],
  })
})

test('answers a person about herself, without the names of others', async () => {
  await asPerson(GIL)
  const answer = await explain({ action: 'read', object: 'connection' })
  expect(answer).toMatchObject({ subject: { id: GIL }, isAllowed: false, holders: { roles: ['admin'], people: null } })
  expect((await write('POST', '/api/rbac/_explain', { subject: GIL, action: 'read', object: 'logs' })).status).toBe(200)
  const other = await write('POST', '/api/rbac/_explain', { subject: ADA, action: 'read', object: 'logs' })
  expect([other.status, other.headers.get('X-Rbac-Object'), other.headers.get('X-Rbac-Action')]).toEqual([
    403,
    'rbac',
    'read',
  ])
  as(undefined)
  expect((await write('POST', '/api/rbac/_explain', { action: 'read', object: 'logs' })).status).toBe(401)
})

test('hides the content of permissions from a person who may not read them', async () => {
  await store({ person_id: GIL, object: 'database.system', action: 'read', deny: true })
  const denial = await store({ person_id: GIL, object: 'logs', action: 'read', deny: true, description: 'secret' })
  await asPerson(GIL)
  const { rules } = await explain({ action: 'read', object: 'logs' })
  expect(rules).toEqual([
    { is: 'permission', id: denial, deny: true, action: 'read', object: 'logs', isConditional: false },
  ])
})

test('does not name a resource of a denied object', async () => {
  await store({ person_id: EVE, object: 'catalog', action: 'read', deny: true })
  await asPerson(EVE)
  expect(await explain({ action: 'read', resource: { config: API } })).toMatchObject({
    isAllowed: false,
    resources: [],
    right: { action: 'read', object: 'catalog' },
  })
  expect(await explain({ action: 'playbook:run', resource: { playbook: RESTART, config: API } })).toMatchObject({
    isAllowed: false,
    resources: [],
    right: { action: 'read', object: 'catalog' },
  })
})

test.each<[string, object, number]>([
  ['an unknown action', { action: 'fly', object: 'logs' }, 400],
  ['an unknown object', { action: 'read', object: 'moon' }, 400],
  ['neither an object nor a resource', { action: 'read' }, 400],
  ['an object and a resource', { action: 'read', object: 'logs', resource: { config: API } }, 400],
  ['two resources', { action: 'read', resource: { config: API, check: HOMEPAGE } }, 400],
  ['a run without a playbook', { action: 'playbook:run', resource: { config: API } }, 400],
  ['a run for a connection', { action: 'playbook:run', resource: { playbook: RESTART, connection: DB } }, 400],
  ['a resource that does not exist', { action: 'read', resource: { config: id(999) } }, 404],
  ['a subject that does not exist', { subject: id(999), action: 'read', object: 'logs' }, 404],
])('refuses a question about %s', async (_what, question, status) => {
  const answer = await write('POST', '/api/rbac/_explain', question)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toHaveProperty('error', expect.stringMatching(/./))
})

test('decides every action on every object as the rules of requests do', async () => {
  await store({ team_id: PLATFORM, object: 'logs', action: 'read,create' })
  await store({ subject: 'everyone', object: 'incident', action: '*', deny: true })
  await store({ person_id: EVE, object: 'canaries', action: '!delete', deny: true })
  const subjects = [ADA, EVE, GIL, BO]
  const rules = new Map<string, AccessRule[]>()
  for (const person of subjects) {
    const caller = await readCaller(db, person)
    rules.set(person, caller ? collectRules(caller) : [])
  }
  let cells = 0
  for (const object of accessObjects) {
    for (const action of ['create', 'read', 'playbook:run', 'playbook:approve'] as const) {
      const answer = await review({ resource: { global: object }, action, subjects })
      const { results } = (await answer.json()) as { results: { subject: string; allowed: boolean }[] }
      expect([object, action, results]).toEqual([
        object,
        action,
        subjects.map((subject) => ({ subject, allowed: allows(rules.get(subject) ?? [], object, action) })),
      ])
      cells += results.length
    }
  }
  expect(cells).toBe(368)
})

test('reviews the access of subjects as Mission Control does', async () => {
  await store({ person_id: EVE, action: 'playbook:run', playbook_id: RESTART, deny: true })
  const answer = await review({
    resource: { playbook: RESTART },
    action: 'playbook:run',
    subjects: [ADA, EVE, GIL, 'viewer', 'editor', PLATFORM, id(999)],
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    resource: { playbook: RESTART },
    action: 'playbook:run',
    results: [
      { subject: ADA, allowed: true },
      { subject: EVE, allowed: false },
      { subject: GIL, allowed: false },
      { subject: 'viewer', allowed: false },
      { subject: 'editor', allowed: true },
      { subject: PLATFORM, allowed: false },
      { subject: id(999), allowed: false },
    ],
  })
  const read = await review({ resource: { global: 'catalog' }, action: 'read', subjects: ['viewer'] })
  expect(await read.json()).toEqual({
    resource: { global: 'catalog' },
    action: 'read',
    results: [{ subject: 'viewer', allowed: true }],
  })
})

test.each<[string, object, number]>([
  ['an empty body', {}, 400],
  ['an invalid id', { resource: { playbook: 'restart' }, action: 'read', subjects: [ADA] }, 400],
  ['an unknown action', { resource: { global: 'catalog' }, action: 'fly', subjects: [ADA] }, 400],
  ['no subjects', { resource: { global: 'catalog' }, action: 'read', subjects: [] }, 400],
  ['too many subjects', { resource: { global: 'catalog' }, action: 'read', subjects: Array(501).fill(ADA) }, 400],
  ['no resource', { resource: {}, action: 'read', subjects: [ADA] }, 400],
  ['a playbook that does not exist', { resource: { playbook: id(999) }, action: 'read', subjects: [ADA] }, 404],
])('refuses a review with %s', async (_what, body, status) => {
  const answer = await review(body)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ error: expect.stringMatching(/./) })
})

test('refuses reviews and searches of a viewer', async () => {
  await db.script(`insert into casbin_rule (ptype, v0, v1) values ('g', '${BO}', 'viewer') on conflict do nothing`)
  await asPerson(BO)
  for (const answer of [
    await review({ resource: { global: 'catalog' }, action: 'read', subjects: [BO] }),
    await search({ subject: BO, action: 'read' }),
  ])
    expect([answer.status, await answer.text()]).toEqual([403, 'unauthorized: read on rbac'])
  await db.script(`delete from casbin_rule where v0 = '${BO}'`)
})

test('finds the playbooks that a subject may run', async () => {
  await store({ person_id: GIL, action: 'playbook:run', playbook_id: RESTART })
  const answer = await search({ subject: GIL, action: 'playbook:run' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    subject: GIL,
    action: 'playbook:run',
    resource_types: ['playbook', 'view'],
    total: 1,
    results: [{ resource_type: 'playbook', id: RESTART }],
  })
  const all = await search({ subject: EVE, action: 'playbook:run', resource_types: ['playbook'] })
  expect(await all.json()).toMatchObject({ resource_types: ['playbook'], total: 2 })
  expect((await search({})).status).toBe(400)
  expect((await search({ subject: 'viewer', action: 'read', resource_types: ['config'] })).status).toBe(400)
})

const effect = async (row: object) => {
  const answer = await write('POST', '/api/rbac/_permission_effect', row)
  expect(answer.status).toBe(200)
  return (await answer.json()) as PermissionEffect
}

const nothing = { rights: [], runs: [] }

test('finds who would lose rights by a denial, without storing it', async () => {
  const before = await db.query(sql`select count(*)::int as count from permissions`)
  const answer = await effect({ subject: 'everyone', object: 'catalog', action: 'update,delete', deny: true })
  expect(answer).toEqual({
    isInForce: true,
    isConditional: false,
    holders: 4,
    groups: [
      {
        people: {
          count: 2,
          first: [
            { id: ADA, name: 'Ada' },
            { id: EVE, name: 'Eve' },
          ],
        },
        administrators: 1,
        includesCaller: true,
        loses: { rights: [{ object: 'catalog', actions: ['update', 'delete'] }], runs: [] },
        gains: nothing,
      },
    ],
    isPartial: false,
  })
  expect(await db.query(sql`select count(*)::int as count from permissions`)).toEqual(before)
})

test('counts the changes that a denial of reading prevents', async () => {
  const { groups } = await effect({ person_id: EVE, object: 'canaries', action: 'read', deny: true })
  expect(groups[0]?.loses.rights).toEqual([{ object: 'canaries', actions: ['read', 'update', 'delete'] }])
})

test('matches what requests are refused after the denial is stored', async () => {
  const row = { team_id: PLATFORM, object: 'canaries', action: 'create', deny: true }
  const { groups } = await effect(row)
  expect(groups.map(({ people, loses }) => [people.first.map(({ name }) => name), loses.rights])).toEqual([
    [['Eve'], [{ object: 'canaries', actions: ['create'] }]],
  ])
  await asPerson(EVE)
  const canary = { name: 'new', namespace: 'default', spec: {}, created_by: EVE }
  const attempt = () => write('POST', '/api/db/canaries', canary, { Prefer: 'tx=rollback' })
  expect((await attempt()).status).toBe(201)
  await store(row)
  expect((await attempt()).status).toBe(403)
})

test('finds the playbooks and resources of a conditional denial', async () => {
  const answer = await effect({ subject: 'editor', action: 'playbook:run', config_id: API, deny: true })
  expect(answer).toMatchObject({
    isConditional: true,
    groups: [
      {
        people: { count: 1, first: [{ name: 'Eve' }] },
        administrators: 0,
        includesCaller: false,
        loses: {
          rights: [],
          runs: [
            {
              action: 'playbook:run',
              playbooks: { count: 2, first: [{ name: 'restart' }, { name: 'scale' }] },
              resources: { count: 1, first: [{ kind: 'config', name: 'api' }] },
            },
          ],
        },
      },
    ],
  })
  const selected = await effect({
    person_id: EVE,
    action: 'playbook:run',
    object_selector: { playbooks: [{ name: 'restart' }] },
    deny: true,
  })
  expect(selected.groups[0]?.loses.runs).toMatchObject([{ playbooks: { count: 1, first: [{ name: 'restart' }] } }])
})

test('compares an edited permission with the stored one', async () => {
  const row = { person_id: GIL, object: 'logs', action: 'read' }
  const stored = await store(row)
  expect((await effect({ ...row, id: stored })).groups).toEqual([])
  expect((await effect({ ...row, id: stored, deny: true })).groups).toMatchObject([
    { people: { first: [{ name: 'Gil' }] }, loses: { rights: [{ object: 'logs', actions: ['read'] }] } },
  ])
  // A change leaves the columns that it does not contain.
  expect((await effect({ id: stored, action: 'read', deny: true })).groups).toMatchObject([
    { people: { first: [{ name: 'Gil' }] }, loses: { rights: [{ object: 'logs', actions: ['read'] }] } },
  ])
  expect((await effect({ ...row, id: stored, person_id: BO })).groups).toMatchObject([
    { people: { first: [{ name: 'Bo' }] }, gains: { rights: [{ object: 'logs', actions: ['read'] }] } },
    { people: { first: [{ name: 'Gil' }] }, loses: { rights: [{ object: 'logs', actions: ['read'] }] } },
  ])
})

test('has no effect for nobody, after its end, and on the permissions of administrators', async () => {
  const denial = { object: 'logs', action: 'read', deny: true }
  expect(await effect({ ...denial, team_id: id(999) })).toMatchObject({ holders: 0, groups: [] })
  expect(await effect({ ...denial, person_id: ADA, until: '2001-01-01T00:00:00Z' })).toMatchObject({
    isInForce: false,
    groups: [],
  })
  const closing = await effect({ object: 'database.system', action: '*', deny: true, person_id: ADA })
  expect(closing.groups).toEqual([])
})

test('requires the right to create permissions, and names nobody without the right to read people', async () => {
  const row = { subject: 'editor', object: 'catalog', action: 'delete', deny: true }
  await asPerson(EVE)
  expect((await effect(row)).groups).toMatchObject([{ people: { count: 1, first: [] }, includesCaller: true }])
  await asPerson(GIL)
  const refused = await write('POST', '/api/rbac/_permission_effect', row)
  expect([refused.status, await refused.text()]).toEqual([403, 'unauthorized: create on database.system'])
})

test('refuses an invalid permission', async () => {
  for (const row of [{}, { action: 'read', person_id: 'Ada' }, { action: 'read', until: 'tomorrow' }]) {
    const answer = await write('POST', '/api/rbac/_permission_effect', row)
    expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringMatching(/./) }])
  }
  expect((await send('/api/rbac/_permission_effect')).status).toBe(404)
})
