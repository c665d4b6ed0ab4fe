import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../helpers/database'
import { deferred } from '../../src/lib/deferred'
import { addCanary, readCanaryChecks, healthApp, startEngine, readCheckStatuses } from '../helpers/health'
import { freePort, listen } from '../helpers/listen'
import type { CheckExplanation } from '../../server/health/execute'

const db = await testDatabase()
beforeEach(() => db.script('delete from canaries'))

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Explains a check that is not saved. */
async function explained(type: string, spec: object, allowExec = false): Promise<CheckExplanation> {
  const ask = healthApp(await startEngine(db, { allowExec }), db)
  const response = await ask('/explain', post({ type, spec }))
  expect(response.status).toBe(200)
  return response.json()
}

test('reports request, response and deciding rule of a run and stores nothing', async () => {
  const { url } = await listen((_request, response) => response.writeHead(503, { 'x-why': 'busy' }).end('not now'))
  const canary = await addCanary(db, {
    schedule: '@never',
    http: [{ name: 'it', url: url.href, thresholdMillis: 9000 }],
  })
  const ask = healthApp(await startEngine(db), db)
  const [check] = await readCanaryChecks(db, canary)
  const response = await ask(`/explain/check/${check?.id}`, { method: 'POST' })
  const explanation: CheckExplanation = await response.json()
  expect(explanation.outcome).toMatchObject({ kind: 'failed', error: 'response code 503, expected 2xx' })
  expect(explanation.rules).toEqual([
    { member: 'responseCodes', holds: false, says: 'response code 503, expected 2xx' },
    { member: 'thresholdMillis', holds: true, says: expect.stringMatching(/^took \d+ ms$/) },
  ])
  expect(explanation.steps).toEqual([
    {
      asked: expect.stringContaining(`GET ${url.href}\nUser-Agent: mission-control-console`),
      answered: expect.stringMatching(/^503\nx-why: busy\n[^]*\n\nnot now$/),
      durationMs: expect.any(Number),
    },
  ])
  expect(await readCheckStatuses(db, check?.id ?? '')).toEqual([])
  expect((await readCanaryChecks(db, canary))[0]?.last_runtime).toBeNull()
})

test('reports every redirect as a step', async () => {
  const { url } = await listen(({ url: path }, response) =>
    path === '/b' ? response.end('there') : response.writeHead(302, { location: '/b' }).end()
  )
  const { steps } = await explained('http', { url: url.href })
  expect(steps.map(({ asked, answered }) => [asked.split('\n')[0], answered?.split('\n')[0]])).toEqual([
    [`GET ${url.href}`, '302'],
    [`GET ${url.href}b`, '200'],
  ])
})

test('reports why a target cannot be reached, without any rule', async () => {
  const port = await freePort()
  const { outcome, steps, rules } = await explained('tcp', { endpoint: `127.0.0.1:${port}` })
  expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('ECONNREFUSED') })
  expect(steps).toEqual([
    {
      asked: `Connect to 127.0.0.1:${port}`,
      error: expect.stringContaining('ECONNREFUSED'),
      durationMs: expect.any(Number),
    },
  ])
  expect(rules).toEqual([])
})

test('reports why a check is not run', async () => {
  expect((await explained('kubernetes', { kind: 'Pod' })).outcome).toEqual({
    kind: 'notRun',
    message: 'not run by the embedded backend: kubernetes checks need a Mission Control backend',
  })
  expect((await explained('exec', { script: 'true' })).outcome).toMatchObject({
    kind: 'notRun',
    message: expect.stringContaining('--allow-exec'),
  })
})

const SECRET = 'pa$$ wörd/7"'

test.each([
  ['a password', { username: 'ann', password: SECRET }],
  ['a password in the address', { userinfo: `ann:${encodeURIComponent(SECRET)}@` }],
  ['a header', { headers: [{ name: 'X-Key', value: SECRET.replace('ö', 'o') }] }],
  ['a header that carries credentials', { headers: [{ name: 'Authorization', value: 'Bearer c2VjcmV0' }] }],
])(
  'redacts %s in the explanation, even where the target echoes it',
  async (_, { userinfo = '', ...spec }: Record<string, unknown>) => {
    const { url } = await listen((request, response) => {
      const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
      // The server repeats it unchanged, in clear, as JSON and in an address.
      const [, word = ''] = basic.split(/:(.*)/s)
      response.writeHead(500, { 'x-echo': encodeURIComponent(word), 'set-cookie': 'a=b' })
      response.end(JSON.stringify([request.headers, request.rawHeaders, basic, word]))
    })
    const target = url.href.replace('//', `//${String(userinfo)}`)
    const text = JSON.stringify(await explained('http', { url: target, responseContent: 'x', ...spec }))
    expect(text).toContain('***')
    for (const word of [SECRET, SECRET.replace('ö', 'o'), 'c2VjcmV0'])
      for (const written of [
        word,
        encodeURIComponent(word),
        JSON.stringify(word),
        Buffer.from(`ann:${word}`).toString('base64'),
      ])
        expect(text).not.toContain(written)
  }
)

test('redacts a secret of a script and its output', async () => {
  const { steps, outcome } = await explained(
    'exec',
    { script: 'echo "$KEY"', env: [{ name: 'KEY', value: SECRET }] },
    true
  )
  expect(steps).toEqual([
    { asked: expect.stringContaining('echo "$KEY"'), answered: 'Exit code 0\n\n***', durationMs: expect.any(Number) },
  ])
  expect(outcome).toMatchObject({ kind: 'passed', message: '***' })
})

test("applies the canary's template values to a draft of a saved check", async () => {
  const { url } = await listen((_request, response) => response.end('there'))
  const http = [{ name: 'it', url: '$(.address)' }]
  const canary = await addCanary(db, { schedule: '@never', env: { address: url.href }, http })
  const ask = healthApp(await startEngine(db), db)
  const [check] = await readCanaryChecks(db, canary)
  const changed = { type: 'http', spec: { name: 'it', url: '$(.address)changed' } }
  const explanation: CheckExplanation = await (await ask('/explain', post({ ...changed, check: check?.id }))).json()
  expect(explanation.steps.map(({ asked }) => asked.split('\n')[0])).toEqual([`GET ${url.href}changed`])
  expect((await explained('http', changed.spec)).outcome.kind).toBe('notRun')
  const gone = await ask('/explain', post({ ...changed, check: '5a000000-0000-4000-8000-000000000000' }))
  expect(gone.status).toBe(404)
})

test('cuts a long response after redacting its secrets', async () => {
  const { url } = await listen((_request, response) => response.end(`${'x'.repeat(4040)}${SECRET}${'y'.repeat(4000)}`))
  const { steps } = await explained('http', { url: url.href, password: SECRET })
  expect(steps[0]?.answered).toMatch(/…$/)
  expect(steps[0]?.answered?.length).toBeLessThan(4200)
  expect(steps[0]?.answered).not.toContain('pa$')
})

test('refuses a body that is not a check, and an unknown check', async () => {
  const ask = healthApp(await startEngine(db), db)
  for (const body of [undefined, 7, {}, { type: 'http' }, { type: 'http', spec: [] }, { type: '', spec: {} }])
    expect((await ask('/explain', post(body))).status).toBe(400)
  for (const id of ['7', '0194f6aa-0000-7000-8000-000000000000'])
    expect((await ask(`/explain/check/${id}`, { method: 'POST' })).status).toBe(404)
})

test('explains at most four checks at once', async () => {
  const gate = deferred<void>()
  const { url } = await listen((_request, response) => void gate.promise.then(() => response.end()))
  const ask = healthApp(await startEngine(db), db)
  const once = () => ask('/explain', post({ type: 'http', spec: { url: url.href } }))
  const going = Array.from({ length: 4 }, once)
  expect((await once()).status).toBe(429)
  gate.resolve()
  for (const one of going) expect((await one).status).toBe(200)
  expect((await once()).status).toBe(200)
})
