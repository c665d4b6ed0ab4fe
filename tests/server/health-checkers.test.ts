import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, mkdtemp, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPglite } from '../../server/data/db/pglite-connection'
import { setFolderPolicy } from '../../server/platform/outside/folders'
import { setUserAgent } from '../../server/platform/outside/request-headers'
import type { CheckerTools } from '../../server/health/checkers/checker'
import { executeCheck } from '../../server/health/execute'
import { expiredCertificate, validCertificate, validUntil } from '../helpers/certificates'
import { eventually } from '../helpers/eventually'
import { freePort, listen } from '../helpers/listen'
import { evaluateHere } from '../helpers/evaluate-here'
import {
  dnsData,
  type DnsRecords,
  dnsTarget,
  httpsTarget,
  postgresTarget,
  redisTarget,
  tcpTarget,
} from '../helpers/targets'

const tools: CheckerTools = { now: () => new Date(), allowExec: true, ping: undefined, evaluate: evaluateHere }
const run = (type: string, spec: unknown, { signal = new AbortController().signal, ...more } = {}) =>
  executeCheck({ type, spec }, signal, { ...tools, ...more } as CheckerTools)

const json = (body: unknown) => JSON.stringify(body)

test('http: passes on a 2xx response and reports its code', async () => {
  const { url } = await listen((_request, response) => response.end('all good'))
  expect(await run('http', { url: url.href })).toMatchObject({
    kind: 'passed',
    message: 'code=200',
    details: { code: 200 },
  })
})

test.each([
  ['a wrong code', 503, '', {}, /response code 503, expected 2xx/],
  ['an unexpected code', 200, '', { responseCodes: [201, 204] }, /response code 200, expected 201 or 204/],
  ['wrong content', 200, 'maintenance', { responseContent: 'welcome' }, /does not contain "welcome"/],
  ['content that is no JSON', 200, '<p>', { responseJSONContent: { path: '$.ok', value: 'true' } }, /is not JSON/],
  [
    'a wrong JSON member',
    200,
    json({ db: { ok: false } }),
    { responseJSONContent: { path: '$.db.ok', value: 'true' } },
    /has false at \$\.db\.ok, expected true/,
  ],
  [
    'a missing JSON member',
    200,
    '{}',
    { responseJSONContent: { path: '$.db.ok', value: 'true' } },
    /has nothing at \$\.db\.ok/,
  ],
  ['no certificate', 200, '', { maxSSLExpiry: 1 }, /without TLS/],
])('http: fails for %s', async (_name, code, body, spec, error) => {
  const { url } = await listen((_request, response) => response.writeHead(code).end(body))
  expect(await run('http', { url: url.href, ...spec })).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(error),
  })
})

test.each([
  ['application/json', '<p>', 'failed'],
  ['application/json; charset=utf-8', '', 'failed'],
  ['application/problem+json', '{"a":', 'failed'],
  ['application/json', '{"a": [null]}', 'passed'],
  ['application/json', 'null', 'passed'],
  ['text/html', '<p>', 'passed'],
  ['text/html', '{"a":', 'passed'],
  // More than is read.
  ['application/json', `["${'a'.repeat(2 * 1024 * 1024)}"]`, 'passed'],
])('http: treats the response type %s as JSON (%#)', async (type, body, kind) => {
  const { url } = await listen((_request, response) => response.setHeader('Content-Type', type).end(body))
  expect(await run('http', { url: url.href })).toMatchObject({ kind })
  expect(await run('http', { url: url.href, method: 'HEAD' })).toMatchObject({ kind: 'passed' })
})

test('http: sends method, headers, body and credentials', async () => {
  let seen = ''
  const { url } = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { authorization = '', 'x-token': token, 'content-length': length } = request.headers
    seen = [request.method, Buffer.from(authorization.slice(6), 'base64').toString(), token, length, body].join('|')
    response.end(json({ items: [{ state: 'up' }] }))
  })
  const outcome = await run('http', {
    url: url.href,
    method: 'post',
    body: 'hé',
    headers: [{ name: 'X-Token', value: { value: 't' } }],
    username: { value: 'me' },
    password: 'pw',
    responseJSONContent: { path: '$.items[*].state', value: 'up' },
  })
  expect(outcome).toMatchObject({ kind: 'passed' })
  expect(seen).toBe('POST|me:pw|t|3|hé')
})

test('http: fails a response slower than the threshold', async () => {
  const { url } = await listen((_request, response) => void setTimeout(() => response.end(), 60))
  expect(await run('http', { url: url.href, thresholdMillis: 20 })).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(/^took \d+ ms, more than 20 ms$/),
  })
})

test('http: follows redirects and reports their number', async () => {
  const { url } = await listen(({ url: path }, response) =>
    path === '/end' ? response.end('here') : response.writeHead(302, { Location: '/end' }).end()
  )
  expect(await run('http', { url: url.href, responseContent: 'here' })).toMatchObject({ details: { redirects: 1 } })
})

test('http: fails on a redirect loop', async () => {
  const { url } = await listen((_request, response) => response.writeHead(307, { Location: '/' }).end())
  expect(await run('http', { url: url.href })).toMatchObject({ kind: 'failed', error: 'more than 10 redirects' })
})

test('http: checks the redirect itself after maxRedirects redirects', async () => {
  const { url } = await listen(({ url: path }, response) =>
    path === '/2' ? response.end('there') : response.writeHead(302, { Location: path === '/1' ? '/2' : '/1' }).end()
  )
  const spec = { url: url.href }
  const details = { code: 302, redirects: 1 }
  expect(await run('http', { ...spec, maxRedirects: 0 })).toMatchObject({ kind: 'failed', details: { code: 302 } })
  expect(await run('http', { ...spec, maxRedirects: 0, responseCodes: [302] })).toMatchObject({ kind: 'passed' })
  expect(await run('http', { ...spec, maxRedirects: 1, responseCodes: [302] })).toMatchObject({ details })
  expect(await run('http', { ...spec, maxRedirects: 2 })).toMatchObject({ kind: 'passed', details: { redirects: 2 } })
  expect(await run('http', spec)).toMatchObject({ kind: 'passed' })
})

test('http: accepts endpoint as the older name of url, but not both', async () => {
  const { url } = await listen((_request, response) => response.end())
  expect(await run('http', { endpoint: url.href })).toMatchObject({ kind: 'passed' })
  expect(await run('http', { endpoint: url.href, url: url.href })).toMatchObject({ kind: 'invalid' })
})

/** Fails a given number of times, and counts the requests. */
async function failingTarget(times: number) {
  let asked = 0
  const { url } = await listen((_request, response) => response.writeHead(asked++ < times ? 500 : 200).end())
  return { url: url.href, asked: () => asked }
}

test('retries a failed check as often as configured', async () => {
  const often = { interval: '100ms' }
  const twice = await failingTarget(2)
  expect(await run('http', { url: twice.url, retries: { ...often, maxRetries: 2 } })).toMatchObject({
    kind: 'passed',
    details: { code: 200, attempts: 3 },
  })
  const thrice = await failingTarget(3)
  expect(await run('http', { url: thrice.url, retries: { ...often, maxRetries: 2 } })).toMatchObject({
    kind: 'failed',
    error: 'response code 500, expected 2xx',
    details: { attempts: 3 },
  })
  expect(thrice.asked()).toBe(3)
  const forAWhile = await failingTarget(3)
  expect(await run('http', { url: forAWhile.url, retries: { ...often, timeout: '5m' } })).toMatchObject({
    kind: 'passed',
    details: { attempts: 4 },
  })
  for (const retries of [{ maxRetries: 0 }, { maxRetries: 3, disabled: true }, { interval: '1s' }, null]) {
    const once = await failingTarget(1)
    expect(await run('http', { url: once.url, retries })).toMatchObject({ kind: 'failed' })
    expect(once.asked()).toBe(1)
  }
})

test('supports retries for every type, never retries an invalid check, and stops waiting on abort', async () => {
  const retries = { maxRetries: 1, interval: '100ms', delay: '1ms' }
  const closed = { endpoint: `127.0.0.1:${await freePort()}` }
  expect(await run('tcp', { ...closed, retries })).toMatchObject({ details: { attempts: 2 } })
  expect(await run('exec', { script: 'exit 1', retries })).toMatchObject({ details: { attempts: 2 } })
  expect(await run('tcp', { endpoint: 'nowhere', retries })).toMatchObject({ kind: 'invalid' })
  expect(await run('tcp', { ...closed, retries: { maxRetries: -1 } })).toMatchObject({
    kind: 'invalid',
    error: expect.stringContaining('retries.maxRetries'),
  })
  for (const wait of [{ delay: '1h' }, { maxRetries: 1, interval: '5m' }]) {
    const abort = new AbortController()
    const target = await failingTarget(Infinity)
    const outcome = run('http', { url: target.url, retries: wait }, { signal: abort.signal })
    await eventually(() => expect(target.asked()).toBe('delay' in wait ? 0 : 1))
    abort.abort()
    expect(await outcome).toBeUndefined()
  }
})

test('http: sends no credentials to a redirect at another origin', async () => {
  let leaked: string | undefined = 'not asked'
  const other = await listen((request, response) => {
    leaked = request.headers.authorization
    response.end()
  })
  const { url } = await listen((_request, response) => response.writeHead(302, { Location: other.url.href }).end())
  expect(await run('http', { url: url.href, username: 'me', password: 'pw' })).toMatchObject({ kind: 'passed' })
  expect(leaked).toBeUndefined()
})

test('http: fails on a reset connection', async () => {
  const { port } = await tcpTarget((socket) => socket.once('data', () => socket.resetAndDestroy()))
  expect(await run('http', { url: `http://127.0.0.1:${port}` })).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(/ECONNRESET|hang up/),
  })
})

test('http: fails when no server listens', async () => {
  const outcome = await run('http', { url: `http://127.0.0.1:${await freePort()}` })
  expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('ECONNREFUSED') })
})

test('http: limits how much of a large response is read', async () => {
  let written = 0
  const { url } = await listen((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length
    }
    response.on('drain', more)
    more()
  })
  expect(await run('http', { url: url.href })).toMatchObject({ kind: 'passed' })
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

test.each([
  ['long enough', 30, 10, 'passed'],
  ['too short', 5, 10, 'failed'],
])('http: checks a certificate that is valid %s', async (_name, daysLeft, wanted, kind) => {
  const { url } = await httpsTarget((_request, response) => response.end())
  const now = () => new Date(validUntil.getTime() - daysLeft * 86_400_000)
  const outcome = await run('http', { url, maxSSLExpiry: wanted, tlsConfig: { ca: validCertificate } }, {
    now,
  } as object)
  expect(outcome).toMatchObject({ kind, details: { certificateDaysLeft: daysLeft } })
})

test('http: fails on an unknown or expired certificate unless verification is skipped', async () => {
  const { url } = await httpsTarget((_request, response) => response.end(), expiredCertificate)
  expect(await run('http', { url })).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(/self-signed|expired/),
  })
  expect(await run('http', { url, tlsConfig: { ca: expiredCertificate } })).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('expired'),
  })
  expect(await run('http', { url, tlsConfig: { insecureSkipVerify: true } })).toMatchObject({ kind: 'passed' })
})

test.each([
  ['http', (port: number) => ({ url: `http://127.0.0.1:${port}`, timeout: '50ms' })],
  ['postgres', (port: number) => ({ url: `postgres://127.0.0.1:${port}/x`, timeout: '50ms' })],
  ['redis', (port: number) => ({ addr: `127.0.0.1:${port}`, timeout: 0.05 })],
])('%s: fails a hanging target after the time-out and closes its connection', async (type, spec) => {
  const { port, open } = await tcpTarget()
  expect(await run(type, spec(port))).toMatchObject({ kind: 'failed', error: 'timed out after 50ms' })
  await eventually(() => expect(open()).toBe(0))
})

test.each([
  ['http', (port: number) => ({ url: `http://127.0.0.1:${port}` })],
  ['postgres', (port: number) => ({ url: `postgres://127.0.0.1:${port}/x` })],
  ['redis', (port: number) => ({ addr: `127.0.0.1:${port}` })],
])('%s: returns no finding on abort and closes the connection', async (type, spec) => {
  const { port, open } = await tcpTarget()
  const abort = new AbortController()
  const outcome = run(type, spec(port), { signal: abort.signal })
  await eventually(() => expect(open()).toBe(1))
  abort.abort()
  expect(await outcome).toBeUndefined()
  await eventually(() => expect(open()).toBe(0))
})

test('tcp: passes on an open port and releases it, fails on a closed one', async () => {
  const { port, open } = await tcpTarget()
  expect(await run('tcp', { endpoint: `127.0.0.1:${port}` })).toMatchObject({ kind: 'passed' })
  expect(await run('tcp', { endpoint: `localhost:${port}` })).toMatchObject({ kind: 'passed' })
  await eventually(() => expect(open()).toBe(0))
  const closed = await run('tcp', { endpoint: `127.0.0.1:${await freePort()}` })
  expect(closed).toMatchObject({ kind: 'failed', error: expect.stringContaining('ECONNREFUSED') })
})

test.each([
  ['http', { url: 'http://169.254.169.254/latest/meta-data' }],
  ['http', { url: 'http://[::ffff:169.254.169.254]/' }],
  ['http', { url: 'http://0xa9fea9fe/' }],
  ['tcp', { endpoint: '169.254.169.254:80' }],
  ['tcp', { endpoint: '[fd00:ec2::254]:80' }],
  ['redis', { addr: '169.254.169.254:80' }],
  ['postgres', { url: 'postgres://169.254.169.254/x' }],
  ['dns', { server: '169.254.169.254', query: 'example.test' }],
])('%s: refuses %j', async (type, spec) => {
  expect(await run(type, spec)).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('cloud metadata address'),
  })
})

test('http: refuses a redirect to a metadata address', async () => {
  const { url } = await listen((_request, response) =>
    response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
  )
  expect(await run('http', { url: url.href })).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('metadata'),
  })
})

test.each([
  ['A', [dnsData.address('192.0.2.1'), dnsData.address('192.0.2.2')], ['192.0.2.2', '192.0.2.1']],
  ['CNAME', [dnsData.name('shop.example.test')], ['SHOP.example.test.']],
  ['MX', [dnsData.numbered([10], 'mail.example.test')], ['mail.example.test. 10']],
  ['TXT', [dnsData.text('v=spf1 -all')], ['v=spf1 -all']],
  ['NS', [dnsData.name('ns1.example.test')], ['ns1.example.test']],
  ['PTR', [dnsData.name('host.example.test')], ['host.example.test']],
  ['SRV', [dnsData.numbered([1, 2, 5060], 'sip.example.test')], ['1 2 5060 sip.example.test']],
] as const)('dns: compares %s records in any order and spelling', async (type, records, exactreply) => {
  const others = { A: [dnsData.address('192.0.2.9')] }
  const { port } = await dnsTarget((name) => (name === 'example.test' ? { [type]: records } : others))
  const spec = { server: '127.0.0.1', port, query: 'example.test', querytype: type }
  expect(await run('dns', { ...spec, exactreply })).toMatchObject({ kind: 'passed' })
  expect(await run('dns', { ...spec, exactreply: ['other'] })).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('expected other'),
  })
  expect(await run('dns', { ...spec, minrecords: 3 })).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('expected at least 3'),
  })
})

test('dns: resolves an address to its name', async () => {
  const { port } = await dnsTarget({ PTR: [dnsData.name('host.example.test')] })
  const spec = { server: '127.0.0.1', port, query: '192.0.2.7', querytype: 'PTR', exactreply: ['host.example.test'] }
  expect(await run('dns', spec)).toMatchObject({ kind: 'passed' })
})

const alias = (name: string): DnsRecords => ({ CNAME: [dnsData.name(name)] })

test('dns: returns a name without an alias itself, and follows an alias to its canonical name', async () => {
  const names: Record<string, DnsRecords> = {
    'shop.example.test': alias('edge.example.test'),
    'edge.example.test': alias('host.example.test'),
    'host.example.test': { A: [dnsData.address('192.0.2.1')] },
    'six.example.test': { AAAA: [Buffer.alloc(16, 1)] },
    'mail.example.test': { MX: [dnsData.numbered([10], 'host.example.test')] },
    'loop.example.test': alias('loop.example.test'),
  }
  const { port } = await dnsTarget((name) => names[name] ?? {})
  const cname = (query: string, reply: string) =>
    run('dns', { server: '127.0.0.1', port, query, querytype: 'CNAME', exactreply: [reply] })
  expect(await cname('host.example.test', 'host.example.test.')).toMatchObject({ kind: 'passed' })
  expect(await cname('six.example.test', 'six.example.test')).toMatchObject({ kind: 'passed' })
  expect(await cname('shop.example.test', 'host.example.test')).toMatchObject({ kind: 'passed' })
  expect(await cname('shop.example.test', 'edge.example.test')).toMatchObject({ kind: 'failed' })
  expect(await cname('gone.example.test', 'gone.example.test')).toMatchObject({ kind: 'failed' })
  expect(await cname('mail.example.test', 'mail.example.test')).toMatchObject({ kind: 'failed' })
  expect(await cname('loop.example.test', 'loop.example.test')).toMatchObject({
    error: expect.stringContaining('aliases in a row'),
  })
})

test("dns: uses this machine's resolution without a server", async () => {
  expect(await run('dns', { query: 'localhost', exactreply: ['127.0.0.1'] })).toMatchObject({ kind: 'passed' })
})

test('dns: fails for an unknown name and when no response arrives', async () => {
  const { port } = await dnsTarget({})
  const spec = { server: '127.0.0.1', query: 'example.test' }
  expect(await run('dns', { ...spec, port })).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('ENOTFOUND'),
  })
  const silent = await dnsTarget('silent')
  expect(await run('dns', { ...spec, port: silent.port, timeout: '50ms' })).toMatchObject({
    error: 'timed out after 50ms',
  })
})

test('redis: sends PING with and without a password', async () => {
  const open = await redisTarget()
  expect(await run('redis', { addr: `127.0.0.1:${open.port}`, db: 3 })).toMatchObject({ kind: 'passed' })
  expect(await run('redis', { addr: `127.0.0.1:${open.port}`, db: 99 })).toMatchObject({
    error: 'ERR DB index is out of range',
  })
  const { port, open: connections } = await redisTarget({ password: 'secret' })
  expect(await run('redis', { url: `redis://:secret@127.0.0.1:${port}/1` })).toMatchObject({ kind: 'passed' })
  expect(
    await run('redis', { addr: `127.0.0.1:${port}`, username: 'me', password: { value: 'secret' } })
  ).toMatchObject({ kind: 'passed' })
  expect(await run('redis', { addr: `127.0.0.1:${port}` })).toMatchObject({ error: expect.stringContaining('NOAUTH') })
  expect(await run('redis', { addr: `127.0.0.1:${port}`, password: 'wrong' })).toMatchObject({
    error: expect.stringContaining('WRONGPASS'),
  })
  await eventually(() => expect(connections()).toBe(0))
})

test('redis: accepts host:port as url and uses TLS where the check enables it', async () => {
  const plain = await redisTarget()
  const safe = await redisTarget({ isTls: true })
  const to = ({ port }: { port: number }, tlsConfig?: object) =>
    run('redis', { url: `localhost:${port}`, timeout: '1m', ...(tlsConfig && { tlsConfig }) })
  expect(await to(plain)).toMatchObject({ kind: 'passed' })
  expect(await to(plain, { enable: false })).toMatchObject({ kind: 'passed' })
  expect(await to(safe, { insecureSkipVerify: true })).toMatchObject({ kind: 'passed' })
  expect(await to(safe, { enable: true, ca: validCertificate })).toMatchObject({ kind: 'passed' })
  expect(await to(safe, { enable: true })).toMatchObject({ error: expect.stringContaining('self-signed') })
  expect(await to(plain, { enable: true })).toMatchObject({ kind: 'failed' })
  // An address without TLS, and a check that enables it.
  const written = { url: `redis://localhost:${safe.port}`, tlsConfig: { enable: true, ca: validCertificate } }
  expect(await run('redis', written)).toMatchObject({ kind: 'passed' })
})

test('redis: fails on a server that does not speak Redis', async () => {
  const { port } = await tcpTarget((socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n'))
  expect(await run('redis', { addr: `127.0.0.1:${port}` })).toMatchObject({
    error: expect.stringContaining("not Redis's"),
  })
})

test('postgres: counts the rows of a query, reports server errors, and closes the connection', async () => {
  const { database, close } = await openPglite(undefined, inject('databaseTemplate'))
  onTestFinished(close)
  const { port, open } = await postgresTarget(database)
  const url = `postgres://$(username):$(password)@127.0.0.1:${port}/postgres`
  const spec = { url, username: { value: 'me' }, password: { value: 'secret' }, query: 'select generate_series(1, 3)' }
  expect(await run('postgres', spec)).toMatchObject({ kind: 'passed', message: '3 rows' })
  expect(await run('postgres', { ...spec, results: 3 })).toMatchObject({ kind: 'passed' })
  expect(await run('postgres', { ...spec, results: 1 })).toMatchObject({ kind: 'passed' })
  expect(await run('postgres', { ...spec, results: 4 })).toMatchObject({
    error: 'the query returned 3 rows, expected at least 4',
  })
  const empty = { ...spec, query: 'select 1 where false' }
  expect(await run('postgres', empty)).toMatchObject({ kind: 'passed', message: '0 rows' })
  expect(await run('postgres', { ...empty, markFailOnEmpty: false })).toMatchObject({ kind: 'passed' })
  expect(await run('postgres', { ...empty, markFailOnEmpty: true })).toMatchObject({
    error: 'the query returned no rows',
  })
  expect(await run('postgres', { ...spec, markFailOnEmpty: true })).toMatchObject({ kind: 'passed' })
  expect(await run('postgres', { ...spec, query: 'select * from nowhere' })).toMatchObject({
    error: expect.stringContaining('"nowhere" does not exist'),
  })
  expect(await run('postgres', { ...spec, password: 'wrong' })).toMatchObject({
    error: 'password authentication failed',
  })
  await eventually(() => expect(open()).toBe(0))
})

test('folder: checks the newest, oldest, smallest and largest of the counted files', async () => {
  const path = await mkdtemp(join(tmpdir(), 'folder-check-'))
  onTestFinished(() => rm(path, { recursive: true }))
  await mkdir(join(path, 'deep'))
  const hourAgo = new Date(Date.now() - 3_600_000)
  for (const [name, bytes, at] of [
    ['a.log', 10, hourAgo],
    ['b.log', 200, new Date()],
    ['deep/c.log', 5, hourAgo],
    ['d.txt', 1, hourAgo],
  ] as const) {
    await writeFile(join(path, name), 'x'.repeat(bytes))
    await utimes(join(path, name), at, at)
  }
  await symlink(join(path, 'gone'), join(path, 'dangling.log'))
  const logs = { path, filter: { regex: '\\.log$' } }
  const says = async (spec: object) => {
    const outcome = await run('folder', { ...logs, ...spec })
    return outcome?.kind === 'passed' ? outcome.message : outcome?.kind === 'failed' ? outcome.error : outcome
  }
  expect(await says({})).toBe('2 files')
  expect(await says({ recursive: true })).toBe('3 files')
  expect(await says({ filter: { name: 'd.txt' } })).toBe('1 file')
  expect(await says({ filter: { minAge: '30m' } })).toBe('2 files')
  expect(await says({ minCount: 3 })).toBe('2 files, expected at least 3')
  expect(await says({ maxCount: 1 })).toBe('2 files, expected at most 1')
  expect(await says({ maxAge: '30m' })).toBe('a.log is older than 30m0s')
  expect(await says({ maxAge: '2h' })).toBe('2 files')
  expect(await says({ minAge: '30m' })).toBe('b.log is newer than 30m0s')
  expect(await says({ filter: { regex: '^a' }, maxAge: '30m' })).toBe('a.log is older than 30m0s')
  expect(await says({ maxSize: '100b' })).toBe('200 bytes in b.log, expected at most 100')
  expect(await says({ minSize: '1kb' })).toBe('10 bytes in a.log, expected at least 1024')
  expect(await says({ minSize: '11b' })).toBe('10 bytes in a.log, expected at least 11')
  expect(await says({ maxSize: '200b', minSize: '10b' })).toBe('2 files')
  expect(await says({ availableSize: '100000Ti' })).toMatch(/bytes available, expected at least/)
  expect(await says({ path: join(path, 'missing') })).toContain('ENOENT')
  expect(await says({ path: join(path, 'missing'), minCount: 1 })).toBe('0 files, expected at least 1')
  expect(await says({ path: join(path, 'missing'), maxCount: 0 })).toBe('0 files')
  expect(await says({ path: join(path, 'missing'), maxCount: 0, availableSize: '1b' })).toMatch(/bytes available/)
  // Matches the name of a file, at any depth of the folder.
  expect(await says({ recursive: true, filter: { regex: '^c' } })).toBe('1 file')
  expect(await says({ filter: { since: 'now-30m' } })).toBe('1 file')
  expect(await says({ filter: { since: 'now-2h' } })).toBe('3 files')
  expect(await says({ filter: { since: hourAgo.toISOString() } })).toBe('1 file')
  expect(await says({ filter: { since: new Date(hourAgo.getTime() - 2000).toISOString() } })).toBe('3 files')
  setFolderPolicy({ allow: [join(path, 'deep')] })
  onTestFinished(() => setFolderPolicy({}))
  expect(await says({})).toContain('--allow-folder')
  expect(await says({ path: join(path, 'deep') })).toBe('1 file')
})

test('folder: accepts wildcards in a path and stays inside the allowed folders', async () => {
  const base = await mkdtemp(join(tmpdir(), 'folder-check-'))
  onTestFinished(() => rm(base, { recursive: true }))
  onTestFinished(() => setFolderPolicy({}))
  for (const folder of ['open/a', 'open/b', 'private']) await mkdir(join(base, folder), { recursive: true })
  for (const file of ['open/a/1.log', 'open/a/1.txt', 'open/b/2.log', 'open/0.log', 'private/key.log'])
    await writeFile(join(base, file), file)
  await symlink(join(base, 'private'), join(base, 'open/link'))
  await symlink(join(base, 'private/key.log'), join(base, 'open/a/key.log'))
  setFolderPolicy({ allow: [join(base, 'open')] })
  const says = async (path: string, more: object = {}) => {
    const outcome = await run('folder', { path: join(base, 'open') + path, ...more })
    return outcome?.kind === 'passed' ? outcome.message : outcome && 'error' in outcome ? outcome.error : outcome
  }
  expect(await says('/*.log')).toBe('1 file')
  expect(await says('/*/*.log')).toBe('2 files')
  expect(await says('/**/*.log')).toBe('3 files')
  expect(await says('/{a,b}/[0-9].*', { filter: { regex: 'log$' } })).toBe('2 files')
  expect(await says('/c*/*', { minCount: 1 })).toBe('0 files, expected at least 1')
  for (const path of ['/link/*', '/../private/*', '/a/../../private/*', '/../*/key.log', '/../{private,open}/**'])
    expect([path, await says(path)]).toEqual([path, expect.stringContaining('--allow-folder')])
  for (const path of [
    '/*/../../private/*',
    '/**/../*',
    '/{..,x}/*',
    '/[.][.]/private/*',
    '/.*/private/*',
    '/**/key.log',
  ])
    expect([path, await says(path)]).toEqual([path, expect.stringMatching(/^0 files$|goes up behind a wildcard/)])
})

test('folder: evaluates patterns that backtracking engines hang on, and refuses unknown ones', async () => {
  const path = await mkdtemp(join(tmpdir(), 'folder-check-'))
  onTestFinished(() => rm(path, { recursive: true }))
  await writeFile(join(path, `${'a'.repeat(200)}.log`), '')
  for (const regex of ['^(([a-z0-9._+-])+)+!', '^(a+)+$', '^(.*a){20}$', '(a?){90}a{90}!'])
    expect(await run('folder', { path, filter: { regex } })).toMatchObject({ kind: 'passed', message: '0 files' })
  expect(await run('folder', { path, filter: { regex: '^a+\\.log$' } })).toMatchObject({ message: '1 file' })
  for (const regex of ['(?=a)a', '(?<!b)a', '(a)\\1', '(?!x)', 'a{1001}', 'a'.repeat(501), '('])
    expect(await run('folder', { path, filter: { regex } })).toMatchObject({
      kind: 'invalid',
      error: expect.stringMatching(/^The check cannot be run: .*expression/s),
    })
})

test('exec: reports exit code and output, and sets the environment', async () => {
  expect(await run('exec', { script: 'echo "$GREETING"', env: [{ name: 'GREETING', value: 'hello' }] })).toMatchObject({
    kind: 'passed',
    message: 'hello',
  })
  expect(await run('exec', { script: 'echo oops >&2; exit 3' })).toMatchObject({
    kind: 'failed',
    error: 'exit code 3: oops',
    details: { exitCode: 3 },
  })
})

test('exec: runs the program named in the first line of a script, otherwise bash', async () => {
  vi.stubEnv('SHELL', '/bin/false')
  const node = process.execPath
  const scripts: Record<string, string> = {
    'declare -A a=([k]=v); echo "${a[k]}"': 'v',
    'echo "${BASH_VERSION:+bash}"': 'bash',
    '#!/bin/sh\necho "$0" | sed s,.*/,,': 'script',
    '#!/bin/bash -u\necho "${BASH_VERSION:+bash}"': 'bash',
    '#! /usr/bin/env bash\necho "${BASH_VERSION:+bash}"': 'bash',
    [`#!${node}\nconsole.log([1, 2].map((n) => n * 2).join())`]: '2,4',
    [`#!/usr/bin/env -S ${node} --no-warnings\nconsole.log(\`a'b"c\`)`]: `a'b"c`,
    '#!/bin/cat\nas it is': '#!/bin/cat\nas it is',
  }
  for (const [script, message] of Object.entries(scripts))
    expect([script, await run('exec', { script })]).toEqual([script, expect.objectContaining({ message })])
  expect(await run('exec', { script: '#!/bin/bash -u\necho $NOBODY' })).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('unbound variable'),
  })
  expect(await run('exec', { script: '#!/no/such/program\n' })).toMatchObject({ kind: 'failed' })
  // A PATH in the environment selects the bash.
  const folder = await mkdtemp(join(tmpdir(), 'path-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'bash'), '#!/bin/sh\necho mine', { mode: 0o755 })
  const env = [{ name: 'PATH', value: `${folder}:/usr/bin:/bin` }]
  expect(await run('exec', { script: 'true', env })).toMatchObject({ message: 'mine' })
})

test("exec: passes only harmless variables of the console's environment to a script", async () => {
  const secrets = [
    'CONSOLE_KEYS',
    'CONSOLE_PASSWORD',
    'SMTP_URL',
    'ADMIN_PASSWORD',
    'DATABASE_URL',
    'PGPASSWORD',
    'ANY',
  ]
  for (const name of secrets) vi.stubEnv(name, 'hunter2')
  vi.stubEnv('LANG', 'C')
  const outcome = await run('exec', { script: 'env', env: [{ name: 'GREETING', value: 'hello' }] })
  expect(outcome).toMatchObject({ kind: 'passed' })
  const seen = String(outcome?.kind === 'passed' && outcome.details['stdout'])
  expect(seen).toContain('LANG=C')
  expect(seen).toContain('GREETING=hello')
  expect(seen).toContain('PATH=')
  expect(seen).not.toMatch(new RegExp(`hunter2|${secrets.join('|')}`))
})

test('exec: runs every script in an empty folder of its own and deletes it afterwards', async () => {
  const script = 'ls -A; pwd; touch left-behind'
  const [first, second, failing] = [
    await printedBy(script),
    await printedBy(script),
    await printedBy(`${script}; exit 1`),
  ]
  // One line: the folder was empty.
  for (const folder of [first, second, failing]) {
    expect(folder.split('\n')).toHaveLength(1)
    expect(folder).not.toBe(process.cwd())
    await expect(access(folder)).rejects.toThrow('ENOENT')
  }
  expect(new Set([first, second, failing]).size).toBe(3)
})

test('exec: kills the whole process group at the time-out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exec-check-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let pid = 0
  try {
    const outcome = run('exec', { script: `sleep 60 & echo $! > ${folder}/pid; wait`, timeout: '300ms' })
    // However long the shell takes to start.
    while (pid === 0) pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => 0))
    await vi.advanceTimersByTimeAsync(300)
    expect(await outcome).toMatchObject({ kind: 'failed', error: 'timed out after 300ms' })
  } finally {
    vi.useRealTimers()
  }
  await eventually(async () => expect(await stateOf(pid)).not.toMatch(/^[RSD]$/))
})

test('exec: limits endless output', async () => {
  const outcome = await run('exec', { script: 'head -c 5000000 /dev/zero | tr "\\0" x' })
  expect(outcome).toMatchObject({ kind: 'passed' })
  expect(outcome?.kind === 'passed' && String(outcome.details['stdout']).length).toBe(64 * 1024)
})

test('exec: is off unless allowed', async () => {
  expect(await run('exec', { script: 'true' }, { allowExec: false } as object)).toEqual({
    kind: 'notRun',
    message: 'exec checks are off: start the console with --allow-exec to let them run programs here',
  })
})

test('icmp: runs the given ping on the resolved address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ping-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const ping = join(folder, 'ping')
  await writeFile(
    ping,
    '#!/bin/sh\necho "$*"; echo "$4 packets transmitted, 4 received, 20% packet loss"; echo "rtt min/avg/max/mdev = 0.1/12.5/30/1 ms"\n'.replace(
      '$4',
      '5'
    )
  )
  await chmod(ping, 0o755)
  const icmp = (spec: object) => run('icmp', { endpoint: '127.0.0.1', ...spec }, { ping } as object)
  expect(await icmp({ packetLossThreshold: 50 })).toMatchObject({ kind: 'passed', durationMs: 12.5 })
  expect(await icmp({})).toMatchObject({ kind: 'failed', error: '20% of packets lost, expected at most 0%' })
  expect(await icmp({ packetLossThreshold: 50, thresholdMillis: 10 })).toMatchObject({
    error: '12.5 ms on average, more than 10 ms',
  })
  expect(await icmp({ endpoint: '169.254.169.254' })).toMatchObject({ error: expect.stringContaining('metadata') })
  expect(await icmp({ endpoint: '-f 127.0.0.1' })).toMatchObject({ kind: 'invalid' })
  for (const endpoint of ['::1', '[::1]', ' [::1] ', 'ＬＯＣＡＬＨＯＳＴ'])
    expect(await icmp({ endpoint, packetLossThreshold: 50 })).toMatchObject({ kind: 'passed' })
  expect(await icmp({ endpoint: 'häfen.invalid' })).toMatchObject({ kind: 'failed' })
})

test('sends its name and version as User-Agent, unless the check or the operator sets another', async () => {
  const { url } = await listen(({ headers }, response) => response.end(headers['user-agent']))
  const userAgent = async (spec: object = {}) => {
    const outcome = await run('http', { url: url.href, display: { expr: 'content' }, ...spec })
    return outcome?.kind === 'passed' ? outcome.message : outcome
  }
  expect(await userAgent()).toMatch(/^mission-control-console\/\d+\.\d+\.\d+$/)
  expect(await userAgent({ headers: [{ name: 'user-agent', value: 'depot/2' }] })).toBe('depot/2')
  const usual = String(await userAgent())
  setUserAgent('depot-monitoring/1.0')
  onTestFinished(() => setUserAgent(usual))
  expect(await userAgent()).toBe('depot-monitoring/1.0')
})

test('icmp: reports that this machine has no ping', async () => {
  expect(await run('icmp', { endpoint: '127.0.0.1' })).toMatchObject({
    kind: 'notRun',
    message: expect.stringContaining('ping'),
  })
})

test.each([
  ['http', {}, 'url'],
  ['http', { url: 'ftp://example.test' }, 'must begin with http:// or https://'],
  ['http', { url: 'http://x', headers: [{ name: 'a b', value: '' }] }, 'not a header name'],
  ['http', { url: 'http://x', timeout: 'soon' }, '"soon" is not a duration'],
  ['http', 'https://example.test', 'expected object'],
  ['tcp', { endpoint: 'example.test' }, 'not host:port'],
  ['tcp', { endpoint: 'example.test:99999' }, 'not host:port'],
  ['dns', { query: 'x', querytype: 'HINFO' }, 'querytype'],
  ['folder', { path: 'backups' }, 'absolute path'],
  ['tcp', { endpoint: 'https://example.test:443' }, 'not host:port'],
  ['tcp', { endpoint: 'tcp://example.test:443' }, 'not host:port'],
  ['folder', { path: '/', filter: { regex: '(' } }, 'filter.regex'],
  ['folder', { path: '/', filter: { since: 'lately' } }, 'neither a timestamp nor'],
  ['folder', { path: '/var/{log' }, 'brace'],
  ['postgres', { query: 'select 1' }, 'url: is missing'],
  ['redis', { url: 'http://x' }, 'must begin with redis://'],
])('%s: reports %j as invalid, in a sentence', async (type, spec, words) => {
  expect(await run(type, spec)).toEqual({ kind: 'invalid', error: expect.stringContaining(words) })
})

test('treats null, empty and 0 as not set, as in the protocol', async () => {
  const { url } = await listen((_request, response) => response.end())
  const nothing = {
    method: '',
    responseCodes: null,
    responseContent: '',
    thresholdMillis: 0,
    maxSSLExpiry: 0,
    headers: null,
    body: null,
    username: null,
    tlsConfig: null,
    timeout: 0,
  }
  expect(await run('http', { url: url.href, ...nothing })).toMatchObject({ kind: 'passed' })
  const { port } = await tcpTarget()
  expect(await run('tcp', { endpoint: `127.0.0.1:${port}`, thresholdMillis: 0, timeout: '' })).toMatchObject({
    kind: 'passed',
  })
  const server = await dnsTarget({ A: [dnsData.address('192.0.2.1')] })
  expect(
    await run('dns', { server: '127.0.0.1', port: server.port, query: 'x.test', querytype: '', exactreply: null })
  ).toMatchObject({ kind: 'passed' })
  expect(await run('folder', { path: tmpdir(), filter: null, minAge: '', minSize: '', maxSize: null })).toMatchObject({
    kind: 'passed',
  })
  expect(await run('exec', { script: 'echo "[$A]"', env: [{ name: 'A', value: null }] })).toMatchObject({
    message: '[]',
  })
  // An empty value is set, and so is a maximum of no files.
  expect(await run('folder', { path: tmpdir(), maxCount: 0 })).toMatchObject({ kind: 'failed' })
})

test('reports that the embedded backend does not run other types', async () => {
  expect(await run('kubernetes', {})).toEqual({
    kind: 'notRun',
    message: 'not run by the embedded backend: kubernetes checks need a Mission Control backend',
  })
})

test('gives no verdict and sends no request when an expression is not supported', async () => {
  let asked = 0
  const { url } = await listen((_request, response) => {
    asked++
    response.end()
  })
  for (const [type, member] of [
    ['tcp', 'transform'],
    ['dns', 'test'],
  ] as const)
    expect(await run(type, { url: url.href, [member]: { expr: 'code == 201' } })).toEqual({
      kind: 'notRun',
      message: expect.stringContaining(`${member} of ${type} checks needs a Mission Control backend`),
    })
  expect(asked).toBe(0)
})

test.each([
  ['code == 203 && headers["X-Shop"] == "open" && json.orders.size() == 2', 'passed'],
  ['content.contains("orders") && elapsed < duration("1m") && sslAge == duration("0s")', 'passed'],
  ['json.orders.exists(order, order.id == 3)', 'failed'],
  ['json.ordres.size() == 2', 'failed'],
  ['outputs.login.code == 200', 'notRun'],
])('http: evaluates %s: %s', async (expr, kind) => {
  const { url } = await listen((_request, response) => {
    response.writeHead(203, { 'content-type': 'application/json', 'x-shop': 'open' })
    response.end(json({ orders: [{ id: 1 }, { id: 2 }] }))
  })
  expect(await run('http', { url: url.href, test: { expr } })).toMatchObject({ kind })
})

test('http: shows the result of display.expr', async () => {
  const { url } = await listen((_request, response) => response.end('seven'))
  const spec = { url: url.href, display: { expr: '"queue: " + content' } }
  expect(await run('http', spec)).toMatchObject({ kind: 'passed', message: 'queue: seven', details: { code: 200 } })
})

test('http: concludes nothing from a response that is not read to its end', async () => {
  const { url } = await listen((_request, response) => response.end('x'.repeat(11_000_000)))
  const whole = { url: url.href, test: { expr: '!content.contains("error")' } }
  expect(await run('http', whole)).toMatchObject({
    kind: 'notRun',
    message: expect.stringContaining('the variable content'),
  })
  expect(await run('http', { url: url.href, test: { expr: 'code == 200' } })).toMatchObject({ kind: 'passed' })
})

test.each([
  ['results.stdout == "a" && stdout == "a" && exitCode == 0', 'passed'],
  ['stdout.contains("b")', 'failed'],
])('exec: evaluates %s: %s', async (expr, kind) => {
  expect(await run('exec', { script: 'printf a', test: { expr } })).toMatchObject({ kind })
})

test('notes members without effect on the verdict', async () => {
  const { url } = await listen((_request, response) => response.end())
  const spec = { url: url.href, test: { expr: '' }, display: { template: '{{.code}}' }, metrics: [{ name: 'a' }] }
  expect(await run('http', spec)).toMatchObject({
    kind: 'passed',
    message: 'code=200 (display.template, metrics not evaluated by the embedded backend)',
    details: { notEvaluated: ['display.template', 'metrics'] },
  })
})

async function printedBy(script: string): Promise<string> {
  const outcome = await run('exec', { script })
  return outcome && 'details' in outcome ? String(outcome.details['stdout']) : ''
}

/** One letter as ps prints it; `Z` is dead but not yet collected, '' is gone. */
async function stateOf(pid: number): Promise<string> {
  return new Promise((resolve) =>
    execFile('ps', ['-o', 'stat=', '-p', String(pid)], (_error, output) => resolve(output.trim().slice(0, 1)))
  )
}

const packed = (bytes: Buffer, encoding: string, type = 'text/plain') =>
  listen((_request, response) =>
    response.writeHead(200, { 'Content-Encoding': encoding, 'Content-Type': type }).end(bytes)
  )

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
] as const)('http: reads a response that is sent with the encoding %s', async (encoding, pack) => {
  const { url } = await packed(pack('pump 7 is idle'), encoding)
  const spec = { url: url.href }
  expect(await run('http', { ...spec, responseContent: 'pump 7' })).toMatchObject({ kind: 'passed' })
  expect(await run('http', { ...spec, test: { expr: '!content.contains("idle")' } })).toMatchObject({ kind: 'failed' })
  const document = await packed(pack('{"state":"idle"}'), encoding, 'application/json')
  expect(
    await run('http', { url: document.url.href, responseJSONContent: { path: '$.state', value: 'idle' } })
  ).toMatchObject({ kind: 'passed' })
})

test.each([
  ['an unknown encoding', 'compress', Buffer.from('pump'), 'its encoding compress is not supported'],
  ['damaged data', 'gzip', Buffer.from('pump'), 'its encoding gzip cannot be decoded: the data is damaged'],
  ['data that ends early', 'gzip', gzipSync(randomBytes(900)).subarray(0, 500), 'the data ends too early'],
])('http: has no verdict about content with %s, but about the code', async (_name, encoding, bytes, why) => {
  const { url } = await packed(bytes, encoding)
  for (const more of [
    { responseContent: 'needle' },
    { responseJSONContent: { path: '$.a', value: 1 } },
    { test: { expr: '!content.contains("needle")' } },
    { test: { expr: 'json.a == 1' } },
  ])
    expect(await run('http', { url: url.href, ...more })).toEqual({
      kind: 'notRun',
      message: expect.stringContaining(why),
    })
  expect(await run('http', { url: url.href, test: { expr: 'code == 200' } })).toMatchObject({ kind: 'passed' })
  expect(await run('http', { url: url.href, responseCodes: [201], responseContent: 'needle' })).toMatchObject({
    kind: 'failed',
    error: 'response code 200, expected 201',
  })
})

test('http: has no verdict about text that may be behind the part that is read', async () => {
  const { url } = await listen((_request, response) => response.end(`first${'a'.repeat(3_000_000)}needle`))
  expect(await run('http', { url: url.href, responseContent: 'first' })).toMatchObject({ kind: 'passed' })
  expect(await run('http', { url: url.href, responseContent: 'needle' })).toEqual({
    kind: 'notRun',
    message:
      'no verdict: the part of the response that was read does not contain "needle", and the body of the response is incomplete: only its first 1 MB was read',
  })
})

test.each([
  ['a test of the code', { test: { expr: 'code == 200' } }, 'passed', 'code=200'],
  ['a test of the content', { test: { expr: 'content.contains("not")' } }, 'passed', 'code=200'],
  ['no test', {}, 'failed', 'the response claims to be JSON, but is not valid JSON'],
  ['a test of a member', { test: { expr: 'json.state == "up"' } }, 'failed', 'test.expr cannot be evaluated'],
  ['a test that finds nothing wrong', { test: { expr: '!has(json.error)' } }, 'failed', 'is not valid JSON'],
  ['a path', { responseJSONContent: { path: '$.a', value: 1 }, test: { expr: 'true' } }, 'failed', 'is not JSON'],
  // A transformation of an empty object would delete the checks it created.
  ['a transformation', { transform: { expr: '[].toJSON()' }, test: { expr: 'true' } }, 'failed', 'is not valid JSON'],
])('http: treats invalid JSON with %s', async (_name, more, kind, words) => {
  const { url } = await listen((_request, response) =>
    response.setHeader('Content-Type', 'application/json').end('{not json')
  )
  const outcome = await run('http', { url: url.href, ...more })
  expect(outcome?.kind).toBe(kind)
  expect(JSON.stringify(outcome)).toContain(words)
})

test('exec: keeps braces that a script writes as a text constant', async () => {
  for (const [script, text] of [
    ["printf '%s' '{{ \"{{.Image}}\" }}'", '{{.Image}}'],
    ["printf '%s' '{{`{{.Image}} $(.a)`}}'", '{{.Image}} $(.a)'],
    ['printf \'%s\' \'{{"{{"}}.Image{{"}}"}}\'', '{{.Image}}'],
  ] as const)
    expect(await run('exec', { script })).toMatchObject({ kind: 'passed', details: { stdout: text } })
  expect(await run('exec', { script: "echo '{{.Image}}'" })).toMatchObject({
    kind: 'notRun',
    message: expect.stringContaining('Braces that are part of the program are written {{"{{"}}'),
  })
})
