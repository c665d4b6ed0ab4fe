import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ensureAdministrator, readCaller } from '../../server/identity/access/people'
import { sql } from '../../server/data/db/sql'
import { createHealthEngine } from '../../server/health/engine'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { addCanary, readCanaryChecks, silentLog, startEngine } from '../helpers/health'
import { evaluateHere } from '../helpers/evaluate-here'

// No canary, however it is written, stops the console or other checks from running.

const db = await testDatabase()
const { write, send, as } = await consoleApp(db)
as(await readCaller(db, (await ensureAdministrator(db)).id))

beforeEach(async () => {
  await db.script('delete from canaries; delete from job_history')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

const url = 'http://127.0.0.1:9'
const checks = (count: number) => Array.from({ length: count }, () => ({ url }))
const whole = { Prefer: 'return=representation' }
const add = (spec: unknown) =>
  write('POST', '/api/db/canaries?select=id', { name: 'web', namespace: 'shop', spec }, whole)
/** As a canary written before the limit existed. */
const addWithoutLimit = async (spec: object) => {
  await db.script('alter table canaries disable trigger limit_canary')
  const id = await addCanary(db, spec)
  await db.script('alter table canaries enable trigger limit_canary')
  return id
}

const tooMany: Record<string, unknown> = {
  'one more than allowed': { http: checks(1001) },
  'over two types': { http: checks(500), tcp: checks(501) },
  'over all types': Object.fromEntries(
    [
      'http',
      'tcp',
      'icmp',
      'dns',
      'exec',
      'folder',
      'redis',
      'postgres',
      'awsConfigRule',
      'databaseBackup',
      'webhook',
    ].map((type) => [type, checks(100)])
  ),
  'that are null': { http: Array.from({ length: 1001 }, () => null) },
  'that are texts': { dns: Array.from({ length: 1001 }, () => 'x') },
  'that are lists': { dns: Array.from({ length: 1001 }, () => []) },
  'of a type that does not exist': { frobnicate: checks(1001) },
  'as many as a body holds': { tcp: Array.from({ length: 200_000 }, () => 0) },
}

test.each(Object.entries(tooMany))('refuses to write a canary with too many checks: %s', async (_name, spec) => {
  const fault = {
    code: '23514',
    message: expect.stringMatching(/^A canary may have at most 1,000 checks; this one lists [\d,]+\. Split it/),
    details: null,
    hint: null,
  }
  const posted = await add(spec)
  expect([posted.status, await posted.json()]).toEqual([400, fault])
  const several = await write('POST', '/api/db/canaries', [
    { name: 'a', namespace: 'shop', spec: {} },
    { name: 'b', namespace: 'shop', spec },
  ])
  expect([several.status, await several.json()]).toEqual([400, fault])
  const { id } = ((await (await add({ http: checks(1) })).json()) as [{ id: string }])[0]
  const patched = await write('PATCH', `/api/db/canaries?id=eq.${id}`, { spec })
  expect([patched.status, await patched.json()]).toEqual([400, fault])
  const merged = await write(
    'POST',
    '/api/db/canaries?on_conflict=id',
    { id, name: 'web', namespace: 'shop', spec },
    { Prefer: 'resolution=merge-duplicates' }
  )
  expect([merged.status, await merged.json()]).toEqual([400, fault])
  const rows = await (await send('/api/db/canaries?select=name,spec')).json()
  expect(rows).toEqual([{ name: 'web', spec: { http: checks(1) } }])
})

const long = (length: number) => 'x'.repeat(length)

test.each<[string, { spec?: object; labels?: object }, string]>([
  ...['icon', 'interval', 'owner', 'schedule', 'severity'].map(
    (key) =>
      [key, { spec: { [key]: long(501), http: checks(2) } }, `The ${key} of a canary may have at most 500`] as [
        string,
        object,
        string,
      ]
  ),
  ['a list as its owner', { spec: { owner: { names: long(500) } } }, 'The owner of a canary may have at most 500'],
  ['a long label', { labels: { a: long(10_000) } }, 'The labels of a canary may have at most 10,000'],
  ['many labels', { labels: Object.fromEntries(checks(2000).map((_, at) => [at, 1])) }, 'The labels of a canary may'],
])('limits what is copied to each check of a canary: %s', async (_name, members, message) => {
  const answer = await write('POST', '/api/db/canaries', { name: 'a', namespace: 'shop', spec: {}, ...members })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: '23514', message: expect.stringContaining(message) },
  ])
})

test('writes a canary with the maximum number of checks', async () => {
  const answer = await add({ http: checks(600), tcp: checks(400) })
  expect(answer.status).toBe(201)
  const [{ id }] = (await answer.json()) as [{ id: string }]
  await startEngine(db)
  expect(await readCanaryChecks(db, id)).toHaveLength(1000)
})

test.each(['canary', 'text', 'list'])('ignores a spec that is not an object when counting: %s', async (kind) => {
  const spec = { canary: null, text: 'http', list: checks(2000) }[kind]
  expect((await add(spec)).status).toBeLessThan(500)
})

const random = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('')

test.each<[string, object, string]>([
  ['too many checks', { http: checks(1001) }, 'A canary may have at most 1,000 checks; this one lists 1,001.'],
  [
    'a long owner',
    { owner: long(9_000_000), http: checks(900) },
    'The owner of a canary may have at most 500 characters.',
  ],
  ['a long schedule', { schedule: long(9_000_000), http: checks(900) }, 'The schedule of a canary may have at most'],
  ['very many checks', { http: Array.from({ length: 200_000 }, () => 0) }, 'this one lists 200,000.'],
])('records the reason for a stored canary with %s and runs the others', async (_name, spec, words) => {
  const bad = await addWithoutLimit({ interval: 60, ...spec })
  // The checks it declared when that was still allowed.
  await db.run(sql`insert into checks (canary_id, type, name) values (${bad}, 'http', 'was run')`)
  const good = await addCanary(db, { interval: 60, http: checks(2) })
  const engine = await startEngine(db)
  expect((await readCanaryChecks(db, bad)).map(({ deleted }) => deleted)).toEqual([true])
  expect(await readCanaryChecks(db, good)).toHaveLength(2)
  expect(engine.figures().planned).toBe(2)
  await engine.stop()
  const history = sql`select resource_type, status, error_count, details from job_history where resource_id = `
  expect(await db.query(sql`${history}${bad}`)).toEqual([
    {
      resource_type: 'canary',
      status: 'FAILED',
      error_count: 1,
      details: { errors: [expect.stringContaining(words)] },
    },
  ])
  expect(await db.query(sql`${history}${good}`)).toEqual([])

  // It can still be corrected or deleted.
  expect((await write('PATCH', `/api/db/canaries?id=eq.${bad}`, { spec: { http: checks(1) } })).status).toBeLessThan(
    300
  )
  expect((await write('PATCH', `/api/db/canaries?id=eq.${bad}`, { deleted_at: 'now' })).status).toBeLessThan(300)
})

test.each<[string, object]>([
  ['a long name that does not compress', { name: random(100_000) }],
  ['a long address as its name', { url: `https://${random(100_000)}` }],
  ['a long name with half a character at the cut', { name: `${'n'.repeat(499)}${'😀'.repeat(1000)}` }],
  [
    'a long description, icon and namespace',
    { description: random(9999), icon: random(9999), namespace: random(9999) },
  ],
  ['a label for each letter of a book', { labels: Object.fromEntries(checks(10_000).map((_, at) => [`l${at}`, 'x'])) }],
  ['labels as long as a book', { labels: { [random(50_000)]: random(50_000) } }],
])('declares the other checks despite a check with %s', async (_name, check) => {
  const odd = await addCanary(db, { http: [check] })
  const good = await addCanary(db, { http: checks(2) })
  await startEngine(db)
  expect(await readCanaryChecks(db, odd)).toHaveLength(1)
  expect(await readCanaryChecks(db, good)).toHaveLength(2)
})

test('reports a canary whose checks Postgres refuses and runs the others', async () => {
  await db.script("alter table checks add constraint picky check (name <> 'refused')")
  onTestFinished(() => db.script('alter table checks drop constraint picky'))
  const bad = await addCanary(db, { http: [{ name: 'refused' }, { name: 'beside it' }] })
  const good = await addCanary(db, { http: checks(2) })
  const engine = await startEngine(db)
  expect(await readCanaryChecks(db, bad)).toEqual([])
  expect(await readCanaryChecks(db, good)).toHaveLength(2)
  await engine.stop()
  expect(await db.query(sql`select details from job_history where resource_id = ${bad}`)).toEqual([
    { details: { errors: [expect.stringContaining('Its checks cannot be stored: ')] } },
  ])
})

test('starts without waiting for the canaries, and stops without waiting for the rest of them', async () => {
  for (let at = 0; at < 50; at++) await addCanary(db, { http: checks(100) })
  const declared = async () => (await db.query(sql`select from checks`)).length
  const parts = { log: silentLog, now: () => new Date(), allowExec: false, hostname: 'here', evaluate: evaluateHere }
  const engine = createHealthEngine({ db, ...parts })
  await engine.start()
  expect(await declared()).toBeLessThan(5000)
  await engine.stop()
  expect(await declared()).toBeLessThan(5000)
  const log = vi.spyOn(silentLog, 'error')
  await engine.start()
  onTestFinished(() => engine.stop())
  await engine.whenPlanned()
  expect(engine.figures().planned).toBe(5000)
  expect(log).not.toHaveBeenCalled()
})

test('does not declare an unchanged canary again at a start', async () => {
  await addCanary(db, { http: checks(1) })
  const engine = await startEngine(db)
  const versions = () => db.query(sql`select xmin::text from checks`)
  const before = await versions()
  await engine.stop()
  await engine.start()
  await engine.whenPlanned()
  expect(await versions()).toEqual(before)
})
