import { beforeEach, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { collectRules } from '../../server/identity/access/rules'
import { sql } from '../../server/data/db/sql'
import { allows } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id } from '../helpers/organisation'

// Stored permissions: their holders, their targets, and when they take effect.

const db = await testDatabase()
await db.script(`
  insert into people (id, name) values ('${id(1)}', 'Ada'), ('${id(2)}', 'Bo');
  insert into casbin_rule (ptype, v0, v1) values ('g', '${id(1)}', 'guest'), ('g', '${id(2)}', 'editor');
  insert into teams (id, name, created_by, deleted_at) values
    ('${id(3)}', 'payments', '${id(1)}', null), ('${id(4)}', 'gone', '${id(1)}', now()), ('${id(5)}', 'admin', '${id(1)}', null);
  insert into team_members (team_id, person_id) values ('${id(3)}', '${id(1)}'), ('${id(4)}', '${id(1)}'), ('${id(5)}', '${id(1)}');
  insert into playbooks (id, name, spec, source) values ('${id(11)}', 'restart', '{}', 'UI');
`)
const { as, send } = await consoleApp(db, { relational: async () => new Response('[]') })
beforeEach(() => db.script('truncate permissions'))

/** A row of the table; missing columns take their default. */
const store = (row: Record<string, unknown>) =>
  db.run(sql`
    insert into permissions (subject_type, subject, person_id, team_id, notification_id, object, action, deny, until,
      deleted_at, object_selector, agents, tags, config_id, playbook_id)
    select coalesce(r.subject_type, 'group'), r.subject, r.person_id, r.team_id, r.notification_id, r.object, r.action,
      coalesce(r.deny, false), r.until, r.deleted_at, r.object_selector, r.agents, r.tags, r.config_id, r.playbook_id
    from json_populate_record(null::permissions, ${JSON.stringify({ action: 'read', object: 'logs', ...row })}::json) as r`)

async function mayGuest(object: 'logs' | 'catalog' = 'logs', action: 'read' | 'playbook:run' = 'read') {
  const caller = await readCaller(db, id(1))
  return caller && allows(collectRules(caller), object, action)
}

test.each<[string, Record<string, unknown>, boolean]>([
  ['the person', { subject_type: 'person', subject: id(1) }, true],
  ['the person, in the format of the form', { person_id: id(1) }, true],
  ['another person', { person_id: id(2) }, false],
  ['a team of the person', { subject_type: 'team', subject: id(3) }, true],
  ['a team of the person, in the format of the form', { team_id: id(3) }, true],
  ['a deleted team', { team_id: id(4) }, false],
  ['a role of the person', { subject: 'guest' }, true],
  ['everyone', { subject: 'everyone' }, true],
  ['another role', { subject: 'viewer' }, false],
  ['a role with the name of a team', { subject: 'admin' }, false],
  ['a notification', { notification_id: null, subject_type: 'notification', subject: id(1) }, false],
  ['a playbook', { subject_type: 'playbook', subject: id(1) }, false],
  ['nobody', {}, false],
  ['a person that another column contradicts', { person_id: id(2), subject: 'guest' }, false],
])('applies a permission for %s: %s %s', async (_name, row, expected) => {
  await store(row)
  expect(await mayGuest()).toBe(expected)
})

test.each<[string, Record<string, unknown>, boolean]>([
  ['until tomorrow', { until: '2999-01-01T00:00:00Z' }, true],
  ['until yesterday', { until: '2001-01-01T00:00:00Z' }, false],
  ['deleted', { deleted_at: '2001-01-01T00:00:00Z' }, false],
  ['on another object', { object: 'artifact' }, false],
  ['on one playbook', { object: null, playbook_id: id(11) }, false],
  ['with a selector', { object: 'logs', object_selector: { configs: [{ name: 'api' }] } }, false],
  ['on resources of an agent', { agents: ['edge'] }, false],
  ['on resources with tags', { tags: { cluster: 'eu' } }, false],
  ['on nothing', { object: null }, false],
])('evaluates a permission %s', async (_name, row, expected) => {
  await store({ subject: 'guest', ...row })
  expect(await mayGuest()).toBe(expected)
})

test('gives denials precedence over permissions and defaults', async () => {
  await store({ person_id: id(1) })
  await store({ subject: 'everyone', deny: true })
  await store({ subject: 'guest', object: 'catalog', deny: true })
  expect([await mayGuest('logs'), await mayGuest('catalog')]).toEqual([false, false])
})

test('ignores an expired denial', async () => {
  await store({ subject: 'guest', object: 'catalog', deny: true, until: '2001-01-01T00:00:00Z' })
  expect(await mayGuest('catalog')).toBe(true)
})

test('takes effect with the next request, until it is removed', async () => {
  const ask = async (path: string) => {
    as(await readCaller(db, id(1)))
    return (await send(path)).status
  }
  expect(await ask('/api/db/connections')).toBe(403)
  await store({ subject: 'guest', object: 'connection' })
  expect(await ask('/api/db/connections')).toBe(200)
  await db.run(sql`delete from permissions`)
  expect(await ask('/api/db/connections')).toBe(403)
  await store({ subject: 'guest', object: 'canaries', deny: true })
  expect(await ask('/api/canary/api/summary')).toBe(403)
})

test('applies a role change with the next request', async () => {
  const ask = async () => {
    as(await readCaller(db, id(1)))
    return (await send('/api/db/notifications', { method: 'POST' })).status
  }
  expect(await ask()).toBe(403)
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id(1)}, 'editor')`)
  expect(await ask()).toBe(200)
  await db.run(sql`delete from casbin_rule where v0 = ${id(1)} and v1 = 'editor'`)
  expect(await ask()).toBe(403)
})

async function run(person: number) {
  as(await readCaller(db, id(person)))
  return (await send(`/api/canary/run/check/${id(99)}`, { method: 'POST' })).status
}

test('applies grants and denials to running checks', async () => {
  expect([await run(1), await run(2)]).toEqual([403, 404])
  await store({ person_id: id(1), object: 'canaries', action: 'create' })
  await store({ subject: 'editor', object: 'canaries', action: 'create', deny: true })
  expect([await run(1), await run(2)]).toEqual([404, 403])
})

test('lists built-in and stored rules in whoami, one per action', async () => {
  await store({ subject: 'guest', object: 'catalog', action: 'read,update', deny: true })
  await store({ person_id: id(1), object: null, playbook_id: id(11), action: 'playbook:run' })
  as(await readCaller(db, id(1)))
  const { payload } = await (await send('/api/auth/whoami')).json()
  expect(payload.roles).toEqual(['everyone', 'guest'])
  const rule = { id: expect.any(String), condition: 'true' }
  const builtIn = { ...rule, id: 'na', subject: 'everyone' }
  const read =
    'database.public catalog auth incident canaries topology database.config_scrapers database.monitor database.system notification playbooks'
  expect(payload.permissions).toEqual([
    { ...builtIn, object: 'database.kratos', action: '*', deny: true },
    ...read.split(' ').map((object) => ({ ...builtIn, object, action: 'read' })),
    { ...rule, subject: 'guest', object: 'catalog', action: 'read', deny: true },
    { ...rule, subject: 'guest', object: 'catalog', action: 'update', deny: true },
    { ...rule, subject: id(1), object: 'playbooks', action: 'playbook:run', condition: `{"playbook":"${id(11)}"}` },
  ])
})

test('names the subject, object and action in a refusal', async () => {
  as(await readCaller(db, id(1)))
  const refused = await send('/api/db/connections')
  expect([refused.status, await refused.text()]).toEqual([403, 'unauthorized: read on connection'])
  expect(['subject', 'object', 'action'].map((name) => refused.headers.get(`x-rbac-${name}`))).toEqual([
    id(1),
    'connection',
    'read',
  ])
  as(undefined)
  const unknown = await send('/api/db/connections')
  expect([unknown.status, await unknown.text()]).toEqual([401, 'Not logged in'])
})

/** Stored rows reach the playbook routes unchanged. */
test.each<[string, Record<string, unknown>, number]>([
  ['this playbook', { playbook_id: id(11) }, 201],
  ['another playbook', { playbook_id: id(12) }, 403],
  ['playbooks by a selector', { object_selector: { playbooks: [{ name: 'restart' }] } }, 201],
  ['other playbooks by a selector', { object_selector: { playbooks: [{ name: 'stop' }] } }, 403],
  ['all playbooks, with an empty list of agents', { object: 'playbooks', agents: [], tags: {} }, 201],
  ['playbooks for resources of an agent', { object: 'playbooks', agents: ['edge'] }, 403],
  ['all playbooks', { object: 'playbooks' }, 201],
])('responds to a run with a permission for %s with %s', async (_name, row, status) => {
  await db.script(`
    insert into playbooks (id, name, spec, source) values ('${id(12)}', 'stop', '{}', 'UI') on conflict do nothing;
    update playbooks set spec = '{"actions": [{"name": "a", "exec": {"script": "true"}}]}' where id = '${id(11)}'`)
  const { as: be, write } = await consoleApp(db)
  be(await readCaller(db, id(1)))
  const begin = () => write('POST', '/api/playbook/run', { id: id(11) })
  expect((await begin()).status).toBe(403)
  await store({ person_id: id(1), object: null, action: 'playbook:run', ...row })
  expect((await begin()).status).toBe(status)
  // The right to run implies neither approving nor cancelling.
  expect((await write('POST', `/api/playbook/run/approve/${id(99)}`, {})).status).toBe(403)
  expect((await write('POST', `/api/playbook/run/cancel/${id(99)}`, {})).status).toBe(403)
})

test.each(['playbook_runs', 'playbook_run_actions', 'playbook_approvals'])(
  'does not let editors of playbooks create or approve runs by writing %s',
  async (relation) => {
    as(await readCaller(db, id(2)))
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      expect((await send(`/api/db/playbooks?id=eq.${id(11)}`, { method })).status).toBe(200)
      expect((await send(`/api/db/${relation}?id=eq.${id(11)}`, { method })).status).toBe(403)
    }
    expect((await send(`/api/db/${relation}`)).status).toBe(200)
  }
)
