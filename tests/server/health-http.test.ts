import { beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { deferred } from '../../src/lib/deferred'
import { eventually } from '../helpers/eventually'
import { addCanary, readCanaryChecks, healthApp, startEngine, readCheckStatuses } from '../helpers/health'
import { listen } from '../helpers/listen'
import { tcpTarget } from '../helpers/targets'

const db = await testDatabase()
beforeEach(() => db.script('delete from canaries'))

/** One check of a canary that runs only on demand. */
async function setup(spec: object, type = 'http', settings: object = {}) {
  const canary = await addCanary(
    db,
    { schedule: '@never', ...settings, [type]: [{ name: 'it', ...spec }] },
    { labels: { team: 'shop' } }
  )
  const engine = await startEngine(db)
  const [check] = await readCanaryChecks(db, canary)
  return { ask: healthApp(engine, db), id: check?.id ?? '', canary, engine }
}

const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '')

type Summary = { duration: number; runnerName: string; checks_summary?: Record<string, unknown>[] }
const summaryOf = async (ask: Awaited<ReturnType<typeof setup>>['ask']) =>
  (await (await ask('/api/summary')).json()) as Summary

test('returns the result of a run on demand after storing it and its statistics [CALL-64]', async () => {
  const { url } = await listen((_request, response) => response.end())
  const { ask, id, canary } = await setup({ url: url.href, labels: { tier: 'gold' }, description: 'Front page' })
  const response = await ask(`/run/check/${id}`, { method: 'POST' })
  expect(response.status).toBe(200)
  const answer = await response.json()
  expect(answer).toEqual({
    name: 'it',
    namespace: 'default',
    description: 'Front page',
    labels: { tier: 'gold' },
    start: expect.stringMatching(/^\d{4}-.*Z$/),
    pass: true,
    duration: expect.any(Number),
    message: 'code=200',
    detail: { code: 200 },
  })
  expect((await readCanaryChecks(db, canary))[0]).toMatchObject({
    status: 'healthy',
    last_runtime: new Date(answer.start),
  })
  const { checks_summary: [row] = [] } = await summaryOf(ask)
  expect(row).toMatchObject({ status: 'healthy', uptime: { passed: 1, failed: 0, last_pass: expect.any(String) } })
})

test('returns 200 with the error of a failed check', async () => {
  const { url } = await listen((_request, response) => response.writeHead(500).end())
  const { ask, id, canary } = await setup({ url: url.href })
  const response = await ask(`/run/check/${id}`, { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ error: 'response code 500, expected 2xx', duration: expect.any(Number) }),
  ])
  expect((await readCanaryChecks(db, canary))[0]).toMatchObject({ status: 'unhealthy' })
})

test('reports that this backend does not run a check, which counts neither way', async () => {
  const { ask, id, canary } = await setup({}, 'kubernetes')
  const answer = await (await ask(`/run/check/${id}`, { method: 'POST' })).json()
  expect(answer).toMatchObject({ invalid: true, message: expect.stringContaining('not run by the embedded backend') })
  expect(answer).not.toHaveProperty('pass')
  expect((await readCanaryChecks(db, canary))[0]).toMatchObject({ status: null, last_runtime: null })
  const { checks_summary: [row] = [] } = await summaryOf(ask)
  expect(row).toMatchObject({ status: '', uptime: { passed: 0, failed: 0 } })
})

test('refuses to run a check of a suspended canary on demand', async () => {
  const { ask, id, canary } = await setup({ url: 'http://localhost' }, 'http', { replicas: 0 })
  const answer = await (await ask(`/run/check/${id}`, { method: 'POST' })).json()
  expect(answer).toMatchObject({ invalid: true, message: 'suspended: replicas is 0' })
  expect((await readCanaryChecks(db, canary))[0]).toMatchObject({ status: null, last_runtime: null })
})

test.each(['01990000-0000-7000-8000-00000000dead', 'nonsense', '%00'])(
  'returns 404 for running %s, which is not a check',
  async (id) => {
    const { ask } = await setup({ url: 'http://localhost' })
    const response = await ask(`/run/check/${id}`, { method: 'POST' })
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: expect.stringContaining('There is no check') },
    ])
  }
)

test('refuses to run a deleted check', async () => {
  const { ask, id } = await setup({ url: 'http://localhost' })
  await db.run(sql`update checks set deleted_at = now() where id = ${id}`)
  expect((await ask(`/run/check/${id}`, { method: 'POST' })).status).toBe(404)
})

test('aborts the run when the caller disconnects and stores nothing', async () => {
  const { port, open } = await tcpTarget()
  const { ask, id } = await setup({ url: `http://127.0.0.1:${port}` })
  const abort = new AbortController()
  const response = ask(`/run/check/${id}`, { method: 'POST', signal: abort.signal })
  await eventually(() => expect(open()).toBe(1))
  abort.abort()
  expect(await (await response).text()).toBe('')
  await eventually(() => expect(open()).toBe(0))
  expect(await readCheckStatuses(db, id)).toEqual([])
})

test('returns the same run to two concurrent callers', async () => {
  const asked = deferred()
  const release = deferred()
  let requests = 0
  const { url } = await listen(async (_request, response) => {
    requests++
    asked.resolve()
    await release.promise
    response.end()
  })
  const { ask, id } = await setup({ url: url.href })
  const first = ask(`/run/check/${id}`, { method: 'POST' })
  await asked.promise
  const second = ask(`/run/check/${id}`, { method: 'POST' })
  release.resolve()
  expect(await (await second).json()).toEqual(await (await first).json())
  expect(requests).toBe(1)
  expect(await readCheckStatuses(db, id)).toHaveLength(1)
})

test('lists live checks, including silenced ones, in the summary as canary-checker does', async () => {
  const { ask, id, canary } = await setup({ url: 'http://localhost', labels: { tier: 'gold' }, icon: 'http' })
  await db.run(sql`update checks set silenced_at = now() where id = ${id}`)
  await addCanary(db, { http: [] })
  const answer = await summaryOf(ask)
  expect(answer).toEqual({ duration: expect.any(Number), runnerName: 'test-host', checks_summary: [expect.anything()] })
  expect(answer.checks_summary?.[0]).toEqual({
    id,
    canary_id: canary,
    canary_name: expect.stringContaining('canary'),
    canary_namespace: 'default',
    name: 'it',
    namespace: 'default',
    type: 'http',
    status: '',
    labels: { team: 'shop', tier: 'gold' },
    latency: { rolling1h: 0 },
    uptime: { passed: 0, failed: 0 },
    icon: 'http',
    endpoint: 'http://localhost',
    silenced_at: expect.any(String),
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(await (await ask('/api/summary', { method: 'POST', body: '{}' })).json()).toMatchObject({
    runnerName: 'test-host',
  })
})

test('shows the target of a check in the summary without its password', async () => {
  const { ask } = await setup({ url: 'http://someone:secret@localhost/orders' })
  const { checks_summary: [row] = [] } = await summaryOf(ask)
  expect(row?.['endpoint']).toBe('http://localhost/orders')
})

test('changes the entity tag of the summary when a check changes, not with its duration', async () => {
  const { ask, id } = await setup({ url: 'http://127.0.0.1:1/' })
  const read = async () => {
    const answer = await ask('/api/summary')
    return { tag: answer.headers.get('ETag') ?? '', took: ((await answer.json()) as Summary).duration }
  }
  let ms = 1
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms *= 2))
  const [one, other] = [await read(), await read()]
  clock.mockRestore()
  expect(other.took).toBeGreaterThan(one.took)
  expect(other.tag).toBe(one.tag)
  await db.run(sql`update checks set description = 'another' where id = ${id}`)
  expect((await read()).tag).not.toBe(one.tag)
})

test('omits the list in the summary without checks', async () => {
  const { ask, id } = await setup({ url: 'http://localhost' })
  await db.run(sql`update checks set deleted_at = now() where id = ${id}`)
  expect(Object.keys(await summaryOf(ask)).toSorted()).toEqual(['duration', 'runnerName'])
})

test('groups runs into buckets in the graph: true only when every run passed', async () => {
  const { ask, id } = await setup({ url: 'http://localhost' })
  const minute = 60_000
  const base = Math.floor(Date.now() / minute) * minute
  const runs: [number, boolean | null, number][] = [
    [base - 10 * minute, true, 100],
    [base - 10 * minute + 1000, true, 300],
    [base - 5 * minute, true, 50],
    [base - 5 * minute + 1000, false, 150],
    // Not run, so no figure counts it.
    [base - 5 * minute + 2000, null, 9999],
    [base - 90 * minute, false, 1],
  ]
  for (const [at, status, duration] of runs)
    await db.run(
      sql`insert into check_statuses (check_id, time, status, duration) values (${id}, ${new Date(at)}, ${status}, ${duration})`
    )
  const graph = await (await ask(`/api/graph?check=${id}&count=300`)).json()
  expect(graph).toEqual({
    duration: expect.any(Number),
    runnerName: 'test-host',
    status: [
      { time: iso(base - 10 * minute), status: true, duration: 200, count: 2, passed: 2 },
      { time: iso(base - 5 * minute), duration: 100, count: 2, passed: 1, failed: 1 },
    ],
    latency: { p99: 300, p97: 300, p95: 300, rolling1h: 0 },
    uptime: { passed: 3, failed: 1, last_pass: iso(base - 5 * minute), last_fail: iso(base - 5 * minute + 1000) },
  })
  const since = new Date(base - 2 * 60 * minute).toISOString()
  const longer = await (await ask(`/api/graph?check=${id}&start=${since}`)).json()
  expect(longer.uptime).toMatchObject({ passed: 3, failed: 2 })
})

test('continues a graph beyond the single runs with hours and days', async () => {
  const { ask, id } = await setup({ url: 'http://localhost' })
  const day = 86_400_000
  const noon = (daysAgo: number) => new Date(Math.floor(Date.now() / day) * day - daysAgo * day + day / 2)
  await db.run(sql`insert into check_statuses (check_id, time, status, duration) values (${id}, ${noon(3)}, true, 10)`)
  await db.run(
    sql`insert into check_statuses_1h values (${id}, ${noon(40)}, 200, 10, 9, 1), (${id}, ${noon(3)}, 10, 1, 1, 0)`
  )
  await db.run(
    sql`insert into check_statuses_1d values (${id}, ${noon(100)}, 3000, 100, 100, 0), (${id}, ${noon(40)}, 200, 10, 9, 1)`
  )
  const graph = await (await ask(`/api/graph?check=${id}&start=200d`)).json()
  expect(graph.uptime).toMatchObject({ passed: 110, failed: 1 })
  expect(graph.status.map(({ count, duration }: { count: number; duration: number }) => [count, duration])).toEqual([
    [100, 30],
    [10, 20],
    [1, 10],
  ])
})

test('returns a null list in the graph of a check without runs', async () => {
  const { ask, id } = await setup({ url: 'http://localhost' })
  expect(await (await ask(`/api/graph?check=${id}&start=7d`)).json()).toMatchObject({
    status: null,
    latency: { rolling1h: 0 },
    uptime: { passed: 0, failed: 0 },
  })
})

test.each([
  ['', 'check must be the id'],
  ['check=7', 'check must be an id, not "7"'],
  ['check=01990000-0000-7000-8000-000000000000&start=1mo', 'start must be'],
  ['check=01990000-0000-7000-8000-000000000000&start=yesterday', 'start must be'],
  ['check=01990000-0000-7000-8000-000000000000&start=9999-01-01', 'start must be'],
  ['check=01990000-0000-7000-8000-000000000000&start=900000y', 'start must be'],
])('returns 400 with a sentence for graph?%s', async (query, words) => {
  const { ask } = await setup({ url: 'http://localhost' })
  const response = await ask(`/api/graph?${query}`)
  expect([response.status, await response.json()]).toEqual([400, { error: expect.stringContaining(words) }])
})
