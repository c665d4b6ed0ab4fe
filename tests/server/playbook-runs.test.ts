import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { DatabaseUnavailableError, type Db } from '../../server/data/db/db'
import type { Locks } from '../../server/data/db/locks'
import { openPglite } from '../../server/data/db/pglite-connection'
import { toJsonText, type Sql, sql } from '../../server/data/db/sql'
import { createAttempts } from '../../server/playbooks/attempts'
import { createPlaybookRunner } from '../../server/playbooks/runner'
import { testArtifacts } from '../helpers/artifacts'
import { evaluateHere } from '../helpers/evaluate-here'
import { testDatabase } from '../helpers/database'
import { deferred } from '../../src/lib/deferred'
import { eventually } from '../helpers/eventually'
import { silentLog } from '../helpers/health'
import { listen } from '../helpers/listen'
import { id, organisation } from '../helpers/organisation'
import {
  readRunActions,
  addPerson,
  addPlaybook,
  playbookApp,
  untilRunStatus,
  readTestRun,
  startRunner,
} from '../helpers/playbooks'
import { hasEnded } from '../helpers/processes'
import { httpsTarget, postgresTarget } from '../helpers/targets'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { createTestKey, testKeys, testVault } from '../helpers/vault'
import { createKeys } from '../../server/identity/keys'

const db = await testDatabase()
await db.script(organisation)
const ada = await addPerson(db, 'Nour')
const CHECK = id(41)

/** Runs a playbook with these actions for the check. @returns the id of the run. */
async function run(
  actions: object[],
  { spec = {}, params = {}, ...deps }: Parameters<typeof startRunner>[1] & { spec?: object; params?: object } = {}
) {
  const runner = await startRunner(deps.db ?? db, deps)
  const ask = playbookApp(runner, db, ada)
  const playbook = await addPlaybook(db, { ...spec, actions })
  const { body } = await ask('/run', { id: playbook, check_id: CHECK, params })
  return { id: String(body['run_id']), ask, runner }
}

test('sends an http request with all templates filled in, and stores the response', async () => {
  const asked = deferred<unknown>()
  const { url } = await listen((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      asked.resolve([request.method, request.url, request.headers['x-who'], request.headers.authorization, body])
      response.writeHead(201, { 'X-Answer': 'yes' }).end('done')
    })
  })
  const http = {
    url: `${url.href}{{.check.name}}?n={{.params.n}}`,
    method: 'POST',
    headers: [{ name: 'X-Who', value: '{{.user.email}}' }],
    body: '{{.params.pin}}',
    username: 'u',
    password: 'p',
  }
  const parameters = [
    { name: 'n', default: 2 },
    { name: 'pin', type: 'secret' },
  ]
  const { id: runId } = await run([{ name: 'ask', http }], { spec: { parameters }, params: { pin: '1234' } })
  expect(await untilRunStatus(db, runId, 'completed')).toMatchObject({
    error: null,
    start_time: expect.any(Date),
    end_time: expect.any(Date),
  })
  expect(await asked.promise).toEqual(['POST', '/homepage?n=2', 'nour@shop.example', 'Basic dTpw', '1234'])
  expect(await readRunActions(db, runId)).toEqual([
    {
      name: 'ask',
      status: 'completed',
      error: null,
      retry_count: null,
      result: { code: 201, headers: expect.objectContaining({ 'x-answer': 'yes' }), content: 'done' },
    },
  ])
})

test('records no agent for the steps that the server runs itself', async () => {
  const { url } = await listen((_request, response) => response.end('ok'))
  const { id: runId } = await run([{ name: 'ask', http: { url: url.href } }])
  await untilRunStatus(db, runId, 'completed')
  expect(await db.query(sql`select agent_id, agent from get_playbook_run_actions(${runId}::uuid)`)).toEqual([
    { agent_id: null, agent: { id: null, name: null } },
  ])
})

test.each<[string, object, string | RegExp]>([
  ['an answer that is no success', { http: { url: 'TARGET' } }, /^GET http:.* answered 500\.$/],
  [
    'an address that hands out credentials',
    { http: { url: 'http://169.254.169.254/latest' } },
    '169.254.169.254 is a cloud metadata address, which is always blocked',
  ],
  ['an invalid address', { http: { url: 'ftp://a' } }, 'url must begin with http:// or https:// and name a host'],
  [
    'a connection that is not there',
    { http: { connection: 'connection://default/nope' } },
    'There is no connection://default/nope with an address.',
  ],
  [
    'credentials from a secret',
    { http: { connection: 'connection://default/vault' } },
    /^connection:\/\/default\/vault cannot be used: The password is stored in a cluster/,
  ],
  [
    'a member that would be left out',
    { http: { url: 'TARGET', ntlm: true } },
    'ntlm of http actions needs a Mission Control backend.',
  ],
  ['an expression', { http: { url: '{{ upper .check.name }}' } }, /^The embedded backend fills in paths only/],
  [
    'a program, when that was not allowed',
    { exec: { script: 'true' } },
    /^exec actions are off: start the console with --allow-exec/,
  ],
  [
    'another database',
    { sql: { url: 'mysql://a/b', query: 'select 1' } },
    'The embedded backend runs sql actions on Postgres only, not on mysql.',
  ],
  ['another kind', { pod: { spec: {} } }, 'pod actions need a Mission Control backend.'],
  ['two kinds in one', { http: { url: 'TARGET' }, sql: {}, notification: {} }, 'http and sql cannot be one action.'],
  ['nothing', {}, 'The action has nothing to run.'],
  [
    'another agent',
    { http: { url: 'TARGET' }, runsOn: ['leeds'] },
    'The action runs on the agent leeds, which the embedded backend does not reach.',
  ],
  [
    'a condition that names nothing',
    { http: { url: 'TARGET' }, if: 'a > b' },
    'The condition a > b cannot be evaluated: Unknown variable: a (column 1).',
  ],
  [
    'a condition with an unsupported function',
    { http: { url: 'TARGET' }, if: 'lookup()' },
    'The condition lookup() needs the function lookup (column 1), which the embedded backend does not support.',
  ],
  [
    'a condition that is neither true nor false',
    { http: { url: 'TARGET' }, if: 'check.name' },
    'The condition check.name returns homepage, not true or false.',
  ],
  ['more time than it has', { http: { url: 'SILENT' }, timeout: '50ms' }, 'timed out after 50ms'],
])('fails the action and the run for %s', async (_what, action, words) => {
  await db.run(
    sql`insert into connections (name, type, url, password) values ('vault', 'http', 'http://a', 'secret://x') on conflict do nothing`
  )
  const { url } = await listen((request, response) => {
    if (request.url !== '/silent') response.writeHead(500).end()
  })
  const written: object = JSON.parse(
    toJsonText(action).replace('TARGET', url.href).replace('SILENT', `${url.href}silent`)
  )
  const { id: runId } = await run([
    { name: 'it', ...written },
    { name: 'after', exec: { script: 'true' } },
  ])
  await untilRunStatus(db, runId, 'failed')
  const done = await readRunActions(db, runId)
  expect(done).toMatchObject([{ name: 'it', status: 'failed' }])
  expect(done[0]?.error).toMatch(words)
})

test('reads earlier results, parameters and the resource in conditions', async () => {
  const { url } = await listen((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"open": 120}')
  })
  const http = { url: url.href }
  const conditions = {
    'after many': 'getLastAction().result.content.JSON().open > 100.0 && success()',
    'by name': 'getAction("count").status == "completed" && params.reason == "drill"',
    'of the thing': 'check.name == "homepage" && !failure()',
    'on a holiday': 'params.reason == "holiday"',
    'in an emergency': 'failure() || params.reason == "fire"',
  }
  const { id: runId } = await run(
    [
      { name: 'count', http },
      ...Object.entries(conditions).map(([name, condition]) => ({ name, http, if: condition })),
    ],
    { spec: { parameters: [{ name: 'reason' }] }, params: { reason: 'drill' } }
  )
  await untilRunStatus(db, runId, 'completed')
  expect((await readRunActions(db, runId)).map(({ name, status, error }) => [name, status, error])).toEqual([
    ['count', 'completed', null],
    ['after many', 'completed', null],
    ['by name', 'completed', null],
    ['of the thing', 'completed', null],
    ['on a holiday', 'skipped', null],
    ['in an emergency', 'skipped', null],
  ])
})

test('runs actions after a failure by their conditions', async () => {
  const { url } = await listen((_request, response) => response.writeHead(500).end())
  const tell = { exec: { script: 'true' }, if: 'failure() && getAction("ask").error.contains("500")' }
  const { id: runId } = await run(
    [
      { name: 'ask', http: { url: url.href } },
      { name: 'tell', ...tell },
    ],
    {
      allowExec: true,
    }
  )
  await untilRunStatus(db, runId, 'failed')
  expect((await readRunActions(db, runId)).map(({ name, status }) => [name, status])).toEqual([
    ['ask', 'failed'],
    ['tell', 'completed'],
  ])
})

test('runs a script if allowed, with its output and exit code', async () => {
  const { id: runId } = await run(
    [
      {
        name: 'good',
        exec: {
          script: 'echo "$GREETING $(echo shell) $CHECK"',
          env: [
            { name: 'GREETING', value: 'hello {{.user.name}}' },
            { name: 'CHECK', value: '{{.check.name}}' },
          ],
        },
      },
      { name: 'odd', exec: { script: String.raw`printf 'a\\u0000\000b'` } },
      { name: 'bad', exec: { script: 'echo oh no >&2; exit 3' } },
      { name: 'never', exec: { script: 'true' } },
      { name: 'clean up', if: 'always()', exec: { script: 'true' } },
    ],
    { allowExec: true }
  )
  await untilRunStatus(db, runId, 'failed')
  expect(await readRunActions(db, runId)).toMatchObject([
    { name: 'good', status: 'completed', result: { stdout: 'hello Nour shell homepage\n', exitCode: 0 } },
    // Without the NUL; the six characters of its JSON escape stay.
    { name: 'odd', status: 'completed', result: { stdout: String.raw`a\u0000b` } },
    { name: 'bad', status: 'failed', error: 'exit code 3: oh no', result: { stderr: 'oh no\n', exitCode: 3 } },
    { name: 'clean up', status: 'completed' },
  ])
})

test('gives a script no secret of the console', async () => {
  for (const name of ['CONSOLE_KEYS', 'SMTP_URL', 'ADMIN_PASSWORD', 'DATABASE_URL']) vi.stubEnv(name, 'hunter2')
  const { id: runId } = await run([{ name: 'say', exec: { script: 'env' } }], { allowExec: true })
  await untilRunStatus(db, runId, 'completed')
  expect(JSON.stringify(await readRunActions(db, runId))).not.toContain('hunter2')
})

test('queries Postgres and stores the rows', async () => {
  const { database, close } = await openPglite(undefined, inject('databaseTemplate'))
  onTestFinished(close)
  const { port, open } = await postgresTarget(database)
  await db.run(sql`
    insert into connections (name, type, url, username, password)
    values ('shop', 'postgres', ${`postgres://$(username):$(password)@127.0.0.1:${port}/postgres`}, 'me', 'secret')`)
  const { id: runId } = await run([
    {
      name: 'count',
      sql: {
        driver: 'postgres',
        connection: 'connection://default/shop',
        query: "select 42 as orders, '{{.check.name}}' as name",
      },
    },
  ])
  await untilRunStatus(db, runId, 'completed')
  expect(await readRunActions(db, runId)).toMatchObject([
    { result: { rows: [{ orders: 42, name: 'homepage' }], count: 1 } },
  ])
  // The credentials of a connection are not sent to another address.
  const other = {
    connection: 'connection://default/shop',
    url: `postgres://me@127.0.0.1:${port}/postgres`,
    query: 'select 1',
  }
  const { id: secondId } = await run([{ name: 'count', sql: other }])
  await untilRunStatus(db, secondId, 'failed')
  expect(await readRunActions(db, secondId)).toMatchObject([{ error: 'password authentication failed' }])
  await eventually(() => expect(open()).toBe(0))
})

test('sends the credentials of a connection to its own origin only', async () => {
  const asked: string[] = []
  const server = () =>
    listen(({ url, headers }, response) => {
      asked.push(`${url} ${headers.authorization ?? 'nobody'}`)
      response.writeHead(headers.authorization ? 200 : 401).end()
    })
  const [{ url: own }, { url: other }] = [await server(), await server()]
  const connection = 'connection://default/origin'
  await db.run(sql`
    insert into connections (name, type, url, username, password)
    values ('origin', 'http', ${`${own.href}first?token=sesame`}, 'me', 'secret')`)
  const basic = `Basic ${btoa('me:secret')}`
  const ask = async (http: object, status: string) => {
    const { id: runId } = await run([{ name: 'ask', http }])
    await untilRunStatus(db, runId, status)
    return (await readRunActions(db, runId))[0]
  }
  await ask({ connection }, 'completed')
  await ask({ connection, url: `${own.href}second` }, 'completed')
  expect(await ask({ connection, url: `${other.href}third` }, 'failed')).toMatchObject({
    error: `GET ${other.href}third answered 401. The request was sent without the credentials of ${connection}, which belong to another origin.`,
  })
  await ask({ connection, url: `${other.href}fourth`, username: 'you', password: 'own' }, 'completed')
  expect(asked).toEqual([
    `/first?token=sesame ${basic}`,
    `/second ${basic}`,
    '/third nobody',
    `/fourth Basic ${btoa('you:own')}`,
  ])
})

test.each<[string, object, object, string]>([
  ...['Host', 'host', ' HOST'].map(
    (name) =>
      [
        `a header ${name}`,
        {},
        { headers: [{ name: name.trim(), value: 'elsewhere.test' }] },
        'may be used at its own host only.',
      ] as [string, object, object, string]
  ),
  [
    'a certificate',
    { certificate: 'PEM' },
    {},
    'Certificate of connection://default/odd needs a Mission Control backend.',
  ],
  [
    'a property',
    { properties: { realm: 'shop' } },
    {},
    'Realm of connection://default/odd needs a Mission Control backend.',
  ],
  [
    'a placeholder that stands for nothing',
    { url: 'http://127.0.0.1:1/$(token)' },
    {},
    'connection://default/odd cannot be used: The placeholder $(token) in the address is unknown.',
  ],
  ['no address', { url: '' }, {}, 'There is no connection://default/odd with an address.'],
])('refuses a connection with %s', async (_what, stored, http, words) => {
  let asked = 0
  const { url } = await listen((_request, response) => {
    asked++
    response.end()
  })
  const row = { url: url.href, certificate: null, properties: null, ...stored }
  await db.run(sql`delete from connections where name = 'odd'`)
  await db.run(sql`
    insert into connections (name, type, url, username, password, certificate, properties)
    values ('odd', 'http', ${row.url}, 'me', 'secret', ${row.certificate}, ${toJsonText(row.properties)}::jsonb)`)
  const { id: runId } = await run([{ name: 'ask', http: { connection: 'connection://default/odd', ...http } }])
  await untilRunStatus(db, runId, 'failed')
  expect((await readRunActions(db, runId))[0]?.error).toContain(words)
  expect(asked).toBe(0)
})

test('resolves a bare name in the namespace of the playbook, and skips certificate verification if configured', async () => {
  const signedIn: (string | undefined)[] = []
  const target = await httpsTarget((request, response) => {
    signedIn.push(request.headers.authorization)
    response.end()
  })
  await db.run(sql`
    insert into connections (name, namespace, type, url, username, password, insecure_tls)
    values ('named', 'default', 'http', ${target.url}, 'me', 'secret', true),
      ('named', 'other', 'http', 'http://127.0.0.1:1', null, null, false),
      ('strict', 'default', 'http', ${target.url}, 'me', 'secret', false)`)
  const ask = async (connection: string, status: string) => {
    const { id: runId } = await run([{ name: 'ask', http: { connection } }])
    await untilRunStatus(db, runId, status)
    return (await readRunActions(db, runId))[0]
  }
  await ask('named', 'completed')
  expect(await ask('strict', 'failed')).toMatchObject({ error: expect.stringMatching(/certificate/i) })
  expect(signedIn).toEqual([`Basic ${btoa('me:secret')}`])
})

test('redacts secrets of an action, its connection and its run', async () => {
  const { url } = await listen(({ url: path, headers }, response) =>
    response.end(`${path} ${Buffer.from((headers.authorization ?? '').slice(6), 'base64').toString()}`)
  )
  await db.run(sql`
    insert into connections (name, type, url, username, password)
    values ('echo', 'http', ${`${url.href}?token=sesame`}, 'me', 'open-sesame')`)
  const parameters = [{ name: 'pin', type: 'secret' }]
  const pin = { name: 'PIN', value: '{{.params.pin}}' }
  const actions = [
    { name: 'connected', http: { connection: 'connection://default/echo' } },
    { name: 'own', http: { url: `${url.href}{{.params.pin}}`, username: 'you', password: 'abracadabra' } },
    {
      name: 'script',
      exec: {
        script: 'echo "$PASSWORD $PLACE $PIN" | base64 -w 0; env',
        env: [pin, { name: 'PASSWORD', value: 'hocus-pocus' }, { name: 'PLACE', value: 'Stavanger' }],
      },
    },
    { name: 'failing', exec: { script: 'echo "$PIN" >&2; exit 1', env: [pin] } },
    { name: 'judging', if: 'string(failure()) + params.pin', exec: { script: 'true' } },
    { name: 'reading', if: 'duration(params.pin) > duration("1s") || failure()', exec: { script: 'true' } },
  ]
  const { id: runId } = await run(actions, { allowExec: true, spec: { parameters }, params: { pin: 'simsalabim' } })
  await untilRunStatus(db, runId, 'failed')
  const told = JSON.stringify(await readRunActions(db, runId))
  expect(told).toContain('Stavanger')
  expect(told).toContain('exit code 1: ***')
  expect(told).toContain('returns true***')
  expect(told).not.toMatch(/sesame|abracadabra|simsalabim|hocus-pocus/)
})

test('does not reveal the address of a connection, which may contain tokens, in an error', async () => {
  const { url } = await listen((_request, response) => response.writeHead(500).end())
  await db.run(sql`
    insert into connections (name, type, url) values ('hook', 'http', ${`${url.href}T/sesame?token=sesame`})`)
  const { id: runId } = await run([{ name: 'ask', http: { connection: 'connection://default/hook' } }])
  await untilRunStatus(db, runId, 'failed')
  expect(await readRunActions(db, runId)).toMatchObject([
    { error: `GET ${url.origin} (connection://default/hook) answered 500.` },
  ])
})

test('retries an action after its wait and completes the run when a retry succeeds', async () => {
  let asked = 0
  const { url } = await listen((_request, response) => response.writeHead(++asked === 1 ? 500 : 200).end())
  const { id: runId } = await run([{ name: 'ask', http: { url: url.href }, retry: { limit: 2, duration: '10ms' } }])
  await untilRunStatus(db, runId, 'completed')
  expect(await readRunActions(db, runId)).toMatchObject([
    { status: 'failed', retry_count: null },
    { status: 'completed', retry_count: 1 },
  ])
})

test('delays an action until its time, even across a restart', async () => {
  const { url } = await listen((_request, response) => response.end())
  let clock = Date.now()
  const now = () => new Date(clock)
  const first = createPlaybookRunner({
    db,
    log: silentLog,
    now,
    openConnection: createConnectionReader(db, testVault),
    allowExec: false,
    hostname: 'here',
    evaluate: evaluateHere,
    box: testKeys,
    artifacts: testArtifacts,
  })
  await first.start()
  const ask = playbookApp(first, db, ada)
  const playbook = await addPlaybook(db, { actions: [{ name: 'ask', delay: '1m', http: { url: url.href } }] })
  clock += 1000
  const { body } = await ask('/run', { id: playbook, check_id: CHECK })
  clock += 1000
  await untilRunStatus(db, body['run_id'], 'sleeping')
  await first.stop()
  expect(await readRunActions(db, body['run_id'])).toMatchObject([{ name: 'ask', status: 'scheduled' }])
  clock += 60_000
  await startRunner(db, { now })
  await untilRunStatus(db, body['run_id'], 'completed')
  expect(await readRunActions(db, body['run_id'])).toMatchObject([{ name: 'ask', status: 'completed' }])
})

/** Locks of processes on one database; `lose` drops all of them as a database restart does. */
function sharedLocks() {
  const held = new Map<string, symbol>()
  const listeners = new Set<() => void>()
  const ofProcess = (): Locks => ({
    take: async (name) => {
      if (held.has(name)) return undefined
      const key = Symbol(name)
      held.set(name, key)
      return async () => void (held.get(name) === key && held.delete(name))
    },
    onLost: (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    returnsWithinMs: 60_000,
    close: async () => {},
  })
  const lose = () => {
    held.clear()
    for (const tell of listeners) tell()
  }
  return { ofProcess, lose, isHeld: (runId: string) => held.has(`playbook run ${runId}`) }
}

test('continues a run when its locks are lost while others search for runs without a process', async () => {
  const asked = deferred<ServerResponse>()
  const { url } = await listen((_request, response) => asked.resolve(response))
  const locks = sharedLocks()
  const { id: runId } = await run([{ name: 'wait', http: { url: url.href } }], { locks: locks.ofProcess() })
  const response = await asked.promise
  locks.lose()
  await startRunner(db, { locks: locks.ofProcess() })
  await startRunner(db, { locks: locks.ofProcess() })
  expect(await readTestRun(db, runId)).toMatchObject({ status: 'running', error: null })
  await eventually(() => expect(locks.isHeld(runId)).toBe(true))
  response.end()
  await untilRunStatus(db, runId, 'completed')
  expect(await readRunActions(db, runId)).toMatchObject([{ name: 'wait', status: 'completed' }])
})

test('starts no further action of a run that another process has ended', async () => {
  const asked = deferred<ServerResponse>()
  const { url } = await listen((_request, response) => asked.resolve(response))
  const { id: runId, runner } = await run([
    { name: 'wait', http: { url: url.href } },
    { name: 'next', http: { url: url.href } },
  ])
  const response = await asked.promise
  await createAttempts(db, db, () => new Date()).leave('ended elsewhere', runId)
  response.end()
  await runner.stop()
  expect(await readTestRun(db, runId)).toMatchObject({ status: 'failed', error: 'ended elsewhere' })
  expect(await readRunActions(db, runId)).toMatchObject([{ name: 'wait', status: 'failed', error: 'ended elsewhere' }])
})

test('waits for an unavailable database', async () => {
  const { url } = await listen((_request, response) => response.end())
  const lost = new Set<string>()
  /** Each kind of statement fails once after it has succeeded, as if only its response were lost. */
  const answersLate = async <T>(statement: Sql, ask: () => Promise<T>): Promise<T> => {
    const answer = await ask()
    const kind = statement.render().text.trim().slice(0, 60)
    if (lost.has(kind) || !/playbook_run_actions|set status = '?\$?\d?'?, end_time/.test(kind)) return answer
    lost.add(kind)
    throw new DatabaseUnavailableError('The connection to the database was lost.')
  }
  const away: Db = {
    ...db,
    query: (statement) => answersLate(statement, () => db.query(statement)),
    run: (statement) => answersLate(statement, () => db.run(statement)),
  }
  const { id: runId } = await run([{ name: 'ask', http: { url: url.href } }], { db: away })
  await untilRunStatus(db, runId, 'completed')
  expect(await readRunActions(db, runId)).toMatchObject([{ name: 'ask', status: 'completed' }])
  expect(lost.size).toBeGreaterThan(1)
})

/** A run in the middle of an action until the test ends. */
async function startLongRun(timeout = '1h') {
  const { url } = await listen(() => undefined)
  const started = await run(
    [
      { name: 'wait', http: { url: url.href } },
      { name: 'next', if: 'always()', http: { url: url.href } },
    ],
    { spec: { timeout } }
  )
  await eventually(async () => expect(await readRunActions(db, started.id)).toMatchObject([{ status: 'running' }]))
  return started
}

test('aborts the current action when cancelled, and starts no other', async () => {
  const { id: runId, ask } = await startLongRun()
  expect((await ask(`/run/cancel/${runId}`, {})).status).toBe(200)
  await eventually(async () =>
    expect(await readRunActions(db, runId)).toMatchObject([
      { name: 'wait', status: 'failed', error: 'The run was cancelled.' },
    ])
  )
  expect(await readTestRun(db, runId)).toMatchObject({ status: 'cancelled', error: null })
})

test('aborts runs in progress when stopping, with the reason', async () => {
  const { id: runId, runner } = await startLongRun()
  await runner.stop()
  const error = 'The console stopped while this run was in progress.'
  expect(await readTestRun(db, runId)).toMatchObject({ status: 'failed', error })
  expect(await readRunActions(db, runId)).toMatchObject([{ name: 'wait', status: 'failed', error }])
})

test("fails what a killed process left in progress, but not another agent's run", async () => {
  const [agent] = await db.query<{ id: string }>(sql`insert into agents (name) values ('leeds') returning id::text`)
  const add = async (agentId: string | null) => {
    const [row] = await db.query<{ id: string }>(sql`
      insert into playbook_runs (playbook_id, status, start_time, agent_id)
      values (${id(60)}, 'running', now(), ${agentId}) returning id::text`)
    await db.run(
      sql`insert into playbook_run_actions (name, status, playbook_run_id, start_time) values ('restart', 'running', ${row?.id ?? ''}, now())`
    )
    return row?.id
  }
  const [mine, theirs] = [await add(null), await add(agent?.id ?? '')]
  await startRunner(db)
  const error = 'The console stopped while this run was in progress.'
  expect(await readTestRun(db, mine)).toMatchObject({ status: 'failed', error, end_time: expect.any(Date) })
  expect(await readRunActions(db, mine)).toMatchObject([{ status: 'failed', error }])
  expect(await readTestRun(db, theirs)).toMatchObject({ status: 'running', error: null })
})

test('does not let the hanging runs of one person or playbook block those of others', async () => {
  const { url: hanging } = await listen(() => undefined)
  const { url } = await listen((_request, response) => response.end())
  const runner = await startRunner(db)
  const [editor, admin] = [playbookApp(runner, db, await addPerson(db, 'Ed')), playbookApp(runner, db, ada)]
  const wait = { parameters: [{ name: 'url' }], actions: [{ name: 'wait', http: { url: '{{.params.url}}' } }] }
  const [first, second, third] = [await addPlaybook(db, wait), await addPlaybook(db, wait), await addPlaybook(db, wait)]
  const started: unknown[] = []
  const submit = async (ask: typeof admin, playbook: string, to: URL) => {
    const { body } = await ask('/run', { id: playbook, params: { url: to.href } })
    started.push(body['run_id'])
    return body['run_id']
  }
  for (let count = 0; count < 12; count++) await submit(editor, first, hanging)
  // Four runs of a playbook; another one of the same person.
  await untilRunStatus(db, await submit(editor, second, url), 'completed')
  for (let count = 0; count < 12; count++) await submit(editor, second, hanging)
  const late = await submit(editor, third, url)
  // Another person, with the same playbook, and a run without a person.
  await untilRunStatus(db, await submit(admin, first, url), 'completed')
  const [row] = await db.query<{ id: string }>(sql`
    insert into playbook_runs (playbook_id, spec, parameters)
    select id, spec, jsonb_build_object('url', ${url.href}::text) from playbooks where id = ${first} returning id::text`)
  await untilRunStatus(db, row?.id, 'completed')
  expect((await readTestRun(db, late)).status).toBe('scheduled')
  const running = await db.query<{ playbook_id: string }>(sql`
    select playbook_id::text from playbook_runs where status = 'running' and id = any(${started.map(String)}::uuid[])`)
  expect(running.map(({ playbook_id: one }) => one).toSorted()).toEqual(
    [...Array<string>(4).fill(first), ...Array<string>(4).fill(second)].toSorted()
  )
  for (const one of started) await admin(`/run/cancel/${String(one)}`, {})
})

test('times out a run that exceeds its limit', async () => {
  const { url } = await listen(() => undefined)
  const { id: runId } = await run([{ name: 'wait', http: { url: url.href } }], { spec: { timeout: '100ms' } })
  expect(await untilRunStatus(db, runId, 'timed_out')).toMatchObject({ error: 'run exceeded its timeout of 100ms' })
})

test('keeps a secret parameter encrypted across a restart and deletes it when its run ends', async () => {
  const asked = deferred<string | undefined>()
  const { url } = await listen((request, response) => {
    asked.resolve(request.url)
    response.end()
  })
  const runner = await startRunner(db)
  const ask = playbookApp(runner, db, ada)
  const zed = await addPerson(db, 'Zed')
  const playbook = await addPlaybook(db, {
    parameters: [{ name: 'pin', type: 'secret' }],
    approval: { approvers: { people: ['zed@shop.example'] } },
    actions: [{ name: 'ask', http: { url: `${url.href}{{.params.pin}}` } }],
  })
  const { body } = await ask('/run', { id: playbook, check_id: CHECK, params: { pin: 'simsalabim' } })
  const kept = () =>
    db.query<{ sealed: string }>(sql`
      select sealed from console.playbook_run_secrets where run_id = ${String(body['run_id'])}`)
  const sealed = await kept()
  expect(sealed).toHaveLength(1)
  expect(JSON.stringify([sealed, await readTestRun(db, body['run_id'])])).not.toContain('simsalabim')
  await runner.stop()
  const after = playbookApp(await startRunner(db), db, zed)
  await after(`/run/approve/${body['run_id']}`, {})
  await untilRunStatus(db, body['run_id'], 'completed')
  expect(await asked.promise).toBe('/simsalabim')
  expect(await kept()).toEqual([])
})

test('fails a run whose secret cannot be decrypted', async () => {
  const first = await startRunner(db)
  const playbook = await addPlaybook(db, {
    parameters: [{ name: 'pin', type: 'secret' }],
    actions: [{ name: 'ask', delay: '1ms', http: { url: 'http://127.0.0.1:1/{{.params.pin}}' } }],
  })
  await first.stop()
  const { body } = await playbookApp(first, db, ada)('/run', { id: playbook, params: { pin: 'x' } })
  await startRunner(db, { box: createKeys([createTestKey(1)]) })
  expect(await untilRunStatus(db, body['run_id'], 'failed')).toMatchObject({
    error: 'The secret parameters of this run cannot be decrypted: their encryption key is no longer available.',
  })
})

/** A run as a killed process left it. */
async function leftRunning(actions: object[], attempts: readonly { name: string; status: string; due?: Date }[]) {
  const playbook = await addPlaybook(db, { actions })
  const [row] = await db.query<{ id: string }>(sql`
    insert into playbook_runs (playbook_id, spec, status, start_time)
    select id, spec, 'running', now() from playbooks where id = ${playbook} returning id::text`)
  const runId = row?.id ?? ''
  for (const { name, status, due } of attempts)
    await db.run(sql`
      insert into playbook_run_actions (playbook_run_id, name, status, scheduled_time, end_time)
      values (${runId}, ${name}, ${status}, ${due ?? new Date()}, ${status === 'completed' ? new Date() : null})`)
  return runId
}

test('continues a run whose process was killed between two actions, and repeats nothing', async () => {
  const asked: (string | undefined)[] = []
  const { url } = await listen((request, response) => {
    asked.push(request.url)
    response.end()
  })
  const actions = ['first', 'second', 'third'].map((name) => ({ name, http: { url: url.href + name } }))
  const runId = await leftRunning(actions, [{ name: 'first', status: 'completed' }])
  await startRunner(db)
  await untilRunStatus(db, runId, 'completed')
  expect(asked).toEqual(['/second', '/third'])
})

test('waits in a run whose process was killed before it could wait', async () => {
  const { url } = await listen((_request, response) => response.end())
  const due = new Date(Date.now() + 3_600_000)
  const runId = await leftRunning(
    [{ name: 'later', delay: '1h', http: { url: url.href } }],
    [{ name: 'later', status: 'scheduled', due }]
  )
  let clock = Date.now()
  await startRunner(db, { now: () => new Date(clock) })
  await untilRunStatus(db, runId, 'sleeping')
  clock = due.getTime()
  // The time limit of the run itself passes first.
  expect(await untilRunStatus(db, runId, 'timed_out')).toMatchObject({ error: 'run exceeded its timeout of 30m0s' })
  expect(await readRunActions(db, runId)).toMatchObject([
    { status: 'failed', error: 'run exceeded its timeout of 30m0s' },
  ])
})

test('fails a delayed action when the time limit of its run passes', async () => {
  const { id: runId } = await run([{ name: 'later', delay: '1h', exec: { script: 'true' } }], {
    spec: { timeout: '100ms' },
  })
  await untilRunStatus(db, runId, 'timed_out')
  expect(await readRunActions(db, runId)).toMatchObject([{ name: 'later', status: 'failed' }])
})

test('fails an action that was in progress when its run was cancelled and its process killed', async () => {
  const runId = await leftRunning([{ name: 'it', exec: { script: 'true' } }], [{ name: 'it', status: 'running' }])
  await db.run(sql`update playbook_runs set status = 'cancelled', end_time = now() where id = ${runId}`)
  await startRunner(db)
  expect(await readRunActions(db, runId)).toMatchObject([
    { status: 'failed', error: expect.stringContaining('stopped') },
  ])
  expect(await readTestRun(db, runId)).toMatchObject({ status: 'cancelled', error: null })
})

test('asks the whole process group of a cancelled script to end, and stores its output', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cancel-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = `
    (while :; do sleep 1; done) &
    echo $! > ${folder}/child
    trap 'echo tidied; exit 0' TERM
    echo begun; touch ${folder}/begun
    while :; do sleep 0.05; done`
  const { id: runId, ask } = await run([{ name: 'it', exec: { script } }], { allowExec: true })
  await eventually(() => expect(existsSync(join(folder, 'begun'))).toBe(true))
  await ask(`/run/cancel/${runId}`, {})
  await eventually(async () =>
    expect(await readRunActions(db, runId)).toMatchObject([
      { status: 'failed', error: 'The run was cancelled.', result: { stdout: 'begun\ntidied\n' } },
    ])
  )
  const child = Number(await readFile(join(folder, 'child'), 'utf8'))
  await eventually(() => expect(hasEnded(child)).toBe(true))
})

test('cancels a query on its server', async () => {
  const asked = deferred<void>()
  const execProtocolRaw = () => {
    asked.resolve()
    return new Promise<never>(() => {})
  }
  const { port, cancelled } = await postgresTarget({ execProtocolRaw })
  const { id: runId, ask } = await run([
    { name: 'it', sql: { url: `postgres://me:secret@127.0.0.1:${port}/postgres`, query: 'select 1' } },
  ])
  await asked.promise
  await ask(`/run/cancel/${runId}`, {})
  await eventually(() => expect(cancelled()).toBe(1))
  await eventually(async () =>
    expect(await readRunActions(db, runId)).toMatchObject([{ status: 'failed', error: 'The run was cancelled.' }])
  )
})

test('ends a delay at once when cancelled', async () => {
  const { id: runId, ask } = await run([{ name: 'later', delay: '20m', exec: { script: 'true' } }])
  await untilRunStatus(db, runId, 'sleeping')
  await ask(`/run/cancel/${runId}`, {})
  expect(await readTestRun(db, runId)).toMatchObject({ status: 'cancelled', end_time: expect.any(Date) })
  expect(await readRunActions(db, runId)).toMatchObject([{ status: 'failed', error: 'The run was cancelled.' }])
})

test('lets a condition read that an action timed out', async () => {
  const { url } = await listen((request, response) => void (request.url === '/' && response.end()))
  const { id: runId } = await run([
    { name: 'slow', timeout: '50ms', http: { url: `${url.href}slow` } },
    { name: 'so', if: 'timeout()', http: { url: url.href } },
  ])
  await untilRunStatus(db, runId, 'failed')
  expect(await readRunActions(db, runId)).toMatchObject([
    { name: 'slow', status: 'failed' },
    { name: 'so', status: 'completed' },
  ])
})

test('runs a command without a shell: each word is one argument, whatever it contains', async () => {
  const command = ['printf', '%s|', '; echo', '$HOME', '*', 5]
  const { id: runId } = await run([{ name: 'it', exec: { command } }], { allowExec: true })
  await untilRunStatus(db, runId, 'completed')
  expect(await readRunActions(db, runId)).toMatchObject([
    { result: { stdout: '; echo|$HOME|*|5|', path: 'printf', exitCode: 0 } },
  ])
})

test.each(['completed', 'failed', 'cancelled'])('lets a notification read that its run is %s', async (status) => {
  const [sent] = await db.query<{ id: string }>(sql`
    insert into notification_send_history (notification_id, body, resource_id, source_event, status)
    values (${id(70)}, '', ${CHECK}, 'check.failed', 'pending_playbook_completion') returning id::text`)
  const runId = await leftRunning([{ name: 'it', exec: { script: 'true' } }], [])
  await db.run(sql`update playbook_runs set notification_send_id = ${sent?.id ?? ''} where id = ${runId}`)
  await db.run(sql`update playbook_runs set status = ${status} where id = ${runId}`)
  expect(
    await db.query(sql`select status, error from notification_send_history where id = ${sent?.id ?? ''}`)
  ).toMatchObject([
    status === 'completed' ? { status: 'sent', error: null } : { status: 'error', error: `The playbook run ${status}` },
  ])
})
