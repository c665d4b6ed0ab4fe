import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import type { Caller } from '../../server/http/route'
import { authenticateToken } from '../../server/identity/access/tokens'
import { openAccounts } from '../../server/identity/open-accounts'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id } from '../helpers/organisation'
import { testKeys } from '../helpers/vault'

// Access tokens: programs sign in as a person. They are shown once, stored as a hash, and never exceed the rights of
// their person.

const db = await testDatabase()
const settings = { resetAdmin: false, registration: false, trustedProxies: [] }
const log = pino({ level: 'silent' })
const accounts = await openAccounts({ db, log, keys: testKeys, settings })

let person: Caller | undefined
const { send, write } = await consoleApp(db, {
  // The caller has a session or an access token.
  callerOf: async (request) => (request.headers.has('Authorization') ? accounts.callerOf(request) : person),
})
const [ada, bo] = [id(1), id(2)]
const be = async (who: string) => void (person = await readCaller(db, who))

beforeEach(async () => {
  await db.script(`
    truncate people, identity.identities, identity.audit, casbin_rule, permissions, access_tokens, agents cascade;
    insert into identity.identities (id, schema_id, traits, state, created_at, updated_at) values
      ('${ada}', 'default', '{"email":"ada@shop.example","name":{"first":"Ada"}}', 'active', now(), now()),
      ('${bo}', 'default', '{"email":"bo@shop.example","name":{"first":"Bo"}}', 'active', now(), now());
    insert into casbin_rule (ptype, v0, v1) values
      ('g', '${ada}', 'admin'), ('g', '${ada}', 'editor'), ('g', '${bo}', 'responder'), ('g', '${bo}', 'editor');
  `)
  await be(bo)
})

async function make(body: Record<string, unknown> = {}, who = bo) {
  const answer = await write('POST', `/api/auth/${who}/tokens`, { name: 'ci', ...body })
  return { status: answer.status, body: (await answer.json()) as { id: string; access_token: string; error?: string } }
}
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const basic = (user: string, token: string) => ({ Authorization: `Basic ${btoa(`${user}:${token}`)}` })
async function ask(headers: Record<string, string>, path = '/api/auth/whoami') {
  const answer = await send(path, { headers })
  return { status: answer.status, text: await answer.text() }
}
const rolesWith = async (headers: Record<string, string>) =>
  (JSON.parse((await ask(headers)).text) as { payload: { roles: string[] } }).payload.roles

test('shows a token once and stores its hash', async () => {
  const { status, body } = await make()
  expect(status).toBe(201)
  expect(body.access_token).toMatch(/^mct_[\w-]{43}$/)
  const [row] = await db.query<{ value: string }>(sql`select value from access_tokens`)
  expect(row?.value).toBe(createHash('sha256').update(body.access_token).digest('hex'))
  const list = await ask({}, `/api/auth/${bo}/tokens`)
  expect(JSON.parse(list.text)).toEqual([expect.objectContaining({ id: body.id, name: 'ci', last_used_at: null })])
  expect(list.text).not.toMatch(/mct_|value/)
  expect(JSON.stringify(await db.query(sql`select * from identity.audit`))).not.toContain(body.access_token)
})

test('signs in as the person: as a bearer, and as the password of `token`', async () => {
  const { access_token: token } = (await make()).body
  person = undefined
  for (const headers of [bearer(token), basic('token', token), { Authorization: `bearer  ${token}` }]) {
    const answer = await ask(headers)
    expect([answer.status, JSON.parse(answer.text).payload.user.id]).toEqual([200, bo])
  }
  const [row] = await db.query(sql`select last_used_at is not null as used from identity.token_details`)
  expect(row).toEqual({ used: true })
})

test.each([
  ['an unknown token', 'mct_0000000000000000000000000000000000000000000'],
  ['an empty token', 'mct_'],
  ['an overlong token', 'x'.repeat(1900)],
])('refuses %s', async (_name, token) => {
  const answer = { status: 400, text: 'invalid access token' }
  expect(await ask(basic('token', token))).toEqual(answer)
  expect(await ask(bearer(token))).toEqual(answer)
})

test('abuse 48: refuses a token with its own hash cost without hashing', async () => {
  // secret.salt.time.memory.parallelism, the reference's format: four gibibytes, and a million passes.
  const token = 'c2VjcmV0.c2FsdA.1000000.4194304.255'
  await db.run(sql`
    insert into access_tokens (name, person_id, value, created_at, expires_at)
    values ('old', ${bo}, ${token}, now(), now() + interval '1 day')`)
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(basic('token', token))))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['400 invalid access token']))
  // Refused before the database is queried and before anything is hashed.
  const query = vi.spyOn(db, 'query')
  await expect(authenticateToken(db, { token, user: 'token' })).rejects.toThrow('invalid access token')
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})

test('falls back to the session when there is no token', async () => {
  const session = await send('/api/auth/whoami', { headers: {} })
  expect(session.status).toBe(200)
  // Signed out.
  expect((await ask(basic('ada', 'her password'))).status).toBe(401)
  expect((await ask({ Authorization: 'Negotiate x' })).status).toBe(401)
})

test('has the current roles of its person', async () => {
  const { access_token: token } = (await make()).body
  expect(await rolesWith(bearer(token))).toEqual(['everyone', 'viewer', 'responder', 'editor'])
  await db.run(sql`delete from casbin_rule where v0 = ${bo} and v1 = 'editor'`)
  expect(await rolesWith(bearer(token))).toEqual(['everyone', 'viewer', 'responder'])
})

test('limits a token to its own roles, and removes those its person loses', async () => {
  const { access_token: whole } = (await make({ name: 'whole' })).body
  const { access_token: token } = (await make({ roles: ['responder'] })).body
  const addTeam = (one: string) =>
    write('POST', '/api/db/teams', { name: 'a', created_by: bo }, { ...bearer(one), Prefer: 'tx=rollback' })
  expect(await rolesWith(bearer(token))).toEqual(['everyone', 'viewer', 'responder'])
  expect([(await addTeam(whole)).status, (await addTeam(token)).status]).toEqual([201, 403])
  await db.run(sql`delete from casbin_rule where v0 = ${bo} and v1 = 'responder'`)
  expect(await rolesWith(bearer(token))).toEqual(['everyone'])
})

test('applies denials but not grants of the person to a limited token', async () => {
  const whole = (await make({ name: 'whole' })).body.access_token
  const limited = (await make({ name: 'limited', roles: [] })).body.access_token
  await db.run(sql`insert into permissions (action, object, person_id) values ('read', 'connection', ${bo})`)
  await db.run(sql`insert into permissions (action, object, person_id, deny) values ('read', 'catalog', ${bo}, true)`)
  expect((await ask(bearer(whole), '/api/db/connections')).status).toBe(200)
  expect((await ask(bearer(limited), '/api/db/connections')).status).toBe(403)
  expect((await ask(bearer(limited), '/api/db/checks')).status).toBe(200)
  expect((await ask(bearer(limited), '/api/db/config_items')).status).toBe(403)
})

test('never exceeds the rights of its person', async () => {
  const { status, body } = await make({ roles: ['editor', 'admin'] })
  expect([status, body.error]).toEqual([400, 'Token roles must be roles of the person; this one is not: admin.'])
})

test.each([
  ['that has expired', { expires_at: '2001-01-01T00:00:00Z' }, 400],
  ['without an end', { expires_at: '9999-01-01T00:00:00Z' }, 400],
  ['without a name', { name: ' ' }, 400],
  ['with a broken line in its name', { name: 'a\nb' }, 400],
  ['with an invalid format', { name: 1 }, 400],
  ['for a year', {}, 201],
])('responds to a token request %s with %s', async (_name, body, status) =>
  expect((await make(body)).status).toBe(status)
)

test('requires unique names per person', async () => {
  await make()
  expect((await make()).status).toBe(409)
})

test('requires a right to create, list or revoke tokens of others', async () => {
  const { body } = await make()
  await db.script(`insert into people (id, name) values ('${id(3)}', 'Cy')`)
  await be(id(3))
  expect((await write('POST', `/api/auth/${bo}/tokens`, { name: 'mine' })).status).toBe(403)
  expect((await send(`/api/auth/${bo}/tokens`)).status).toBe(403)
  expect((await send(`/api/auth/${bo}/tokens/${body.id}`, { method: 'DELETE' })).status).toBe(403)
  // They cannot be reached through the own id either.
  expect((await send(`/api/auth/${id(3)}/tokens/${body.id}`, { method: 'DELETE' })).status).toBe(404)
  await be(ada)
  expect((await make({ name: 'by ada' }, bo)).status).toBe(201)
  expect((await send(`/api/auth/${bo}/tokens/${body.id}`, { method: 'DELETE' })).status).toBe(204)
})

test('does not create a token with a token', async () => {
  await be(ada)
  const { access_token: token } = (await make({}, ada)).body
  for (const [path, body] of [
    [`/api/auth/${ada}/tokens`, { name: 'more' }],
    ['/api/agent/generate', { name: 'edge' }],
    ['/api/agent/token', { agentName: 'edge' }],
  ] as const) {
    expect((await write('POST', path, body, bearer(token))).status).toBe(403)
  }
})

test('refuses a revoked token', async () => {
  const { id: tokenId, access_token: token } = (await make()).body
  expect((await send(`/api/auth/${bo}/tokens/${tokenId}`, { method: 'DELETE' })).status).toBe(204)
  expect(await ask(bearer(token))).toEqual({ status: 400, text: 'invalid access token' })
})

test.each<[string, string, string]>([
  ['it has expired', `update access_tokens set expires_at = now()`, 'access token has expired'],
  [
    'its person was disabled',
    `update identity.identities set state = 'inactive' where id = '${bo}'`,
    'Authorization Error',
  ],
  ['its person was deleted', `update people set deleted_at = now() where id = '${bo}'`, 'Authorization Error'],
])('refuses a token when %s', async (_name, change, text) => {
  const { access_token: token } = (await make()).body
  await db.script(change)
  expect(await ask(bearer(token))).toEqual({ status: 401, text })
})

test('ends the tokens of a removed person', async () => {
  const { access_token: token } = (await make()).body
  await be(ada)
  expect((await send(`/api/people/${bo}`, { method: 'DELETE' })).status).toBe(204)
  expect(await ask(bearer(token))).toEqual({ status: 401, text: 'access token has expired' })
})

test('creates a person, a role and a token for an agent', async () => {
  await be(ada)
  const answer = await write('POST', '/api/agent/generate', { name: 'edge', properties: { region: 'eu' }, x: 1 })
  expect(answer.status).toBe(201)
  const made = (await answer.json()) as { id: string; username: string; access_token: string }
  expect(made).toEqual({
    id: expect.any(String),
    username: expect.stringMatching(/^agent-[0-9a-f]{12}$/),
    access_token: expect.stringMatching(/^mct_/),
  })
  expect(await rolesWith(basic(made.username, made.access_token))).toEqual(['everyone', 'agent'])
  // The user name must match.
  expect((await ask(basic('agent-of-somebody-else', made.access_token))).status).toBe(400)
  const [row] = await db.query(sql`
    select a.name, p.type, p.properties, t.expires_at::date - now()::date as days
    from agents a join people p on p.id = a.person_id join access_tokens t on t.person_id = p.id`)
  expect(row).toEqual({ name: 'edge', type: 'agent', properties: { region: 'eu', type: 'agent' }, days: 365 })
  expect((await write('POST', '/api/agent/generate', { name: 'edge' })).status).toBe(409)
  await be(bo)
  expect((await write('POST', '/api/agent/generate', { name: 'edge 2' })).status).toBe(201)
  await db.run(sql`delete from casbin_rule where v0 = ${bo} and v1 = 'editor'`)
  await be(bo)
  expect((await write('POST', '/api/agent/generate', { name: 'edge 3' })).status).toBe(403)
})

test('creates another token for an agent, until the agent is deleted', async () => {
  await be(ada)
  const first = (await (await write('POST', '/api/agent/generate', { name: 'edge' })).json()) as Record<string, string>
  const answer = await write('POST', '/api/agent/token', { agentName: 'edge' })
  expect(answer.status).toBe(201)
  const second = (await answer.json()) as Record<string, string>
  expect(second).toEqual({ id: first['id'], username: first['username'], access_token: expect.stringMatching(/^mct_/) })
  for (const { username = '', access_token: token = '' } of [first, second])
    expect(await rolesWith(basic(username, token))).toEqual(['everyone', 'agent'])
  expect((await write('POST', '/api/agent/token', { agentName: 'other' })).status).toBe(404)
  expect((await write('POST', '/api/agent/token', { name: 'edge' })).status).toBe(400)
  // Deleting the agent ends both tokens.
  await db.run(sql`update agents set deleted_at = now() where name = 'edge'`)
  expect((await ask(basic(second['username'] ?? '', second['access_token'] ?? ''))).status).toBe(401)
  expect((await write('POST', '/api/agent/token', { agentName: 'edge' })).status).toBe(404)
  await db.run(sql`delete from casbin_rule where v0 = ${bo} and v1 = 'editor'`)
  await be(bo)
  expect((await write('POST', '/api/agent/token', { agentName: 'edge' })).status).toBe(403)
})

test('ends the tokens of the administrator at a reset', async () => {
  await db.script(`update people set email = 'admin@local' where id = '${ada}'`)
  await be(ada)
  const { access_token: token } = (await make({}, ada)).body
  await openAccounts({
    db,
    log,
    keys: testKeys,
    settings: { ...settings, resetAdmin: true },
  })
  expect(await ask(bearer(token))).toEqual({ status: 401, text: 'access token has expired' })
})
