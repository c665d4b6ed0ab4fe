import { beforeEach, expect, test } from 'vitest'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { sql } from '../../server/data/db/sql'
import { type TestCaller, consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { addCanary, readCanaryChecks, startEngine, readCheckStatuses } from '../helpers/health'
import { listen } from '../helpers/listen'
import { id } from '../helpers/organisation'
import { mssqlTarget, mysqlTarget, type SqlBehaviour } from '../helpers/sql-targets'
import { redisTarget } from '../helpers/targets'
import { testVault } from '../helpers/vault'

// Checks use stored connections: with their address, at their origin only, and only by callers who may read
// connections.

const db = await testDatabase()
const { as, write } = await consoleApp(db)
const administrator: TestCaller = { id: id(1), name: 'Ada', email: null, roles: ['admin'] }
const editor: TestCaller = { id: id(2), name: 'Ed', email: null, roles: ['editor'] }
await db.script(`insert into people (id, name) values ('${id(1)}', 'Ada'), ('${id(2)}', 'Ed')`)

const openConnection = createConnectionReader(db, testVault)
const SECRET = 'tide-and-current-7'
const BASIC = Buffer.from(`harbour:${SECRET}`).toString('base64')
const reference = 'connection://shop/api'

beforeEach(async () => {
  as(administrator)
  await db.script('truncate connections cascade; truncate canaries cascade')
})

async function store(row: Record<string, unknown>) {
  const whole = {
    id: id(10),
    namespace: 'shop',
    name: 'api',
    type: 'http',
    username: 'harbour',
    password: SECRET,
    ...row,
  }
  expect((await write('POST', '/api/db/connections', whole)).status).toBe(201)
}

/** A service that returns its request: `path|authorization`. */
async function echo(status = 200) {
  const seen: string[] = []
  const { url } = await listen((request, response) => {
    seen.push(`${request.url}|${request.headers.authorization ?? ''}`)
    response.writeHead(status).end(JSON.stringify({ sent: request.headers.authorization, word: SECRET }))
  })
  return { url, seen }
}

async function run(type: string, spec: object, namespace = 'shop') {
  const engine = await startEngine(db, { openConnection })
  const found = await engine.explain({ type, spec, namespace }, new AbortController().signal)
  expect(JSON.stringify(found)).not.toContain(SECRET)
  expect(JSON.stringify(found)).not.toContain(BASIC)
  return typeof found === 'object' ? found.outcome : found
}

test.each([
  ['its namespace and name', { connection: reference }],
  ['its namespace and name, as the address', { url: reference }],
  ['its namespace and name, in the older member', { endpoint: reference }],
  ['its namespace and name, with surrounding white space', { url: ` ${reference}\n` }],
  ['its type, the older form', { connection: 'connection://http/api' }],
  ['its name', { connection: 'api' }],
  ['its name with a scheme', { connection: 'connection://api' }],
  ['its id', { connection: id(10) }],
])('http: accepts a connection named by %s', async (_name, spec) => {
  const { url, seen } = await echo()
  await store({ url: `${url.href}status` })
  expect(await run('http', spec)).toMatchObject({ kind: 'passed' })
  expect(seen).toEqual([`/status|Basic ${BASIC}`])
})

test('http: lets the check choose a path at the same origin', async () => {
  const { url, seen } = await echo()
  await store({ url: url.href })
  expect(await run('http', { connection: reference, url: `${url.href}deeper?a=b` })).toMatchObject({ kind: 'passed' })
  expect(seen).toEqual([`/deeper?a=b|Basic ${BASIC}`])
})

test('http: prefers the credentials of the check to those of the connection', async () => {
  const { url, seen } = await echo()
  await store({ url: url.href })
  await run('http', { connection: reference, username: 'me', password: 'own' })
  expect(seen).toEqual([`/|Basic ${Buffer.from('me:own').toString('base64')}`])
})

test('sends the credentials of a connection to its own origin only', async () => {
  const own = await echo()
  const other = await echo()
  await store({ url: own.url.href })
  const { port } = own.url
  const elsewhere = [
    other.url.href,
    `http://localhost:${port}/`,
    `https://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}@${other.url.host}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `${own.url.origin}.example.test/`,
    `//${other.url.host}/`,
    'file:///etc/passwd',
    'nonsense',
    ` ${other.url.href}`,
    `${other.url.href}#${own.url.href}`,
  ]
  for (const url of elsewhere)
    expect([url, await run('http', { connection: reference, url })]).toEqual([
      url,
      {
        kind: 'notRun',
        message: `not run by the embedded backend: the check has an address of its own, but ${reference} may only be used at its own address`,
      },
    ])
  for (const more of [
    { tlsConfig: { insecureSkipVerify: true } },
    { tlsConfig: { ca: 'x' } },
    { endpoint: other.url.href },
    { url: 'connection://shop/another' },
    { headers: [{ name: 'Host', value: 'x' }] },
    { headers: [{ name: 'hOST', value: 'x' }] },
    { headers: [{ name: 'Host', value: { value: 'x' } }] },
  ])
    expect(await run('http', { connection: reference, ...more })).toMatchObject({ kind: 'notRun' })
  expect([own.seen, other.seen]).toEqual([[], []])
})

test('does not send the credentials of a connection to a redirect at another origin', async () => {
  const other = await echo()
  const { url } = await listen((_request, response) =>
    response.writeHead(307, { Location: `${other.url.href}next` }).end()
  )
  await store({ url: url.href })
  expect(await run('http', { connection: reference })).toMatchObject({ kind: 'passed' })
  expect(other.seen).toEqual(['/next|'])
})

test.each([
  ['does not exist', { name: 'another' }, `there is no ${reference} with an address`],
  ['was deleted', { deleted_at: '2026-01-01' }, `there is no ${reference} with an address`],
  ['has no address', { url: null }, `there is no ${reference} with an address`],
  ['has its secret in a cluster', { password: 'secret://shop/api/word' }, 'stored in a cluster (secret://…)'],
  ['has an unsupported property', { properties: { oauth: 'x' } }, `oauth of ${reference} needs`],
  ['has a certificate', { certificate: 'x' }, `certificate of ${reference} needs`],
])('gives no verdict and names the connection that %s', async (_name, row, words) => {
  await store({ url: 'http://127.0.0.1:1/', ...row })
  expect(await run('http', { connection: reference })).toEqual({
    kind: 'notRun',
    message: expect.stringContaining(words),
  })
})

test('prometheus: sends queries below the address of the connection, with its credentials', async () => {
  const { url, seen } = await echo()
  const other = await echo()
  await store({ type: 'prometheus', url: `${url.href}metrics/` })
  const spec = { connection: reference, query: 'up' }
  expect(await run('prometheus', spec)).toMatchObject({ kind: 'failed', error: expect.stringContaining('200') })
  for (const own of [{ url: other.url.href }, { host: other.url.href }])
    expect(await run('prometheus', { ...spec, ...own })).toMatchObject({ kind: 'notRun' })
  expect([seen, other.seen]).toEqual([[`/metrics/api/v1/query|Basic ${BASIC}`], []])
})

test('redis: uses address and password of the connection and refuses another address', async () => {
  const { port } = await redisTarget({ password: SECRET })
  await store({ type: 'redis', url: `redis://127.0.0.1:${port}`, username: '' })
  expect(await run('redis', { connection: reference })).toMatchObject({ kind: 'passed' })
  for (const own of [{ addr: '127.0.0.1:1' }, { url: `redis://127.0.0.1:${port}` }])
    expect(await run('redis', { connection: reference, ...own })).toMatchObject({ kind: 'notRun' })
})

test.each([
  ['mysql', mysqlTarget, (port: number) => `mysql://127.0.0.1:${port}/shop`],
  ['mysql', mysqlTarget, (port: number) => `$(username):$(password)@tcp(127.0.0.1:${port})/shop`],
  ['mssql', mssqlTarget, (port: number) => `sqlserver://127.0.0.1:${port}`],
  ['mssql', mssqlTarget, (port: number) => `server=127.0.0.1,${port};user id=$(username);password=$(password)`],
])('%s: uses address and credentials of the connection and refuses another address', async (type, targetOf, urlOf) => {
  const behaviour: SqlBehaviour = { password: SECRET, answer: () => ({ error: `nothing for ${SECRET}` }) }
  const { port } = await targetOf(behaviour)
  const other = await targetOf(behaviour)
  await store({ type: type === 'mssql' ? 'sql_server' : 'mysql', url: urlOf(port) })
  expect(await run(type, { connection: reference })).toMatchObject({ kind: 'failed', error: 'nothing for ***' })
  for (const own of [
    { url: urlOf(other.port) },
    { url: `mysql://127.0.0.1:${other.port}` },
    { url: `sqlserver://127.0.0.1:${other.port}` },
    { url: `me@tcp(127.0.0.1:${other.port})/` },
    { tlsConfig: { insecureSkipVerify: true } },
  ])
    expect(await run(type, { connection: reference, ...own })).toMatchObject({ kind: 'notRun' })
  expect([other.seen, other.open()]).toEqual([[], 0])
})

test.each([
  ['mysql', (port: number) => `mysql://127.0.0.1:${port}/?tls=true`],
  ['mssql', (port: number) => `sqlserver://127.0.0.1:${port}?encrypt=true`],
])("%s: uses the connection's certificate setting", async (type, urlOf) => {
  const { port } = await (type === 'mysql' ? mysqlTarget : mssqlTarget)({ password: SECRET, tls: true })
  for (const insecure of [false, true]) {
    await db.script('truncate connections cascade')
    await store({ type, url: urlOf(port), insecure_tls: insecure })
    expect(await run(type, { connection: reference })).toMatchObject({ kind: insecure ? 'passed' : 'failed' })
  }
})

test('redis, mysql: uses TLS for a connection that skips verification only where its address enables it', async () => {
  const redis = await redisTarget({ password: SECRET })
  await store({ type: 'redis', url: `redis://127.0.0.1:${redis.port}`, username: '', insecure_tls: true })
  expect(await run('redis', { connection: reference })).toMatchObject({ kind: 'passed' })
  await db.script('truncate connections cascade')
  const mysql = await mysqlTarget({ password: SECRET })
  await store({ type: 'mysql', url: `mysql://127.0.0.1:${mysql.port}`, insecure_tls: true })
  expect(await run('mysql', { connection: reference })).toMatchObject({ kind: 'passed' })
})

test('redacts secrets in a stored run, whatever the service repeats', async () => {
  const { url } = await echo()
  await store({ url: url.href })
  const engine = await startEngine(db, { openConnection })
  const wrong = { responseJSONContent: { path: '$.sent', value: 'x' } }
  const canary = await addCanary(db, {
    schedule: '@never',
    http: [
      { name: 'sent', connection: reference, ...wrong },
      { name: 'word', connection: reference, responseJSONContent: { path: '$.word', value: 'x' } },
    ],
  })
  await expect.poll(() => readCanaryChecks(db, canary)).toHaveLength(2)
  for (const check of await readCanaryChecks(db, canary)) {
    expect(await engine.runCheck(check.id, new AbortController().signal)).toMatchObject({ outcome: { kind: 'failed' } })
    const text = JSON.stringify(await readCheckStatuses(db, check.id))
    expect(text).toContain('***')
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(BASIC)
  }
})

const withConnection = { http: [{ name: 'a', connection: reference }] }
const FORBIDDEN = 'You cannot write checks or scrapers that use a stored connection: this requires read on connection'
const canary = (spec: object, more = {}) => ({ id: id(70), name: 'c', namespace: 'shop', spec, ...more })

const scraper = async (spec: object) => write('POST', '/api/db/config_scrapers', { name: 's', source: 'UI', spec })

test('refuses a connection in a database scraper as well; other scrapers name connections that are used elsewhere', async () => {
  await store({ url: 'postgres://127.0.0.1:1/' })
  as(editor)
  for (const connection of [reference, 'api', id(10)]) {
    const answer = await scraper({ sql: [{ connection, query: 'select 1', id: '$.id', type: 'A' }] })
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(FORBIDDEN)])
  }
  expect((await scraper({ aws: [{ connection: reference, region: [] }] })).status).toBe(201)
  expect((await scraper({ sql: [{ connection: 'postgres://127.0.0.1:1/a', query: 'select 1' }] })).status).toBe(201)
  await db.script('delete from config_scrapers')
})

test('does not let a caller without access to connections use one in a check', async () => {
  await store({ url: 'http://127.0.0.1:1/' })
  expect((await write('POST', '/api/db/canaries', canary({ tcp: [] }))).status).toBe(201)
  as(editor)
  const specs = [
    withConnection,
    { http: { url: reference } },
    { http: [{ connection: 'api' }] },
    { http: [{ connection: id(10) }] },
    { http: [{ url: ` \t${reference}` }] },
    { redis: [{ connection: reference }] },
    { unheardOf: { deep: [[{ connection: 'api' }]] } },
  ]
  for (const spec of specs) {
    const sent = [
      await write('POST', '/api/db/canaries', { name: 'new', namespace: 'shop', spec }),
      await write('PATCH', `/api/db/canaries?id=eq.${id(70)}`, { spec }),
      await write('POST', '/api/db/canaries?on_conflict=id', canary(spec), {
        Prefer: 'resolution=merge-duplicates',
      }),
    ]
    for (const answer of sent)
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(FORBIDDEN)])
  }
  const explained = await write('POST', '/api/canary/explain', { type: 'http', spec: { connection: reference } })
  expect([explained.status, await explained.text()]).toEqual([403, expect.stringContaining(FORBIDDEN)])
  const rows = await db.query<{ spec: unknown }>(sql`select spec from canaries`)
  expect(rows).toEqual([{ spec: { tcp: [] } }])
})

test('lets that caller change such a canary, but not how it uses the connection', async () => {
  await store({ url: 'http://127.0.0.1:1/' })
  expect((await write('POST', '/api/db/canaries', canary(withConnection))).status).toBe(201)
  as(editor)
  const path = `/api/db/canaries?id=eq.${id(70)}`
  const change = async (body: object) => (await write('PATCH', path, body)).status
  expect(await change({ labels: { a: 'b' } })).toBe(204)
  expect(await change({ spec: withConnection })).toBe(204)
  expect(await change({ spec: { http: [{ name: 'a', connection: reference, method: 'DELETE' }] } })).toBe(403)
  // Names of connections are resolved in its namespace.
  expect(await change({ namespace: 'default' })).toBe(403)
  expect(await change({ spec: { http: [] } })).toBe(204)
  expect(await change({ spec: withConnection })).toBe(403)
})

test('grants the use of connections with the permission to read them', async () => {
  await db.run(sql`
    insert into permissions (subject_type, subject, object, action) values ('group', 'editor', 'connection', 'read')`)
  as(editor)
  expect((await write('POST', '/api/db/canaries', canary(withConnection))).status).toBe(201)
})
