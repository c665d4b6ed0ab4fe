import { beforeEach, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { collectRules } from '../../server/identity/access/rules'
import { sql } from '../../server/data/db/sql'
import { allows } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// Editors write permissions and teams, but cannot grant rights that they lack, in particular to themselves.

const db = await testDatabase()
await db.script(organisation)
const [ada, bo, cy] = [id(1), id(2), id(901)]
const [vault, plain, gone] = [id(910), id(911), id(912)]
const [ofVault, denial, partly] = [id(920), id(921), id(922)]
await db.script(`
  insert into people (id, name) values ('${cy}', 'Cy');
  insert into casbin_rule (ptype, v0, v1) values ('g', '${bo}', 'editor'), ('g', '${cy}', 'guest');
`)
const { as, write } = await consoleApp(db)
const be = async (person: string) => as(await readCaller(db, person))

beforeEach(async () => {
  await db.script(`
    delete from permissions; delete from team_members;
    insert into teams (id, name, created_by, deleted_at) values
      ('${vault}', 'vault', '${ada}', null), ('${plain}', 'plain', '${ada}', null), ('${gone}', 'gone', '${ada}', now())
      on conflict (id) do update set deleted_at = excluded.deleted_at;
    insert into team_members (team_id, person_id) values ('${gone}', '${bo}');
    insert into permissions (id, subject_type, subject, team_id, object, action, deny, until, config_id) values
      ('${ofVault}', 'team', null, '${vault}', 'connection', 'read', false, null, null),
      ('${id(923)}', 'team', null, '${gone}', 'connection', 'read', false, null, null),
      ('${id(924)}', 'group', 'editor', null, 'connection', 'update', false, '2001-01-01', null),
      ('${denial}', 'group', 'editor', null, 'topology', 'delete', true, null, null),
      ('${partly}', 'group', 'editor', null, null, 'delete', true, null, '${id(11)}')`)
  await be(bo)
})

async function ask(method: string, path: string, body: unknown = {}, prefer = '') {
  const answer = await write(method, `/api/db/${path}`, body, { Prefer: prefer })
  return { status: answer.status, text: await answer.text() }
}

const mine = { subject_type: 'person', subject: bo }
const permission = (object: string | null, action: string, more: object = {}) =>
  ['POST', 'permissions', { ...mine, object, action, ...more }] as const
const patch = (one: string, body: object, path = 'permissions') => ['PATCH', `${path}?id=eq.${one}`, body] as const

test.each<[string, readonly [method: string, path: string, body?: unknown, prefer?: string]]>([
  ['to read connections', permission('connection', 'read')],
  ['to do everything', permission('*', '*')],
  ['everything but deleting', permission('*', '!delete')],
  ['to assign roles', permission('rbac', 'update')],
  ['to read accounts', permission('people', 'read')],
  ['to read logs', permission('logs', 'read')],
  ['more of an object they partly have', permission('auth,rbac', 'read')],
  ['one action too many', permission('agent-push', 'read,update')],
  ['for their role', permission('connection', 'read', { subject_type: 'group', subject: 'editor' })],
  ['for everyone', permission('connection', 'read', { subject_type: 'group', subject: 'everyone' })],
  ['to another person', permission('connection', 'read', { subject: cy })],
  ['to a team', permission('connection', 'read', { subject_type: 'team', subject: plain })],
  ['in another column', ['POST', 'permissions', { person_id: bo, object: 'connection', action: 'read' }]],
  ['about one connection', permission(null, 'read', { connection_id: id(92) })],
  ['with a selector', permission(null, 'read', { object_selector: { connections: [{ name: 'db' }] } })],
  [
    'among other rows',
    [
      'POST',
      'permissions',
      [
        { ...mine, object: 'catalog', action: 'read' },
        { ...mine, object: 'connection', action: 'read' },
      ],
    ],
  ],
  [
    'through a view',
    ['POST', 'permissions_summary', { ...mine, namespace: 'a', object: 'connection', action: 'read' }],
  ],
  [
    'by an upsert',
    [
      'POST',
      'permissions',
      { ...mine, team_id: null, id: ofVault, object: 'connection', action: 'read' },
      'resolution=merge-duplicates',
    ],
  ],
  ['of a team, by replacing it', patch(ofVault, { team_id: null, ...mine })],
  ['of a team, through a view', patch(ofVault, { subject: bo, action: '*' }, 'permissions_summary')],
  ['of an expired permission', patch(id(924), { until: '2999-01-01T00:00:00Z' })],
  ['of an expired permission, permanently', patch(id(924), { until: null })],
  ['by deleting a denial', ['DELETE', `permissions?id=eq.${denial}`]],
  ['by soft-deleting a denial', patch(denial, { deleted_at: 'now()' })],
  ['by ending a denial', patch(denial, { until: '2001-01-01T00:00:00Z' })],
  ['by inverting a denial', patch(denial, { deny: false })],
  ['by moving a denial', patch(denial, { subject: 'viewer' })],
  ['by narrowing a denial', patch(denial, { config_id: id(11) })],
  ['by deleting the denial of one item', ['DELETE', `permissions?id=eq.${partly}`]],
  ['by deleting all denials', ['DELETE', 'permissions?deny=is.true']],
  ['by joining a team', ['POST', 'team_members', { team_id: vault, person_id: bo }]],
  ['by restoring a team', patch(gone, { deleted_at: null }, 'teams')],
  ['by moving to a team', ['PATCH', `team_members?team_id=eq.${gone}`, { team_id: vault }]],
])('refuses to grant rights %s', async (_name, [method, path, body, prefer]) => {
  const before = await everything()
  const { status, text } = await ask(method, path, body, prefer)
  expect([status, text]).toEqual([403, expect.stringContaining('a right that you do not have')])
  expect(await everything()).toEqual(before)
})

const everything = () =>
  db.query(
    sql`select (select json_agg(p order by id) from permissions p) as permissions, (select json_agg(m order by team_id) from team_members m) as members`
  )

test.each<[string, readonly [method: string, path: string, body?: unknown, prefer?: string], number]>([
  ['rights they have', permission('catalog', 'read,update', { subject: cy }), 201],
  ['to run playbooks', permission('playbooks', 'playbook:run', { subject: cy }), 201],
  [
    'playbooks for one item',
    permission(null, 'playbook:run', { subject: cy, playbook_id: id(60), config_id: id(11) }),
    201,
  ],
  ['resources of an agent', permission(null, 'read', { subject: cy, agents: ['edge'] }), 201],
  ['all of the catalog', permission('catalog', '*', { subject: cy }), 201],
  [
    'items with a selector',
    permission(null, 'read', { subject: cy, object_selector: { configs: [{ name: 'a' }] } }),
    201,
  ],
  ['a denial', permission('connection', 'read', { subject: cy, deny: true }), 201],
  ['no change', patch(ofVault, { description: 'a change of the author' }), 204],
  ['a reduction', ['DELETE', `permissions?id=eq.${ofVault}`], 204],
  ['a team without rights', ['POST', 'team_members', { team_id: plain, person_id: bo }], 201],
  ['the deletion of a team', ['DELETE', `team_members?team_id=eq.${gone}`], 204],
  ['a dry run', permission('catalog', 'read', { subject: cy }), 201],
])('lets editors write %s', async (_name, [method, path, body, prefer], status) => {
  expect(await ask(method, path, body, prefer)).toEqual({ status, text: '' })
})

test('lets administrators grant everything and reports errors', async () => {
  await be(ada)
  const [method, path, body] = permission('connection', 'read')
  expect((await ask(method, path, body)).status).toBe(201)
  expect((await ask('DELETE', `permissions?id=eq.${denial}`)).status).toBe(204)
  await be(bo)
  const wrong = await ask('POST', 'permissions', { ...mine, id: ofVault, object: 'catalog', action: 'read' })
  expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('23505')])
  // A dry run changes nothing.
  const before = await everything()
  expect((await ask('POST', 'permissions', { ...mine, object: 'catalog', action: 'read' }, 'tx=rollback')).status).toBe(
    201
  )
  expect(await everything()).toEqual(before)
})

test('denies editors access to connections by permissions', async () => {
  for (const action of ['read', '*']) await ask(...permission('connection', action))
  await ask('POST', 'team_members', { team_id: vault, person_id: bo })
  const caller = await readCaller(db, bo)
  expect(caller && allows(collectRules(caller), 'connection', 'read')).toBe(false)
})
