import { beforeEach, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id } from '../helpers/organisation'

// People and their roles: the ways to change them, and the protection of the last administrator.

const db = await testDatabase()
const { as, send, write } = await consoleApp(db)
const [ada, bo, cy] = [id(1), id(2), id(3)]

beforeEach(async () => {
  await db.script(`
    truncate people, identity.identities, identity.flows, identity.audit, casbin_rule, permissions, access_tokens cascade;
    insert into identity.identities (id, schema_id, traits, state, created_at, updated_at) values
      ('${ada}', 'default', '{"email":"ada@shop.example","name":{"first":"Ada","last":"Byron"}}', 'active', now(), now()),
      ('${bo}', 'default', '{"email":"bo@shop.example","name":{"first":"Bo","last":"Diddley"}}', 'active', now(), now());
    insert into identity.identifiers (value, identity_id) values ('ada@shop.example', '${ada}'), ('bo@shop.example', '${bo}');
    insert into identity.addresses (identity_id, kind, value, verified, status, created_at, updated_at) values
      ('${bo}', 'verification', 'bo@shop.example', true, 'completed', now(), now());
    insert into identity.sessions (id, identity_id, token_hash, aal, methods, devices, issued_at, authenticated_at, expires_at)
      values ('${id(7)}', '${bo}', 'x', 'aal1', '[]', '[]', now(), now(), now() + interval '1 day');
    insert into people (id, name, email) values ('${cy}', 'Cy Young', 'cy@shop.example');
    insert into access_tokens (name, person_id, value, created_at, expires_at)
      values ('ci', '${bo}', 'x', now(), now() + interval '1 year');
    insert into casbin_rule (ptype, v0, v1) values ('g', '${ada}', 'admin'), ('g', '${bo}', 'viewer'), ('g', '${cy}', 'guest');
  `)
  await be(ada)
})
const be = async (person: string) => as(await readCaller(db, person))

const rolesOf = async (person: string) =>
  (await db.query<{ v1: string }>(sql`select v1 from casbin_rule where v0 = ${person} order by id`)).map(({ v1 }) => v1)

async function update(body: Record<string, unknown>) {
  const answer = await write('POST', '/api/people/update', body)
  return { status: answer.status, body: await answer.json().catch(() => undefined) }
}

test('changes the name, address and role of a person [USERS-06]', async () => {
  const change = {
    id: bo,
    firstName: 'Bobby',
    lastName: 'Tables',
    email: 'bobby@shop.example',
    role: 'editor',
    active: true,
  }
  expect(await update(change)).toEqual({
    status: 200,
    body: { email: 'bobby@shop.example', name: { first: 'Bobby', last: 'Tables' } },
  })
  expect(await rolesOf(bo)).toEqual(['editor'])
  const people = await (await send(`/api/db/people?id=eq.${bo}&select=name,email`)).json()
  expect(people).toEqual([{ name: 'Bobby Tables', email: 'bobby@shop.example' }])
})

test('keeps members that are not sent', async () => {
  expect((await update({ id: ada, lastName: 'Lovelace' })).body).toEqual({
    email: 'ada@shop.example',
    name: { first: 'Ada', last: 'Lovelace' },
  })
  expect(await rolesOf(ada)).toEqual(['admin'])
})

test('unverifies a new address and disables the old one', async () => {
  await db.script(`
    insert into identity.flows (id, kind, state, issued_at, expires_at, updated_at)
      values ('${id(8)}', 'recovery', 'sent_email', now(), now() + interval '1 hour', now());
    insert into identity.codes (flow_id, identity_id, address, code_hash, created_at, expires_at)
      values ('${id(8)}', '${bo}', 'bo@shop.example', 'x', now(), now() + interval '1 hour');
  `)
  await update({ id: bo, email: ' Bobby@Shop.example ' })
  expect(await db.query(sql`select used_at is not null as void from identity.codes`)).toEqual([{ void: true }])
  expect(await db.query(sql`select revoked_at is not null as ended from identity.sessions`)).toEqual([{ ended: true }])
  expect(await db.query(sql`select value from identity.identifiers where identity_id = ${bo}`)).toEqual([
    { value: 'bobby@shop.example' },
  ])
  expect(
    await db.query(sql`select kind, value, verified from identity.addresses where identity_id = ${bo} order by kind`)
  ).toEqual([
    { kind: 'recovery', value: 'bobby@shop.example', verified: false },
    { kind: 'verification', value: 'bobby@shop.example', verified: false },
  ])
})

test('signs out a disabled account at once', async () => {
  expect((await update({ id: bo, active: false })).status).toBe(200)
  const [row] = await db.query(sql`
    select state, (select revoked_at is not null from identity.sessions where identity_id = ${bo}) as ended
    from identity.identities where id = ${bo}`)
  expect(row).toEqual({ state: 'inactive', ended: true })
  await update({ id: bo, active: true })
  expect(await db.query(sql`select state from identity.identities where id = ${bo}`)).toEqual([{ state: 'active' }])
})

test('changes a person without an account', async () => {
  expect((await update({ id: cy, firstName: 'Cyrus', role: 'viewer' })).body.name).toEqual({
    first: 'Cyrus',
    last: 'Young',
  })
  expect(await update({ id: cy, active: false })).toEqual({
    status: 400,
    body: { error: 'Cyrus Young has no account to sign in with.' },
  })
})

test.each<[string, Record<string, unknown>, number]>([
  ['nobody', { id: id(999), firstName: 'X' }, 404],
  ['no id', { firstName: 'X' }, 400],
  ['an invalid id', { id: "1' or '1'='1", firstName: 'X' }, 400],
  ['a role that does not exist', { id: bo, role: 'owner' }, 400],
  ['an internal role', { id: bo, role: 'agent' }, 400],
  ['no address', { id: bo, email: 'bo' }, 400],
  ['an address in use', { id: bo, email: 'ADA@shop.example' }, 409],
  ['the address of a person without an account', { id: bo, email: 'cy@shop.example' }, 409],
  ['an empty name', { id: bo, firstName: ' ' }, 400],
  ['an overlong name', { id: bo, firstName: 'x'.repeat(101) }, 400],
  ['a name with a line break', { id: bo, lastName: 'x\r\nBcc: all@shop.example' }, 400],
])('changes nothing for an update with %s', async (_name, change, status) => {
  const before = await db.query(sql`select name, email from people order by id`)
  expect((await update(change)).status).toBe(status)
  expect(await db.query(sql`select name, email from people order by id`)).toEqual(before)
})

test('requires further rights to change roles or addresses', async () => {
  await db.run(sql`
    insert into permissions (subject_type, subject, object, action) values ('group', 'viewer', 'people', 'update')`)
  await be(bo)
  const refused = await write('POST', '/api/people/update', { id: bo, firstName: 'Bo', role: 'admin' })
  expect([refused.status, await refused.text()]).toEqual([403, 'unauthorized: update on rbac'])
  expect(await rolesOf(bo)).toEqual(['viewer'])
  // The form also sends role and address.
  const form = { id: bo, firstName: 'Bob', role: 'viewer', email: 'BO@shop.example' }
  expect((await update(form)).status).toBe(200)
  // An address gives access by the recovery mail.
  expect((await write('POST', '/api/people/update', { id: ada, email: 'bo+ada@shop.example' })).status).toBe(403)
  expect(await db.query(sql`select value from identity.identifiers where identity_id = ${ada}`)).toEqual([
    { value: 'ada@shop.example' },
  ])
})

test('deletes a person with roles, account and tokens [USERS-07 CALL-20]', async () => {
  expect((await send(`/api/people/${bo}`, { method: 'DELETE' })).status).toBe(204)
  expect(await rolesOf(bo)).toEqual([])
  const [left] = await db.query(sql`
    select (select deleted_at is not null from people where id = ${bo}) as deleted,
      (select count(*) from identity.identities where id = ${bo}) as accounts,
      (select count(*) from identity.sessions where identity_id = ${bo}) as sessions,
      (select count(*) from access_tokens where person_id = ${bo} and expires_at > now()) as tokens`)
  expect(left).toEqual({ deleted: true, accounts: 0, sessions: 0, tokens: 0 })
  expect(await readCaller(db, bo)).toBeUndefined()
  expect((await send(`/api/people/${bo}`, { method: 'DELETE' })).status).toBe(404)
})

test('deletes a person without an account, and refuses unknown ids', async () => {
  expect((await send(`/api/people/${cy}`, { method: 'DELETE' })).status).toBe(204)
  expect(await readCaller(db, cy)).toBeUndefined()
  expect((await send('/api/people/no-id', { method: 'DELETE' })).status).toBe(404)
})

const add = (person: string, roles: unknown) => write('POST', `/api/rbac/${person}/update_role`, { roles })

test('adds each role once', async () => {
  const answer = await add(bo, ['commander', 'viewer', 'commander'])
  expect([answer.status, await answer.json()]).toEqual([200, { message: 'Role updated successfully' }])
  expect(await rolesOf(bo)).toEqual(['viewer', 'commander'])
  expect((await add(bo, ['owner'])).status).toBe(400)
  expect((await add(bo, [])).status).toBe(400)
  expect((await add(bo, 'admin')).status).toBe(400)
  expect((await add(id(999), ['viewer'])).status).toBe(404)
})

const change = (person: string, body: unknown) => write('POST', `/api/auth/${person}/properties`, body)

test('lets users change their own properties, and requires a right for those of others', async () => {
  await be(bo)
  expect((await change(bo, { role: 'On-call' })).status).toBe(200)
  expect((await change(ada, { role: 'On-call' })).status).toBe(403)
  await be(ada)
  expect((await change(cy, { role: 'Pitcher' })).status).toBe(200)
  expect((await change(cy, ['a'])).status).toBe(400)
  expect((await change(cy, { a: 'x'.repeat(20_000) })).status).toBe(400)
  expect(await db.query(sql`select properties from people where id in (${bo}, ${cy}) order by id`)).toEqual([
    { properties: { role: 'On-call' } },
    { properties: { role: 'Pitcher' } },
  ])
  // A role in a property has no effect.
  await be(bo)
  await change(bo, { role: 'admin' })
  expect((await send('/api/rbac/dump')).status).toBe(403)
})

test('disables and enables an account', async () => {
  const set = (state: string) => write('POST', `/api/auth/${bo}/update_state`, { state })
  expect((await set('inactive')).status).toBe(200)
  expect(await db.query(sql`select state from identity.identities where id = ${bo}`)).toEqual([{ state: 'inactive' }])
  expect((await set('asleep')).status).toBe(400)
})

test('dumps every role and every stored permission', async () => {
  await db.run(
    sql`insert into permissions (subject_type, subject, object, action) values ('group', 'x', 'logs', 'read')`
  )
  const rules: { subject: string }[] = await (await send('/api/rbac/dump')).json()
  expect([...new Set(rules.map(({ subject }) => subject))]).toEqual([
    'everyone',
    'admin',
    'editor',
    'commander',
    'responder',
    'agent',
    'x',
  ])
})

test('writes account changes to the audit log', async () => {
  await update({ id: bo, role: 'editor', active: false, email: 'b@shop.example' })
  await send(`/api/people/${bo}`, { method: 'DELETE' })
  expect(
    await db.query(
      sql`select event, details from identity.audit where identity_id = ${bo} and actor_id = ${ada} order by id`
    )
  ).toEqual([
    { event: 'identity.disabled', details: {} },
    { event: 'email.changed', details: {} },
    { event: 'roles.changed', details: { taken: ['viewer'] } },
    { event: 'roles.changed', details: { given: ['editor'] } },
    { event: 'identity.deleted', details: {} },
  ])
})

const words = 'The last administrator cannot be removed. Give another person that role first.'
const removals: [string, () => Promise<Response> | Response][] = [
  ['deleting the person', () => send(`/api/people/${ada}`, { method: 'DELETE' })],
  ['another role', () => write('POST', '/api/people/update', { id: ada, role: 'editor' })],
  ['turning the account off', () => write('POST', '/api/people/update', { id: ada, active: false })],
  ['its state', () => write('POST', `/api/auth/${ada}/update_state`, { state: 'inactive' })],
  ['the relation people', () => write('PATCH', `/api/db/people?id=eq.${ada}`, { deleted_at: 'now()' })],
]
test.each(removals)('abuse 50: refuses to remove the last administrator by %s', async (_name, remove) => {
  const refused = await remove()
  expect(refused.status).toBe(400)
  expect(JSON.stringify(await refused.json())).toContain(words)
  expect((await readCaller(db, ada))?.roles).toEqual(['everyone', 'admin'])
  expect(await db.query(sql`select state from identity.identities where id = ${ada}`)).toEqual([{ state: 'active' }])
})

test.each(removals)('removes one of two administrators by %s', async (_name, remove) => {
  await write('POST', `/api/rbac/${bo}/update_role`, { roles: ['admin'] })
  expect((await remove()).ok).toBe(true)
})

test.each([
  ['with a disabled account', sql`update identity.identities set state = 'inactive' where id = ${bo}`, bo],
  ['without an account', sql`select`, cy],
])('does not count another administrator %s', async (_name, statement, other) => {
  await write('POST', `/api/rbac/${other}/update_role`, { roles: ['admin'] })
  await db.query(statement)
  expect((await send(`/api/people/${ada}`, { method: 'DELETE' })).status).toBe(400)
})

test('counts an administrator without an account when sign-in is off', async () => {
  await write('POST', `/api/rbac/${cy}/update_role`, { roles: ['admin'] })
  expect((await send(`/api/people/${cy}`, { method: 'DELETE' })).status).toBe(204)
})

test('keeps the role of an administrator when it is assigned again', async () => {
  expect((await update({ id: ada, role: 'admin', firstName: 'Augusta' })).status).toBe(200)
  expect(await rolesOf(ada)).toEqual(['admin'])
})

test('omits null members from whoami', async () => {
  const { payload } = await (await send('/api/auth/whoami')).json()
  expect(payload.user).toEqual({ id: ada, name: 'Ada Byron', email: 'ada@shop.example' })
})

test('lists people by name, and their roles separately [USERS-02 USERS-03]', async () => {
  const people = await (await send('/api/db/people?select=name&order=name.asc')).json()
  expect(people).toEqual([{ name: 'Ada Byron' }, { name: 'Bo Diddley' }, { name: 'Cy Young' }])
  const roles = await (await send(`/api/db/people_roles?id=in.(${ada},${bo})&select=name,roles&order=name`)).json()
  expect(roles).toEqual([
    { name: 'Ada Byron', roles: ['admin'] },
    { name: 'Bo Diddley', roles: ['viewer'] },
  ])
})
