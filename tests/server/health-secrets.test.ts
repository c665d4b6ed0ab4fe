import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { sql } from '../../server/data/db/sql'
import { settleAll } from '../../src/shared/pool'
import { testDatabase } from '../helpers/database'
import { addCanary, readCanaryChecks, healthApp, startEngine } from '../helpers/health'
import { freePort, listen } from '../helpers/listen'
import { mssqlTarget, mysqlTarget } from '../helpers/sql-targets'
import { redisTarget } from '../helpers/targets'
import { testVault } from '../helpers/vault'

// Secrets in every place where a check can have one, in runs that pass and that fail: no stored run, log line or
// response contains one, except the spec in which it was written.

const db = await testDatabase()
const SECRET = 'tide/and+current 7'
const spellings = [
  SECRET,
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64'),
  Buffer.from(`me:${SECRET}`).toString('base64'),
]

test('redacts every secret of a check in the results of its runs', async () => {
  const { url } = await listen((request, response) => {
    const sent = request.headers.authorization ?? request.headers['x-key'] ?? ''
    const word = Buffer.from(String(sent).replace('Basic ', ''), 'base64').toString().replace(/^me:/, '')
    const at = new URL(request.url ?? '', 'http://x').pathname
    if (at.startsWith('/moved')) return response.writeHead(302, { Location: '/echo' }).end()
    response.writeHead(at.startsWith('/bad') ? 500 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ status: 'error', error: `${sent} ${word} ${SECRET}`, sent, word }))
  })
  const closed = await freePort()
  const redis = await redisTarget({ password: SECRET })
  const word = encodeURIComponent(SECRET)
  const echo = { password: SECRET, answer: () => ({ error: `no ${SECRET}` }) }
  const [mysql, mssql] = [await mysqlTarget(echo), await mssqlTarget(echo)]
  await db.run(sql`
    insert into connections (namespace, name, type, url, username, password) values
      ('shop', 'web', 'http', ${url.href}, 'me', ${SECRET}),
      ('shop', 'cards', 'mysql', ${`$(username):$(password)@tcp(127.0.0.1:${mysql.port})/x`}, 'me', ${SECRET}),
      ('shop', 'sales', 'sql_server', ${`sqlserver://me:${word}@127.0.0.1:${mssql.port}`}, null, null),
      ('shop', 'gone', 'postgres', ${`postgres://127.0.0.1:${closed}/x`}, 'me', ${SECRET}),
      ('shop', 'cache', 'redis', ${`redis://127.0.0.1:${redis.port}`}, null, ${SECRET})`)
  const json = ['sent', 'word', 'error'].map((at) => ({ responseJSONContent: { path: `$.${at}`, value: 'x' } }))
  const access = [
    { url: `${url.origin}/echo`, username: 'me', password: SECRET },
    { url: `${url.origin}/moved`, username: { value: 'me' }, password: { value: SECRET } },
    { url: `http://me:${word}@${url.host}/bad` },
    { url: `${url.origin}/echo`, headers: [{ name: 'X-Key', value: SECRET }] },
    { url: `${url.origin}/bad`, headers: [{ name: 'Authorization', value: { value: `Bearer ${SECRET}` } }] },
    { connection: 'connection://shop/web' },
    { connection: 'connection://shop/web', url: `http://127.0.0.1:${closed}/` },
    { url: `http://me:${word}@127.0.0.1:${closed}/` },
    { url: `ftp://me:${word}@127.0.0.1/` },
    { url: `${url.origin}/echo`, username: 'me', password: SECRET, oauth2: { clientSecret: SECRET } },
    { url: `${url.origin}/echo`, username: 'me', password: SECRET, oauth2: { tokenURL: `${url.origin}/bad` } },
    { url: `${url.origin}/echo`, username: 'me', password: SECRET, digest: true },
  ]
  const spec = {
    http: access.flatMap((one) => [one, ...json.map((more) => ({ ...one, ...more }))]),
    prometheus: access.filter((one) => !('headers' in one)).map((one) => ({ ...one, query: 'up' })),
    postgres: [
      { url: `postgres://me:${word}@127.0.0.1:${closed}/x` },
      { url: `postgres://$(username):$(password)@127.0.0.1:${closed}/x`, username: 'me', password: SECRET },
      { url: `postgres://127.0.0.1:${closed}/x`, auth: { username: 'me', password: { value: SECRET } } },
      { url: `postgres://me:${word}@127.0.0.1:${redis.port}/x`, timeout: '1s' },
      { url: `mysql://me:${word}@127.0.0.1/x` },
      { connection: 'connection://shop/gone' },
    ],
    mysql: [
      { url: `mysql://me:${word}@127.0.0.1:${mysql.port}/x` },
      { url: `me:${SECRET}@tcp(127.0.0.1:${mysql.port})/x` },
      { connection: `me:${SECRET}@127.0.0.1/x` },
      { url: `me:${SECRET}@127.0.0.1/x` },
      { connection: `me:${SECRET}@tcp(127.0.0.1:${closed})/x` },
      { url: `me:${SECRET}@unix(/tmp/s.sock)/x` },
      { url: `me:${SECRET}@tcp(127.0.0.1:${mysql.port}` },
      { url: `mysql://127.0.0.1:${mysql.port}/x`, username: 'me', password: `${SECRET} wrong` },
      { url: `mysql://127.0.0.1:${mysql.port}/x`, auth: { username: 'me', password: { value: SECRET } } },
      { connection: 'connection://shop/cards' },
    ],
    mssql: [
      { url: `sqlserver://me:${word}@127.0.0.1:${mssql.port}` },
      { url: `server=127.0.0.1,${mssql.port};user id=me;password=${SECRET}` },
      { connection: `server=127.0.0.1,${closed};user id=me;password=${SECRET}` },
      { url: `server=127.0.0.1\\a;user id=me;password=${SECRET}` },
      { url: `server=127.0.0.1;password="${SECRET}` },
      { url: `server=127.0.0.1,${mssql.port};user id=me`, password: `${SECRET} wrong` },
      { connection: 'connection://shop/sales' },
    ],
    redis: [
      { addr: `127.0.0.1:${redis.port}`, password: SECRET },
      { addr: `127.0.0.1:${redis.port}`, password: `${SECRET} wrong` },
      { url: `redis://:${word}@127.0.0.1:${redis.port}` },
      { url: `redis://me:${word}@127.0.0.1:${closed}` },
      { connection: 'connection://shop/cache' },
      { connection: 'connection://shop/cache', addr: `127.0.0.1:${closed}` },
    ],
    exec: ['echo "$PASSWORD"', 'echo "$PASSWORD" >&2; exit 3', 'printenv'].map((script) => ({
      script,
      env: [{ name: 'PASSWORD', value: SECRET }],
    })),
  }
  const named = Object.entries(spec).map(([type, checks]) => [
    type,
    checks.map((check, at) => ({ name: `${type} ${at}`, ...check })),
  ])
  const nameless = { ...spec, exec: [] }
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const canaries = [
    await addCanary(db, { schedule: '@never', ...Object.fromEntries(named) }),
    await addCanary(db, { schedule: '@never', ...nameless }),
  ]
  const openConnection = createConnectionReader(db, testVault)
  const engine = await startEngine(db, { allowExec: true, log, openConnection })
  const ask = healthApp(engine, db)
  const told: string[] = []
  const checks = (await Promise.all(canaries.map((canary) => readCanaryChecks(db, canary)))).flat()
  // No more are explained at once.
  await settleAll(checks, 4, async ({ id, name }) => {
    for (const path of [`/run/check/${id}`, `/explain/check/${id}`]) {
      const answer = await ask(path, { method: 'POST' })
      expect([name, answer.status]).toEqual([name, 200])
      told.push(await answer.text())
    }
  })
  told.push(await (await ask('/api/summary')).text())
  await engine.stop()
  const tables = await db.query(sql`
    select (select json_agg(check_statuses) from check_statuses) as runs,
      (select json_agg(job_history) from job_history) as history,
      (select json_agg(to_jsonb(checks) - 'spec') from checks) as checks`)
  const everything = [...told, ...lines, JSON.stringify(tables)]
  expect(told).toHaveLength(2 * checks.length + 1)
  expect(everything.join('\n')).toContain('***')
  const hits = everything.filter((text) => spellings.some((one) => text.includes(JSON.stringify(one).slice(1, -1))))
  expect(hits.map((text) => text.slice(0, 400))).toEqual([])
}, 60_000)
