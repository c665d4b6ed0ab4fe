import { describe, expect, test } from 'vitest'
import { executeCheck } from '../../server/health/execute'
import type { CheckerTools } from '../../server/health/checkers/checker'
import { parseNetworks } from '../../server/platform/outside/networks'
import { createTargetPolicy, setTargetPolicy } from '../../server/platform/outside/targets'
import { traceRequests } from '../../server/platform/outside/redaction'
import { validCertificate } from '../helpers/certificates'
import { evaluateHere } from '../helpers/evaluate-here'
import { eventually } from '../helpers/eventually'
import { testNames } from '../helpers/names'
import { mssqlTarget, mysqlTarget, type SqlAnswer, type SqlBehaviour } from '../helpers/sql-targets'
import { tcpTarget } from '../helpers/targets'

// Checks of MySQL and SQL Server against stand-ins that speak their protocols, and of MySQL against a real server
// named by TEST_MYSQL_URL (`mysql://user:password@host:port/database`).

const { meanings } = testNames()
const tools: CheckerTools = { now: () => new Date(), allowExec: false, ping: undefined, evaluate: evaluateHere }
const run = (type: string, spec: object, signal = new AbortController().signal) =>
  executeCheck({ type, spec }, signal, tools)

const kinds = [
  { type: 'mysql', targetOf: mysqlTarget, scheme: 'mysql', secure: 'tls=true', any: 'tls=skip-verify' },
  { type: 'mssql', targetOf: mssqlTarget, scheme: 'sqlserver', secure: 'encrypt=true', any: 'encrypt=false' },
] as const

describe.each(kinds)('$type', ({ type, targetOf, scheme, secure, any }) => {
  const addressOf = (port: number, rest = '', host = '127.0.0.1') => `${scheme}://me:secret@${host}:${port}${rest}`

  /** The error, or `passed`. */
  const asked = async (spec: object) => {
    const outcome = await run(type, spec)
    return outcome && 'error' in outcome ? outcome.error : outcome?.kind
  }

  test('runs its query, counts the rows, and closes the connection', async () => {
    const { port, queries, open } = await targetOf()
    expect(await run(type, { url: addressOf(port), query: 'rows 3', results: 2 })).toMatchObject({
      kind: 'passed',
      message: '3 rows',
      details: { rows: 3 },
    })
    expect(queries).toEqual(['rows 3'])
    await eventually(() => expect(open()).toBe(0))
  })

  test.each<[string, object, string, string]>([
    ['the expected number of rows', { query: 'rows 2', results: 2 }, 'passed', '2 rows'],
    ['too few rows', { query: 'rows 1', results: 2 }, 'failed', 'expected at least 2'],
    ['no rows', { query: 'rows 0' }, 'passed', '0 rows'],
    ['no rows where there must be some', { query: 'rows 0', markFailOnEmpty: true }, 'failed', 'returned no rows'],
    ['a query that is wrong', { query: 'nowhere' }, 'failed', 'there is no nowhere'],
    ['no query', {}, 'passed', '1 row'],
  ])('reports %s', async (_name, spec, kind, words) => {
    const { port } = await targetOf()
    const outcome = await run(type, { url: addressOf(port), ...spec })
    expect(outcome).toMatchObject({ kind })
    expect(JSON.stringify(outcome)).toContain(words)
  })

  const everything: SqlAnswer = {
    columns: [
      ['big', 'int'],
      ['amount', 'decimal'],
      ['share', 'double'],
      ['name', 'text'],
      ['bytes', 'binary'],
      ['nothing', 'text'],
      ['__proto__', 'int'],
    ],
    rows: [['9007199254740993', '-12.50', '0.5', 'ü😀', '\xff\0', null, '7']],
  }

  test.each([
    'results.count == 1',
    'results.rows[0].big == 9007199254740993',
    'results.rows[0].amount == "-12.50" && double(results.rows[0].amount) < -12.0',
    'results.rows[0].share == 0.5',
    'results.rows[0].name == "ü😀"',
    'base64.encode(results.rows[0].bytes) == "/wA="',
    'results.rows[0].nothing == null',
    'results.rows[0]["__proto__"] == 7',
    'size(results.rows[0]) == 7',
  ])('reads %s in an expression', async (expr) => {
    const { port } = await targetOf({ answer: () => everything })
    expect(await run(type, { url: addressOf(port), test: { expr } })).toMatchObject({ kind: 'passed' })
  })

  test('concludes nothing from too many or too large rows, and counts them', async () => {
    const { port } = await targetOf({
      answer: (query) =>
        query === 'large'
          ? { columns: [['t', 'text']], rows: Array.from({ length: 300 }, () => ['x'.repeat(3900)]) }
          : { columns: [['n', 'int']], rows: Array.from({ length: 1001 }, () => ['1']) },
    })
    for (const [query, rows] of [
      ['many', 1001],
      ['large', 300],
    ] as const) {
      const spec = { url: addressOf(port), query, results: rows }
      expect(await run(type, spec)).toMatchObject({ kind: 'passed', details: { rows } })
      expect(await run(type, { ...spec, test: { expr: 'results.count > 0' } })).toMatchObject({
        kind: 'notRun',
        message: expect.stringContaining('results'),
      })
    }
  })

  test('accepts credentials in the address, in placeholders, in separate fields, and under auth', async () => {
    const { port } = await targetOf()
    const bare = `${scheme}://127.0.0.1:${port}`
    for (const spec of [
      { url: addressOf(port) },
      { connection: addressOf(port) },
      { url: `${scheme}://$(username):$(password)@127.0.0.1:${port}`, username: 'me', password: { value: 'secret' } },
      { url: bare, username: { value: 'me' }, password: 'secret' },
      { url: `${scheme}://me:wrong@127.0.0.1:${port}`, password: 'secret' },
      { url: bare, auth: { username: 'me', password: 'secret' } },
    ])
      expect([spec, await run(type, spec)]).toEqual([spec, expect.objectContaining({ kind: 'passed' })])
    expect(await run(type, { url: bare, username: 'me' })).toMatchObject({ kind: 'failed' })
  })

  test('verifies the TLS certificate and its host name', async () => {
    const { port } = await targetOf({ tls: true })
    const ca = { tlsConfig: { ca: validCertificate } }
    expect(await asked({ url: addressOf(port, `?${any}`) })).toBe('passed')
    expect(await asked({ url: addressOf(port, `?${secure}`) })).toContain('self-signed')
    expect(await asked({ url: addressOf(port), tlsConfig: { insecureSkipVerify: true } })).toBe('passed')
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await asked({ url: addressOf(port, `?${secure}`, host), ...ca })).toBe('passed')
    // The certificate is valid for localhost and 127.0.0.1 only.
    meanings.set('db.test', [['127.0.0.1']])
    for (const host of ['db.test', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'])
      expect([host, await asked({ url: addressOf(port, `?${secure}`, host), ...ca })]).toEqual([
        host,
        expect.stringContaining('altnames'),
      ])
    expect(await asked({ url: addressOf(port, `?${any}`), ...ca })).toBe('passed')
  })

  test('never omits the TLS that a check enables', async () => {
    const { port, seen } = await targetOf({ tls: false })
    for (const spec of [
      { url: addressOf(port, `?${secure}`) },
      { url: addressOf(port), tlsConfig: { ca: validCertificate } },
      { url: addressOf(port), tlsConfig: { insecureSkipVerify: true } },
    ])
      expect(await run(type, spec)).toMatchObject({ kind: 'failed' })
    expect(Buffer.concat(seen).toString('latin1')).not.toContain('secret')
    expect(seen).toEqual([])
  })

  test('redacts a secret that the server repeats', async () => {
    const { port } = await targetOf({ password: 'other', answer: () => ({ error: 'no tide/current 7 here' }) })
    const secret = 'tide/current 7'
    for (const spec of [
      { url: `${scheme}://me:${encodeURIComponent(secret)}@127.0.0.1:${port}` },
      { url: `${scheme}://127.0.0.1:${port}`, username: 'me', password: secret },
    ]) {
      const { value, steps } = await traceRequests(() => run(type, spec))
      expect(value).toMatchObject({ kind: 'failed' })
      expect(JSON.stringify([value, steps])).not.toContain(secret)
    }
    const { port: echo } = await targetOf({ answer: () => ({ error: 'no secret here' }) })
    expect(await run(type, { url: addressOf(echo) })).toMatchObject({ kind: 'failed', error: 'no *** here' })
  })

  test('closes the connection on time-out and abort, before and during the query', async () => {
    for (const target of [await tcpTarget(), await targetOf({ answer: () => 'silent' })]) {
      const url = addressOf(target.port)
      expect(await run(type, { url, timeout: '200ms' })).toMatchObject({
        kind: 'failed',
        error: 'timed out after 200ms',
      })
      await eventually(() => expect(target.open()).toBe(0))
      const abort = new AbortController()
      const outcome = run(type, { url }, abort.signal)
      await eventually(() => expect(target.open()).toBe(1))
      abort.abort()
      expect(await outcome).toBeUndefined()
      await eventually(() => expect(target.open()).toBe(0))
    }
  })

  test('fails on a server that is not a database or disconnects', async () => {
    const talks: Parameters<typeof tcpTarget>[0][] = [
      (socket) => socket.end(),
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.once('data', () => socket.end(Buffer.alloc(64, 0xff))).write(Buffer.alloc(1)),
    ]
    for (const talk of talks) {
      const { port } = await tcpTarget(talk)
      expect(await run(type, { url: addressOf(port), timeout: '500ms' })).toMatchObject({ kind: 'failed' })
    }
  })

  test('refuses addresses that are not allowed', async () => {
    const { port, seen } = await targetOf()
    try {
      setTargetPolicy(createTargetPolicy({ denyNet: parseNetworks('any') ?? [] }, true))
      for (const host of [
        '127.0.0.1',
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '169.254.169.254',
        '[fd00:ec2::254]',
      ])
        expect([host, await run(type, { url: addressOf(port, '', host) })]).toEqual([
          host,
          {
            kind: 'failed',
            error: expect.stringMatching(/--allow-net|metadata/),
            durationMs: expect.anything(),
            details: {},
            rules: [],
          },
        ])
    } finally {
      setTargetPolicy(createTargetPolicy({}, false))
    }
    expect(seen).toEqual([])
  })
})

test('loads the drivers with the first check that requires them', () => {
  const sources = import.meta.glob<string>('../../server/**/*.ts', { query: '?raw', import: 'default', eager: true })
  const driver = /^(.*)'(?:mysql2|tedious)(?:\/[^']*)?'/gm
  const lines = Object.values(sources).flatMap((text) =>
    [...text.matchAll(driver)].map(([, before = '']) => before.trim())
  )
  expect(lines.toSorted()).toEqual([
    'const { Connection: Driver, Request } = await import(',
    'const { createConnection } = await import(',
    'import type { Connection } from',
    'import type { Connection, ConnectionOptions, TypeCast } from',
  ])
})

test.each(['/etc/passwd', 'C:\\boot.ini', ''])('mysql: sends no file of this machine to a server: %j', async (file) => {
  const { port, seen } = await mysqlTarget({ answer: () => ({ file }) })
  expect(await run('mysql', { url: `mysql://me:secret@127.0.0.1:${port}` })).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('a file of this machine'),
  })
  // Neither did it offer one.
  expect((seen[0]?.readUInt32LE(0) ?? 0xff) & 0x80).toBe(0)
})

test('mysql: does not enable multiple statements', async () => {
  const { port, seen } = await mysqlTarget()
  await run('mysql', { url: `mysql://me:secret@127.0.0.1:${port}` })
  expect((seen[0]?.readUInt32LE(0) ?? 0xffffffff) & 0x10000).toBe(0)
})

test.each(['mysql_clear_password', 'mysql_old_password', 'dialog', 'auth_gssapi_client', '__proto__', 'toString'])(
  'mysql: does not send the password to a server that requests it by %s without a verified certificate',
  async (plugin) => {
    const behaviour: SqlBehaviour = { plugin, tls: true }
    const { port, seen } = await mysqlTarget(behaviour)
    for (const rest of ['', '?tls=skip-verify'])
      expect(await run('mysql', { url: `mysql://me:secret@127.0.0.1:${port}/${rest}` })).toMatchObject({
        kind: 'failed',
      })
    expect(seen.filter((packet) => packet.includes('secret'))).toEqual([])
  }
)

test('mysql: sends the password in clear over TLS with a verified certificate', async () => {
  const { port } = await mysqlTarget({ plugin: 'mysql_clear_password', tls: true })
  const spec = { url: `mysql://me:secret@localhost:${port}`, tlsConfig: { ca: validCertificate } }
  expect(await run('mysql', spec)).toMatchObject({ kind: 'passed' })
})

test('mssql: sends no credentials to another server', async () => {
  const other = await mssqlTarget()
  const { port } = await mssqlTarget({ leadsTo: { host: '127.0.0.1', port: other.port } })
  expect(await run('mssql', { url: `sqlserver://me:secret@127.0.0.1:${port}` })).toMatchObject({
    kind: 'failed',
    error: expect.stringContaining('redirects to another one'),
  })
  expect([other.seen, other.open()]).toEqual([[], 0])
})

test('mssql: reads dates as times, and gives no verdict for a decimal that the driver rounds', async () => {
  const { port } = await mssqlTarget({
    answer: (query) => ({
      columns: [
        ['at', 'datetime'],
        ['amount', 'decimal'],
      ],
      rows: [['2026-01-02 03:04:05', query === 'long' ? '123456789012345678.90' : '0.10']],
    }),
  })
  const spec = { url: `sqlserver://me:secret@127.0.0.1:${port}` }
  const at = { expr: 'results.rows[0].at == timestamp("2026-01-02T03:04:05Z")' }
  expect(await run('mssql', { ...spec, test: at })).toMatchObject({ kind: 'passed' })
  expect(await run('mssql', { ...spec, query: 'long' })).toMatchObject({ kind: 'passed', message: '1 row' })
  expect(await run('mssql', { ...spec, query: 'long', test: at })).toMatchObject({ kind: 'notRun' })
})

test('mysql: reads dates as the server writes them, and parses JSON', async () => {
  const { port } = await mysqlTarget({
    answer: () => ({
      columns: [
        ['at', 'datetime'],
        ['doc', 'json'],
      ],
      rows: [['0000-00-00 00:00:00', '{"a":[1,"x"]}']],
    }),
  })
  const expr = 'results.rows[0].at == "0000-00-00 00:00:00" && results.rows[0].doc.a[1] == "x"'
  expect(await run('mysql', { url: `mysql://me:secret@127.0.0.1:${port}`, test: { expr } })).toMatchObject({
    kind: 'passed',
  })
})

const real = process.env['TEST_MYSQL_URL'] ?? ''

const ask = (query: string, expr = 'true') => run('mysql', { url: real, query, test: { expr } })
const askWithTls = (tls: string) =>
  run('mysql', {
    url: `${real}?tls=${tls}`,
    query: "show status where variable_name = 'Ssl_version' and value <> ''",
    markFailOnEmpty: true,
  })

describe.skipIf(real === '')('a real MySQL server', () => {
  test.each([
    ['select 9007199254740993 as v', '9007199254740993'],
    ['select -1 as v', '-1'],
    ['select true as v', '1'],
    ['select null as v', 'null'],
    ["select cast('1.10' as decimal(5,2)) as v", '"1.10"'],
    ["select cast('123456789012345678901234567890.12' as decimal(40,2)) as v", '"123456789012345678901234567890.12"'],
    ["select date'2026-01-02' as v", '"2026-01-02"'],
    ["select timestamp'2026-01-02 03:04:05' as v", '"2026-01-02 03:04:05"'],
    ["select 'ü😀' as v", '"ü😀"'],
    ['select 1.5e0 as v', '1.5'],
    ['select 1 as v, 2 as v', '2'],
  ])('reads %s', async (query, value) => {
    expect(await ask(query, `results.rows[0].v == ${value}`)).toMatchObject({ kind: 'passed' })
  })

  test('reads bytes and JSON', async () => {
    const bytes = await ask("select x'ff00' as v", 'base64.encode(results.rows[0].v) == "/wA="')
    const json = await ask("select json_object('a', 1) as v", 'results.rows[0].v.a == 1.0')
    expect([bytes, json]).toEqual([
      expect.objectContaining({ kind: 'passed' }),
      expect.objectContaining({ kind: 'passed' }),
    ])
  })

  test.each([
    ['select 1; select 2', 'syntax'],
    ["load data local infile '/etc/passwd' into table nowhere", 'not allowed'],
    ['select * from nowhere', 'nowhere'],
  ])('refuses %s', async (query, words) => {
    expect(await ask(query)).toMatchObject({ kind: 'failed', error: expect.stringContaining(words) })
  })

  test('fails on a wrong password and on a query that takes too long', async () => {
    const wrong = new URL(real)
    wrong.password = 'wrong'
    expect(await run('mysql', { url: wrong.href })).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('Access denied'),
    })
    expect(await run('mysql', { url: real, query: 'select sleep(60)', timeout: '200ms' })).toMatchObject({
      kind: 'failed',
      error: 'timed out after 200ms',
    })
  })

  test('uses TLS where the check enables it', async () => {
    expect(await askWithTls('skip-verify')).toMatchObject({ kind: 'passed' })
    expect(await askWithTls('false')).toMatchObject({ kind: 'failed' })
  })
})
