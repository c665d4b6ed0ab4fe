import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../server/data/db/db'
import { toJsonText, sql } from '../../server/data/db/sql'
import { createJobEngine } from '../../server/platform/jobs/jobs'
import { testDatabase } from '../helpers/database'
import { addCanary, readCanaryChecks, silentLog, startEngine as start, readCheckStatuses } from '../helpers/health'
import { listen } from '../helpers/listen'
import { tcpTarget } from '../helpers/targets'

const db = await testDatabase()
/** The clock of the test: its time passes only in `eventually`, however busy this machine is. */
let engine: Awaited<ReturnType<typeof start>>
const startEngine = async (over: Db = db) => (engine = await start(over))

beforeEach(async () => {
  await db.script('delete from canaries; delete from job_history')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(async () => {
  await engine.stop()
  vi.useRealTimers()
})

const STEP_MS = 100
const MOST_MS = 30_000

/** Lets time pass in small steps, but not while a check runs, until the assertion passes. */
async function eventually(assertion: () => Promise<void>) {
  const until = Date.now() + MOST_MS
  for (;;) {
    try {
      await assertion()
      return
    } catch (error) {
      if (Date.now() >= until) throw error
    }
    if (engine.figures().running === 0) await vi.advanceTimersByTimeAsync(STEP_MS)
    // Sockets and the database are real.
    await turn()
  }
}

const setSpec = (id: string, spec: object) =>
  db.run(sql`update canaries set spec = ${toJsonText(spec)}::jsonb where id = ${id}`)

test('creates rows for the checks of a canary, runs them on schedule, and sets their status', async () => {
  const { url } = await listen(({ url: path }, response) => response.writeHead(path === '/bad' ? 500 : 200).end())
  const canary = await addCanary(db, {
    interval: 1,
    severity: 'high',
    http: [
      { name: 'good', url: url.href },
      { name: 'bad', url: `${url.href}bad` },
    ],
  })
  await startEngine()
  await eventually(async () => {
    const rows = await readCanaryChecks(db, canary)
    expect(rows.map(({ name, status, severity }) => [name, status, severity])).toEqual([
      ['bad', 'unhealthy', 'high'],
      ['good', 'healthy', 'high'],
    ])
    for (const { last_runtime: last, next_runtime: next } of rows)
      expect(Number(next) - Number(last)).toBeGreaterThan(0)
  })
  const [bad] = await readCanaryChecks(db, canary)
  const [first] = await readCheckStatuses(db, bad?.id ?? '')
  expect(first).toMatchObject({
    status: false,
    invalid: false,
    error: 'response code 500, expected 2xx',
    details: { code: 500 },
  })
})

test('stores the other members of a check as written', async () => {
  const check = {
    name: 'shown',
    url: 'http://127.0.0.1:1',
    display: { template: 'code {{.code}}' },
    metrics: [{ name: 'latency', type: 'gauge', value: 'elapsed', labels: [{ name: 'tier', value: 'edge' }] }],
    relationships: { components: [{ name: { value: 'shop' } }] },
    retries: { maxRetries: 2, interval: '1s' },
  }
  const canary = await addCanary(db, { schedule: '@never', http: [check] })
  await startEngine()
  await eventually(async () => expect((await readCanaryChecks(db, canary)).map(({ spec }) => spec)).toEqual([check]))
})

test('applies an added, edited or deleted canary within seconds', async () => {
  const { url } = await listen((_request, response) => response.end())
  await startEngine()
  const begun = Date.now()
  const canary = await addCanary(db, {
    interval: 1,
    http: [
      { name: 'a', url: url.href },
      { name: 'b', url: url.href },
    ],
  })
  await eventually(async () => expect((await readCanaryChecks(db, canary)).map(({ name }) => name)).toEqual(['a', 'b']))
  expect(Date.now() - begun).toBeLessThan(3000)

  await setSpec(canary, {
    interval: 1,
    http: [
      { name: 'b', url: url.href, description: 'new' },
      { name: 'c', url: url.href },
    ],
  })
  await eventually(async () => {
    const rows = await readCanaryChecks(db, canary)
    expect(rows.map(({ name, deleted }) => [name, deleted])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ])
    expect(rows[1]?.spec).toMatchObject({ description: 'new' })
    expect(rows[2]?.status).toBe('healthy')
  })

  await setSpec(canary, { interval: 1, http: [{ name: 'a', url: url.href }] })
  await eventually(async () =>
    expect((await readCanaryChecks(db, canary)).filter(({ deleted }) => !deleted).map(({ name }) => name)).toEqual([
      'a',
    ])
  )

  await db.run(sql`update canaries set deleted_at = now() where id = ${canary}`)
  await eventually(async () => expect(engine.figures()).toMatchObject({ planned: 0, running: 0 }))
})

test('does not run a silenced check and leaves checks of other agents and transformed ones alone', async () => {
  const { url } = await listen((_request, response) => response.end())
  const agent = '01990000-0000-7000-8000-000000000001'
  await db.run(sql`insert into agents (id, name) values (${agent}, 'leeds') on conflict do nothing`)
  const mine = await addCanary(db, {
    interval: 1,
    http: [
      { name: 'loud', url: url.href },
      { name: 'quiet', url: url.href },
    ],
  })
  const theirs = await addCanary(db, { interval: 1, http: [{ name: 'x', url: url.href }] }, { agent })
  await db.run(sql`insert into checks (canary_id, type, name, silenced_at) values (${mine}, 'http', 'quiet', now())`)
  await db.run(sql`insert into checks (canary_id, type, name, transformed) values (${mine}, 'http', 'made', true)`)
  await startEngine()
  await eventually(async () => {
    const rows = await readCanaryChecks(db, mine)
    expect(rows.map(({ name, status, deleted }) => [name, status, deleted])).toEqual([
      ['loud', 'healthy', false],
      ['made', null, false],
      ['quiet', null, false],
    ])
  })
  expect(await readCanaryChecks(db, theirs)).toEqual([])
})

test('reports the error of an invalid check without stopping the others', async () => {
  const { url } = await listen((_request, response) => response.end())
  const canary = await addCanary(db, {
    schedule: '@every 1s',
    http: [{ name: 'broken', url: 'not a url' }, 'nonsense', { name: 'good', url: url.href }],
  })
  await startEngine()
  await eventually(async () => {
    const rows = await readCanaryChecks(db, canary)
    expect(rows.map(({ status }) => status)).toEqual(['unhealthy', 'unhealthy', 'healthy'])
    const [status] = await readCheckStatuses(db, rows.find(({ name }) => name === 'broken')?.id ?? '')
    expect(status).toMatchObject({
      invalid: true,
      status: false,
      error: expect.stringContaining('url: must begin with'),
    })
  })
})

test.each([
  ['another type', { schedule: '@every 1s', kubernetes: [{ name: 'x' }] }, null, 'not run by the embedded backend'],
  ['exec', { schedule: '@every 1s', exec: [{ name: 'x', script: 'true' }] }, null, '--allow-exec'],
  [
    'an unsupported member',
    { schedule: '@every 1s', http: [{ name: 'x', url: 'http://localhost', transform: { javascript: 'json' } }] },
    null,
    'transform.javascript of http checks needs a Mission Control backend',
  ],
  [
    'an unsupported member of the canary',
    { schedule: '@every 1s', resultMode: 'junit', http: [{ name: 'x', url: 'http://localhost' }] },
    null,
    'resultMode of canaries needs a Mission Control backend',
  ],
  [
    'a misspelt list of checks',
    { schedule: '@every 1s', tcpp: [{ name: 'y' }], http: [{ name: 'x', url: 'http://localhost' }] },
    null,
    'canaries have no member tcpp',
  ],
  [
    'a schedule that cannot be read',
    { schedule: 'sometimes', http: [{ name: 'x', url: 'http://localhost' }] },
    'unhealthy',
    'The schedule "sometimes"',
  ],
])('%s: records the reason in the history once', async (_name, spec, status, words) => {
  const canary = await addCanary(db, spec)
  await startEngine()
  const [check] = await readCanaryChecks(db, canary)
  await eventually(async () => expect(await readCheckStatuses(db, check?.id ?? '')).toHaveLength(1))
  const [said] = await readCheckStatuses(db, check?.id ?? '')
  expect(said).toMatchObject({ invalid: true, status: status === null ? null : false })
  expect(said?.message ?? said?.error).toContain(words)
  expect((await readCanaryChecks(db, canary))[0]).toMatchObject({ status, next_runtime: null })
})

test.each([
  ['without replicas', { replicas: 0 }, {}, 'suspended: replicas is 0'],
  ['by its annotation', {}, { suspend: 'true' }, 'suspended by an annotation of its canary'],
  ['by an annotation of a tool', {}, { 'example.test/suspend': 'true' }, 'suspended by an annotation of its canary'],
  ['for other agents', { agentSelector: ['eu-*'] }, {}, 'suspended here: the agentSelector'],
  ['with replicas and annotations without effect', { replicas: 1, agentSelector: [] }, { suspend: 'false' }, null],
])('suspension: a canary %s', async (_name, settings, annotations, words) => {
  let asked = 0
  const { url } = await listen((_request, response) => {
    asked++
    response.end()
  })
  const spec = { schedule: '@every 1s', ...settings, http: [{ name: 'x', url: url.href }] }
  const canary = await addCanary(db, spec, { annotations })
  await startEngine()
  const [check] = await readCanaryChecks(db, canary)
  await eventually(async () => expect((await readCheckStatuses(db, check?.id ?? '')).length).toBeGreaterThan(0))
  const [said] = await readCheckStatuses(db, check?.id ?? '')
  expect([said?.status, asked > 0]).toEqual(words === null ? [true, true] : [null, false])
  if (words === null) return
  expect(said?.message).toContain(words)
  expect((await readCanaryChecks(db, canary))[0]).toMatchObject({ status: null, next_runtime: null })
})

test('clears the status of a healthy check that this backend no longer runs', async () => {
  const canary = await addCanary(db, { schedule: '@every 24h', exec: [{ name: 'x', script: 'true' }] })
  await db.run(sql`
    insert into checks (canary_id, type, name, status, last_runtime) values (${canary}, 'exec', 'x', 'healthy', now())`)
  await startEngine()
  await eventually(async () => expect((await readCanaryChecks(db, canary))[0]?.status).toBeNull())
})

test('survives a database that is unavailable for a while', async () => {
  const { url } = await listen((_request, response) => response.end())
  const canary = await addCanary(db, { interval: 1, http: [{ name: 'good', url: url.href }] })
  let isAway = false
  const guard = <T>(work: () => Promise<T>) => (isAway ? Promise.reject(new Error('Connection terminated')) : work())
  await startEngine({
    ...db,
    query: (statement) => guard(() => db.query(statement)),
    run: (statement) => guard(() => db.run(statement)),
  })
  await eventually(async () => expect((await readCanaryChecks(db, canary))[0]?.status).toBe('healthy'))
  isAway = true
  const before = engine.figures().started
  await eventually(async () => expect(engine.figures().started).toBeGreaterThan(before + 1))
  isAway = false
  const [check] = await readCanaryChecks(db, canary)
  // The runs of that time are stored as well.
  await eventually(async () =>
    expect((await readCheckStatuses(db, check?.id ?? '')).length).toBeGreaterThanOrEqual(engine.figures().started - 1)
  )
})

test('aborts hanging runs at once when stopping and stores nothing about them', async () => {
  const { port, open } = await tcpTarget()
  const canary = await addCanary(db, { interval: 1, http: [{ name: 'hangs', url: `http://127.0.0.1:${port}` }] })
  await startEngine()
  await eventually(async () => expect(open()).toBe(1))
  // No time passes, so the engine cannot wait for anything.
  await engine.stop()
  const [check] = await readCanaryChecks(db, canary)
  expect(await readCheckStatuses(db, check?.id ?? '')).toEqual([])
  await eventually(async () => expect(open()).toBe(0))
})

test('stores finished results when stopping', async () => {
  const { url } = await listen((_request, response) => response.end())
  const canary = await addCanary(db, { interval: 1, http: [{ name: 'good', url: url.href }] })
  await startEngine()
  // Finished, but not stored yet: results are collected for a moment.
  await eventually(async () => expect(engine.figures()).toMatchObject({ started: 1, running: 0 }))
  await engine.stop()
  const [check] = await readCanaryChecks(db, canary)
  expect(check?.status).toBe('healthy')
  expect(await readCheckStatuses(db, check?.id ?? '')).toHaveLength(1)
})

test('marks jobs that a previous process left running as stale', async () => {
  await db.run(
    sql`insert into job_history (name, status, time_start) values ('Canary', 'RUNNING', now() - interval '1 hour')`
  )
  const jobs = createJobEngine([], { db, log: silentLog, now: () => new Date(), hostname: 'here' })
  await jobs.start?.()
  onTestFinished(() => jobs.stop?.())
  expect(await db.query(sql`select status from job_history where name = 'Canary'`)).toEqual([{ status: 'STALE' }])
})
