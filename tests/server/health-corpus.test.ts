import { mkdtemp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { openPglite } from '../../server/data/db/pglite-connection'
import { sql } from '../../server/data/db/sql'
import { typeByKey } from '../../src/shared/health/check-types'
import { canaryMembers, commonSupportedMembers, protocolMembers } from '../../server/health/members'
import { settleAll } from '../../src/shared/pool'
import { expiredCertificate, certificateKey, validCertificate } from '../helpers/certificates'
import { testDatabase } from '../helpers/database'
import { isDigestOf } from '../helpers/digest'
import { addCanary, type CheckRow, readCanaryChecks, startEngine, readCheckStatuses } from '../helpers/health'
import { freePort, listen } from '../helpers/listen'
import { mssqlTarget, mysqlTarget } from '../helpers/sql-targets'
import {
  dnsData,
  type DnsRecords,
  dnsTarget,
  httpsTarget,
  postgresTarget,
  redisTarget,
  tcpTarget,
} from '../helpers/targets'
import { testVault } from '../helpers/vault'

// Realistic canaries, each with its expected verdict: the files in `canaries`.

const canary = z.object({
  metadata: z.object({
    name: z.string(),
    expected: z.enum(['healthy', 'unhealthy', 'unknown']),
    /** Part of the message of each of its checks. */
    says: z.string().default(''),
    /** The checks that its checks are transformed into, with their verdicts. */
    transformed: z.record(z.string(), z.enum(['healthy', 'unhealthy', 'unknown'])).default({}),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
  spec: z.record(z.string(), z.unknown()),
})
type Canary = z.infer<typeof canary>

const folder = fileURLToPath(new URL('canaries', import.meta.url))
const files = await readdir(folder)
const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))

/**
 * The canaries of the files, in which `${…}` are the values. A scalar that consists of one value only may be a number.
 */
const canariesWith = (values: Readonly<Record<string, string | number>> = {}): Canary[] =>
  texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      if (document.errors.length > 0) throw document.errors[0]
      return canary.parse(filledIn(document.toJS(), values))
    })
  )

function filledIn(value: unknown, values: Readonly<Record<string, string | number>>): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, values))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filledIn(member, values)]))
  if (typeof value !== 'string') return value
  const [, whole] = /^\$\{(\w+)\}$/.exec(value) ?? []
  if (whole !== undefined) return values[whole] ?? value
  return value.replace(/\$\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

const db = await testDatabase()

test('gives every canary the verdict that its file expects', async () => {
  vi.stubEnv('CONSOLE_KEYS', 'hunter2')
  vi.stubEnv('PATH', `${await pingFolder()}:${process.env['PATH']}`)
  const places = await services()
  const canaries = canariesWith(places)
  await db.run(sql`
    insert into connections (namespace, name, type, url, username, password) values
      ('corpus', 'basic', 'http', ${`${places['http']}/basic`}, 'me', 'secret'),
      ('corpus', 'metrics', 'prometheus', ${`${places['http']}/prometheus/secret`}, 'me', 'secret'),
      ('corpus', 'orders', 'postgres', ${`postgres://${places['postgres']}/postgres`}, 'me', 'secret'),
      ('corpus', 'cards', 'mysql', ${`mysql://$(username):$(password)@127.0.0.1:${places['mysql']}/cards`}, 'me', 'secret'),
      ('corpus', 'sales', 'sql_server', ${`sqlserver://127.0.0.1:${places['mssql']}?database=sales`}, 'me', 'secret'),
      ('corpus', 'compressed', 'mysql', ${`mysql://127.0.0.1:${places['mysql']}/cards?compress=true`}, 'me', 'secret'),
      ('corpus', 'cache', 'redis', ${`redis://127.0.0.1:${places['redisSecret']}`}, null, 'secret')`)
  expect(new Set(canaries.map(({ metadata }) => metadata.name)).size).toBe(canaries.length)
  expect(canaries.length).toBeGreaterThanOrEqual(150)
  const ids = new Map<string, Canary>()
  for (const one of canaries) {
    const id = await addCanary(db, { schedule: '@never', ...one.spec }, { annotations: one.metadata.annotations })
    ids.set(id, one)
  }
  const engine = await startEngine(db, { allowExec: true, openConnection: createConnectionReader(db, testVault) })
  const checks = (await Promise.all([...ids.keys()].map((id) => readCanaryChecks(db, id)))).flat()
  const run = ({ id }: CheckRow) => engine.runCheck(id, new AbortController().signal)
  // The sessions of the embedded database share one connection: one query after the other.
  const queries = checks.filter(({ type }) => type === 'postgres')
  const others = checks.filter(({ type }) => type !== 'postgres')
  await Promise.all([settleAll(queries, 1, run), settleAll(others, 16, run)])
  const ended = await Promise.all(
    [...ids].map(async ([id, { metadata }]) => ({
      name: metadata.name,
      verdicts: await Promise.all(
        (await readCanaryChecks(db, id)).flatMap((check) =>
          check.transformed ? [] : [verdictOf(check, metadata.says)]
        )
      ),
      transformed: Object.fromEntries(
        (await readCanaryChecks(db, id)).flatMap(({ transformed, name, status }) =>
          transformed ? [[name, status ?? 'unknown']] : []
        )
      ),
    }))
  )
  const expected = [...ids].map(([, { metadata, spec }]) => ({
    name: metadata.name,
    // Several checks with one name are one row.
    verdicts: checkKeys(spec).flatMap((type) =>
      [...new Set([spec[type]].flat().map((one) => (one as { name: string }).name))].map(() => ({
        status: metadata.expected,
        says: metadata.says,
      }))
    ),
    transformed: metadata.transformed,
  }))
  expect(ended).toEqual(expected)
})

/** Includes the check's message when it differs from the expected one. */
async function verdictOf({ id, status }: CheckRow, says: string) {
  const [run] = (await readCheckStatuses(db, id)).toReversed()
  const said = run?.error ?? run?.message ?? ''
  return { status: status ?? 'unknown', says: said.includes(says) ? says : said }
}

const checkKeys = (spec: Canary['spec']) => Object.keys(spec).filter((name) => typeByKey.has(name))

/** Every path of members in a check, such as `headers.value`. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsIn(one, path))
  if (typeof value !== 'object' || value === null) return path === '' ? [] : [path]
  const below = Object.entries(value).flatMap(([name, member]) =>
    pathsIn(member, path === '' ? name : `${path}.${name}`)
  )
  return path === '' ? below : [path, ...below]
}

const canaries = canariesWith()
const checksOfType = (type: string, of: readonly Canary[]) =>
  of.flatMap(({ spec }) =>
    checkKeys(spec)
      .filter((name) => typeByKey.get(name) === type)
      .flatMap((name) => [spec[name]].flat())
  )

test.each(Object.entries(protocolMembers))(
  'covers every member of %s checks with a canary',
  (type, { done, missing }) => {
    const used = (is: (one: Canary) => boolean) => new Set(pathsIn(checksOfType(type, canaries.filter(is))))
    const judged = used(({ metadata }) => metadata.expected !== 'unknown')
    const named = used(({ metadata }) => metadata.expected === 'unknown')
    expect(done.filter((path) => !judged.has(path))).toEqual([])
    expect(missing.filter((path) => ![...named].some((one) => one === path || one.startsWith(`${path}.`)))).toEqual([])
  }
)

test('covers every member of canaries and every common member with a canary', () => {
  const used = new Set(canaries.flatMap(({ spec }) => Object.keys(spec)))
  expect(canaryMembers.filter((name) => !used.has(name))).toEqual([])
  const paths = new Set(pathsIn([...typeByKey.values()].flatMap((type) => checksOfType(type, canaries))))
  expect(commonSupportedMembers.filter((path) => !paths.has(path))).toEqual([])
})

/** The targets of the checks. */
async function services(): Promise<Record<string, string | number>> {
  const { url } = await listen(web)
  const other = await listen(web)
  origins.away = `${other.url.origin}/basic`
  const { database, close } = await openPglite(undefined, inject('databaseTemplate'))
  onTestFinished(close)
  return {
    http: url.origin,
    httpHost: url.host,
    https: (await httpsTarget(safeWeb)).url,
    expired: (await httpsTarget((_request, response) => response.end('safe'), expiredCertificate)).url,
    ca: validCertificate,
    key: certificateKey,
    open: (await tcpTarget()).port,
    closed: await freePort(),
    dns: (await dnsTarget((name) => names[name] ?? {})).port,
    dnsSilent: (await dnsTarget('silent')).port,
    postgres: `127.0.0.1:${(await postgresTarget(database)).port}`,
    mysql: (await mysqlTarget({ tls: true })).port,
    mysqlClear: (await mysqlTarget()).port,
    mssql: (await mssqlTarget()).port,
    redis: (await redisTarget()).port,
    redisSecret: (await redisTarget({ password: 'secret' })).port,
    redisTls: (await redisTarget({ isTls: true })).port,
    folder: await filesFolder(),
    node: process.execPath,
  }
}

/** The same over TLS as far as Prometheus requires it; everything else is safe. */
const safeWeb: RequestListener = (request, response) => {
  if (request.url?.startsWith('/prometheus')) void web(request, response)
  else response.end('safe')
}

const origins = { away: '' }
const asked = new Map<string, number>()
let issued = 0

/** A Prometheus server's responses to queries. */
const results: Record<string, string> = {
  up: '{"status":"success","data":{"resultType":"vector","result":[{"metric":{"job":"a"},"value":[1,"1"]},{"metric":{"job":"b"},"value":[1,"0"]}]}}',
  absent: '{"status":"success","data":{"resultType":"vector","result":[]}}',
  '2': '{"status":"success","data":{"resultType":"scalar","result":[1,"2"]}}',
  'wrong(': '{"status":"error","errorType":"bad_data","error":"unclosed left parenthesis"}',
}

const web: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://x')
  const [, route = '', first = '', second = ''] = pathname.split('/')
  const redirect = (location: string) => void response.writeHead(302, { Location: location }).end()
  const json = (body: string) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
  const routes: Record<string, () => unknown> = {
    status: () => response.writeHead(Number(first)).end(),
    text: () => response.end('{ all is well'),
    json: () => json('{"db":{"ok":true},"items":[{"id":3},{"id":7}]}'),
    broken: () => json('<p>'),
    slow: () => setTimeout(() => response.end(), 100),
    silent: () => undefined,
    loop: () => redirect('/loop'),
    away: () => redirect(origins.away),
    redirect: () => redirect(Number(first) > 1 ? `/redirect/${Number(first) - 1}` : '/text'),
    basic: () =>
      response
        .writeHead(request.headers.authorization === `Basic ${Buffer.from('me:secret').toString('base64')}` ? 200 : 401)
        .end(),
    prometheus: () => {
      const isSecret = first === 'secret'
      const isKnown = request.headers.authorization === `Basic ${Buffer.from('me:secret').toString('base64')}`
      if (isSecret && !isKnown) return response.writeHead(401).end()
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => json(results[new URLSearchParams(body).get('query') ?? ''] ?? results['wrong('] ?? ''))
    },
    digest: () => {
      const isKnown = isDigestOf(request, { username: 'me', password: 'secret', nonce: second || 'n' })
      const challenge = `Digest realm="r", qop="auth", algorithm=${first}, nonce="${second || 'n'}"`
      response.writeHead(isKnown ? 200 : 401, { 'WWW-Authenticate': challenge }).end()
    },
    stale: () => {
      // The first nonce has expired by the time it is used.
      const nonce = request.headers.authorization ? 'second' : 'first'
      const isKnown = isDigestOf(request, { username: 'me', password: 'secret', nonce: 'second' })
      const challenge = `Digest realm="r", qop="auth", nonce="${nonce}", stale=${nonce === 'second'}`
      response.writeHead(isKnown ? 200 : 401, { 'WWW-Authenticate': challenge }).end()
    },
    offers: () => response.writeHead(401, { 'WWW-Authenticate': `${first} realm="r", nonce="n"` }).end(),
    token: () => {
      const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        const form = new URLSearchParams(body)
        const isKnown =
          first === 'form' ? form.get('client_secret') === 'secret' : request.headers.authorization === basic
        const wanted = [form.get('grant_type'), form.get('scope'), form.get('audience')].join()
        if (first === 'moved') return redirect('/token')
        if (first === 'page') return response.end('<p>secret</p>')
        if (isKnown) return json(JSON.stringify({ access_token: `${wanted} ${++issued}`, expires_in: 3600 }))
        response.writeHead(401, { 'Content-Type': 'application/json' })
        response.end('{"error":"invalid_client","error_description":"nobody has secret"}')
      })
    },
    /** The response to the bearer of a token; the first token of each name is refused where the case requires it. */
    bearer: () => {
      const given = request.headers.authorization ?? ''
      const isRefused = !given.startsWith('Bearer client_credentials') || (first === 'late' && !asked.has(second))
      if (given !== '') asked.set(second, 1)
      response.writeHead(isRefused ? 401 : 200).end(given.replace(/ \d+$/, ''))
    },
    flaky: () => {
      const times = asked.get(first) ?? 0
      asked.set(first, times + 1)
      response.writeHead(times < Number(second) ? 500 : 200).end()
    },
    echo: () => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => response.end(JSON.stringify({ method: request.method, headers: request.headers, body })))
    },
  }
  ;(routes[route] ?? (() => response.writeHead(404).end()))()
}

const shop: DnsRecords = {
  A: [dnsData.address('192.0.2.1'), dnsData.address('192.0.2.2')],
  MX: [dnsData.numbered([10], 'mail.test')],
  TXT: [dnsData.text('v=spf1 -all')],
  NS: [dnsData.name('ns1.test')],
}
const names: Record<string, DnsRecords> = {
  'shop.test': shop,
  'www.test': { CNAME: [dnsData.name('edge.test')] },
  'edge.test': { CNAME: [dnsData.name('shop.test')] },
  '_sip._tcp.shop.test': { SRV: [dnsData.numbered([1, 2, 5060], 'sip.test')] },
  '1.2.0.192.in-addr.arpa': { PTR: [dnsData.name('shop.test')] },
}

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'corpus-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function filesFolder(): Promise<string> {
  const path = await temporaryFolder()
  const hour = 3_600_000
  await mkdir(join(path, 'deep/er'), { recursive: true })
  for (const [name, bytes, ageMs] of [
    ['old.log', 10, 48 * hour],
    ['new.log', 2048, 0],
    ['notes.txt', 1, hour],
    ['deep/er/last.log', 5, hour],
  ] as const) {
    const at = new Date(Date.now() - ageMs)
    await writeFile(join(path, name), 'x'.repeat(bytes))
    await utimes(join(path, name), at, at)
  }
  return path
}

/** A ping that loses no packets to one address, a fifth to another, and all to a third. */
async function pingFolder(): Promise<string> {
  const path = await temporaryFolder()
  const script = `#!/bin/sh
sent=$3
case "$6" in
  127.0.0.1) lost=0 average=2 ;;
  127.0.0.2) lost=1 average=12.5 ;;
  *) lost=$sent ;;
esac
echo "$sent packets transmitted, $((sent - lost)) received"
[ $lost = $sent ] || echo "rtt min/avg/max/mdev = 0.1/$average/30/1 ms"
`
  await writeFile(join(path, 'ping'), script, { mode: 0o755 })
  return path
}
