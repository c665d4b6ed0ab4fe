import { createServer } from 'node:http'
import type { Context } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureAdministrator } from '../../server/identity/access/people'
import { createApp } from '../../server/start/app'
import { createHealthEngine } from '../../server/health/engine'
import { DatabaseUnavailableError, type Db } from '../../server/data/db/db'
import type { Caller, RouteEnv } from '../../server/http/route'
import { toRequestHandler } from '../../server/http/serve'
import { createPlaybookRunner } from '../../server/playbooks/runner'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { buildRoleRules } from '../../src/shared/access/policy'
import { testDatabase } from '../helpers/database'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { testKeys, testVault } from '../helpers/vault'
import { testArtifacts } from '../helpers/artifacts'
import { evaluateHere } from '../helpers/evaluate-here'

const db = await testDatabase()
const log = pino({ level: 'silent' })
const administrator = await ensureAdministrator(db)
const parts = {
  db,
  log,
  now: () => new Date(),
  allowExec: false,
  evaluate: evaluateHere,
  box: testKeys,
  artifacts: testArtifacts,
}
/** These tests check the callers of routes, not their responses. */
const routes = [
  ...createHealthEngine({ ...parts, hostname: 'here' }).routes,
  ...createPlaybookRunner({ ...parts, hostname: 'here', openConnection: createConnectionReader(db, testVault) }).routes,
].map((one) => ({ ...one, handle: (context: Context<RouteEnv>) => context.json({}) }))

let caller: Caller
const relational = createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault })
const appOn = (database: Db) =>
  createApp(
    { config: { version: '1.2.3', backend: 'embedded', signIn: 'none' }, log },
    { db: database, hostname: 'here', callerOf: async () => caller, relational, engines: [{ routes }] }
  )
const app = appOn(db)
const as = (...roles: string[]) => (caller = { ...administrator, roles })
const send = (path: string, init?: RequestInit) => app.fetch(new Request(`http://console.test${path}`, init))

test('creates the administrator once', async () => {
  expect((await ensureAdministrator(db)).id).toBe(administrator.id)
})

const away = () => Promise.reject(new DatabaseUnavailableError('The database does not respond.'))
test('refuses requests with 503 while the database does not respond', async () => {
  as('admin')
  const reader = { query: away, run: away, transaction: away }
  const without = appOn({ ...reader, requests: reader, script: away, close: away, diskFullAtMs: () => undefined })
  const get = async (path: string) => {
    const response = await without.fetch(new Request(`http://console.test${path}`))
    return { status: response.status, ...(await response.json()) }
  }
  expect(await get('/api/_health')).toEqual({
    status: 200,
    health: 'degraded',
    reason: 'The database does not respond.',
  })
  expect(await get('/api/properties')).toEqual({ status: 503, error: 'The database does not respond.' })
  expect(await get('/api/db/checks')).toMatchObject({ status: 503 })
  expect(await (await send('/api/_health')).json()).toEqual({ health: 'ok' })
})

test('says that the disk is full where a write fails, in the health of the server and with every response', async () => {
  as('admin')
  let failedAtMs = Date.now() - 61_000
  const watched = appOn({ ...db, diskFullAtMs: () => failedAtMs })
  const seen = async () => {
    const [health, response] = await Promise.all(
      ['/api/_health', '/api/properties'].map((path) => watched.fetch(new Request(`http://console.test${path}`)))
    )
    return [await health?.json(), response?.headers.get('X-Console-Disk-Full')]
  }
  expect(await seen()).toEqual([{ health: 'ok' }, null])
  failedAtMs = Date.now()
  expect(await seen()).toEqual([{ health: 'degraded', reason: 'The disk is full: writes fail.' }, 'true'])
})

test('returns person, roles and permissions in whoami [CALL-09 SESSION-01 ENT-01]', async () => {
  as('admin', 'everyone')
  const { message, payload } = await (await send('/api/auth/whoami')).json()
  expect(message).toBe('success')
  expect(payload).toMatchObject({
    user: { id: administrator.id, name: 'Admin', email: 'admin@local' },
    roles: ['admin', 'everyone'],
    hostname: 'here',
  })
  const rule = { id: 'na', subject: 'everyone', condition: 'true' }
  expect(payload.permissions).toEqual(buildRoleRules(['admin']))
  expect(payload.permissions).toEqual(
    expect.arrayContaining([
      { ...rule, object: 'database.kratos', action: '*', deny: true },
      { ...rule, object: 'canaries', action: 'read' },
      { ...rule, subject: 'admin', object: '*', action: '*' },
    ])
  )
})

test('returns properties with their source [CALL-109]', async () => {
  as('viewer')
  await db.script(`insert into properties (name, value) values ('logs.disable', 'true')`)
  expect(await (await send('/api/properties')).json()).toEqual([
    { name: 'logs.disable', value: 'true', source: 'db', type: '', description: '' },
  ])
})

test.each([
  ['viewer', 'GET', '/api/db/checks', 200],
  ['viewer', 'GET', '/api/db/job_histories', 200],
  ['viewer', 'GET', '/api/db/connections', 403],
  ['viewer', 'POST', '/api/canary/run/check/1', 403],
  ['editor', 'POST', '/api/canary/run/check/1', 200],
  ['viewer', 'POST', '/api/playbook/01890000-0000-7000-8000-000000000001/params', 200],
  ['viewer', 'POST', '/api/playbook/run', 403],
  ['responder', 'POST', '/api/playbook/run', 403],
  ['editor', 'POST', '/api/playbook/run', 200],
  ['admin', 'POST', '/api/playbook/run', 200],
  ['viewer', 'POST', '/api/playbook/run/cancel/1', 403],
  ['editor', 'GET', '/api/db/incidents', 200],
  ['editor', 'GET', '/api/db/connections', 403],
  ['responder', 'GET', '/api/db/incidents', 200],
  ['admin', 'GET', '/api/db/access_tokens', 403],
  ['admin', 'GET', '/api/db/properties', 200],
  ['admin', 'PUT', '/api/db/properties', 403],
  ['admin', 'HEAD', '/api/db/properties', 403],
  ['admin', 'HEAD', '/api/db/rpc/lookup_config_children', 403],
  ['admin', 'HEAD', '/api/db/canary_names', 404],
  ['admin', 'GET', '/api/db/canary_names', 404],
  ['admin', 'GET', '/api/db/pg_class', 404],
  ['admin', 'GET', '/api/db/rpc/pg_sleep', 404],
  ['admin', 'GET', '/api/no/such', 404],
])('responds as %s to %s %s with %s', async (role, method, path, status) => {
  as(role)
  expect((await send(path, { method })).status).toBe(status)
})

test('names the object and the action in a refusal', async () => {
  as('viewer')
  const refused = await send('/api/db/connections')
  expect(await refused.text()).toBe('unauthorized: read on connection')
  expect(refused.headers.get('x-rbac-object')).toBe('connection')
  const unknown = await send('/api/db/canary_names')
  expect([unknown.status, await unknown.text()]).toEqual([404, ''])
})

test.each(['/api/db/canary_names', '/api/canary/api'])(
  'answers %s like a Mission Control, which has it no longer: not found [CALL-63 CALL-71]',
  async (path) => {
    as('admin')
    expect((await send(path)).status).toBe(404)
  }
)

// Over a real connection, because Node checks the headers of a body.
let url = ''
beforeAll(async () => {
  const server = createServer(toRequestHandler(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  afterAll(() => server.closeAllConnections())
  afterAll(() => new Promise((resolve) => server.close(resolve)))
})
const json = { 'content-type': 'application/json' }
/** Sent in chunks, without a length. */
const chunked = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":"x",'))
      controller.enqueue(new TextEncoder().encode('"value":"1"}'))
      controller.close()
    },
  })

test.each<[string, RequestInit & { duplex?: 'half' }, number]>([
  ['a form', { body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
  ['plain text', { body: '{"name":"x","value":"1"}' }, 415],
  ['more than 10 MB', { body: `"${'x'.repeat(10 * 1024 * 1024)}"`, headers: json }, 413],
  ['a body without a length', { body: chunked(), headers: json, duplex: 'half' }, 411],
  ['no body where one is required', { headers: json }, 400],
  ['broken JSON', { body: '{"name":', headers: json }, 400],
  ['a prototype-polluting member', { body: '{"__proto__":{"x":1},"name":"p","value":"1"}', headers: json }, 400],
])('refuses a write with %s', async (_name, init, status) => {
  as('admin')
  const answer = await fetch(`${url}/api/db/properties`, { method: 'POST', ...init })
  expect(answer.status).toBe(status)
  expect(Object.keys(await answer.json())).not.toHaveLength(0)
})

test('accepts a POST without body and length', async () => {
  as('admin')
  expect((await fetch(`${url}/api/canary/run/check/1`, { method: 'POST' })).status).toBe(200)
})
