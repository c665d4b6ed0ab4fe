import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../server/data/db/db'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { addCanary, readCanaryChecks, healthApp, startEngine, readCheckStatuses } from '../helpers/health'
import { listen } from '../helpers/listen'

const db = await testDatabase()
const transform = { expr: 'json.alerts' }

/** A canary whose check is transformed into the alerts of its target, and an engine that runs it. */
async function alerting(more: object = {}, beside: object[] = [], engineDb: Db = db) {
  let alerts: unknown = []
  const { url } = await listen((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ alerts }))
  )
  const source = { name: 'alerts', url: url.href, transform, ...more }
  const canary = await addCanary(db, {
    schedule: '@never',
    owner: 'shop',
    severity: 'high',
    icon: 'bell',
    http: [source, ...beside.map((one) => ({ url: url.href, ...one }))],
  })
  const engine = await startEngine(engineDb)
  const rows = () => readCanaryChecks(db, canary)
  const row = async (name: string) => (await rows()).find((one) => one.name === name)
  const run = async (given: unknown, name = 'alerts') => {
    alerts = given
    return engine.runCheck((await row(name))?.id ?? '', new AbortController().signal)
  }
  const live = async () =>
    Object.fromEntries(
      (await rows()).flatMap(({ name, status, deleted, transformed }) =>
        transformed && !deleted ? [[name, status]] : []
      )
    )
  const give = (given: unknown) => void (alerts = given)
  return { canary, source, url, engine, give, run, rows, row, live }
}

test('adds transformed checks to the canary, with results of their own', async () => {
  const { canary, run, row, live } = await alerting()
  await run([
    { name: 'disk', pass: true, message: 'half full', labels: { zone: 'eu' }, detail: { used: 0.5 }, duration: 4 },
    { name: 'fan', message: 'stands still', type: 'alert', icon: 'fan', namespace: 'cellar', endpoint: 'https://fan' },
    { name: 'odd', invalid: true, error: 'cannot be read' },
  ])
  expect(await live()).toEqual({ disk: 'healthy', fan: 'unhealthy', odd: 'unhealthy' })
  const rows = await db.query(sql`
    select name, type, namespace, icon, labels, owner, severity, spec ->> 'endpoint' as endpoint, status
    from checks where canary_id = ${canary} and transformed order by name`)
  const same = { owner: 'shop', severity: 'high' }
  expect(rows).toMatchObject([
    { ...same, name: 'disk', type: 'http', namespace: 'default', icon: 'bell', labels: { zone: 'eu' }, endpoint: null },
    { ...same, name: 'fan', type: 'alert', namespace: 'cellar', icon: 'fan', labels: {}, endpoint: 'https://fan' },
    { ...same, name: 'odd', type: 'http' },
  ])
  const disk = await readCheckStatuses(db, (await row('disk'))?.id ?? '')
  expect(disk).toMatchObject([{ status: true, message: 'half full', duration: 4, details: { used: 0.5 } }])
  const odd = await readCheckStatuses(db, (await row('odd'))?.id ?? '')
  expect(odd).toMatchObject([{ status: false, invalid: true, error: 'cannot be read' }])
})

test('updates transformed checks in a later run and records a failure as an event', async () => {
  const { run, row, live } = await alerting()
  await run([{ name: 'disk', pass: true }])
  await run([{ name: 'disk', pass: false, message: 'full' }])
  expect(await live()).toEqual({ disk: 'unhealthy' })
  const { id = '' } = (await row('disk')) ?? {}
  expect((await readCheckStatuses(db, id)).map(({ status }) => status)).toEqual([true, false])
  const events = await db.query<{ name: string }>(sql`
    select name from event_queue where properties ->> 'id' = ${id} order by created_at`)
  expect(events.map(({ name }) => name)).toEqual(['check.passed', 'check.failed'])
})

test.each([
  ['MarkHealthy', 'healthy', [false, true]],
  ['MarkUnhealthy', 'unhealthy', [false, false]],
  ['Ignore', 'unhealthy', [false]],
  [undefined, 'unhealthy', [false]],
])('deletes a check that is no longer returned, with %s as %s', async (transformDeleteStrategy, status, results) => {
  const { run, row, live } = await alerting({ transformDeleteStrategy })
  await run([{ name: 'disk' }, { name: 'fan', pass: true }])
  await run([{ name: 'fan', pass: true }])
  expect(await live()).toEqual({ fan: 'healthy' })
  const disk = await row('disk')
  expect(disk).toMatchObject({ deleted: true, status })
  expect((await readCheckStatuses(db, disk?.id ?? '')).map((one) => one.status)).toEqual(results)
  // A check that returns is the same check.
  await run([{ name: 'disk', pass: true }])
  expect(await row('disk')).toMatchObject({ id: disk?.id, deleted: false, status: 'healthy' })
  await run([])
  expect(await live()).toEqual({})
})

test("prefers an entry's own strategy, and deletes an ended entry but not one with a future end", async () => {
  const { run, row, live } = await alerting({ transformDeleteStrategy: 'Ignore' })
  await run([
    { name: 'disk', transformDeleteStrategy: 'MarkHealthy' },
    { name: 'fan', deletedAt: '2099-01-01T00:00:00Z' },
  ])
  expect(await live()).toEqual({ disk: 'unhealthy', fan: 'unhealthy' })
  await run([{ name: 'fan', deletedAt: '2020-01-01T00:00:00Z' }])
  expect(await live()).toEqual({})
  expect(await row('disk')).toMatchObject({ status: 'healthy', deleted: true })
  expect(await row('fan')).toMatchObject({ status: 'unhealthy', deleted: true })
})

test('keeps the transformed checks when their target fails', async () => {
  const { run, live } = await alerting({ responseContent: 'disk' })
  await run([{ name: 'disk', pass: true }])
  await run([])
  expect(await live()).toEqual({ disk: 'healthy' })
})

test('keeps the owner of a name that is taken, and reports it at the source', async () => {
  const { run, row, rows } = await alerting({}, [{ name: 'mine' }, { name: 'other', transform }])
  await run([{ name: 'disk', pass: true }])
  await run([{ name: 'disk' }, { name: 'mine' }, { name: 'alerts' }, { name: 'free', pass: true }], 'other')
  expect(await row('disk')).toMatchObject({ status: 'healthy' })
  expect(await row('mine')).toMatchObject({ transformed: false, status: null, deleted: false })
  expect(await row('alerts')).toMatchObject({ transformed: false, status: 'healthy' })
  expect(await row('free')).toMatchObject({ transformed: true, status: 'healthy' })
  expect(await rows()).toHaveLength(5)
  const [told] = await readCheckStatuses(db, (await row('other'))?.id ?? '')
  expect(told?.message).toBe(
    'code=200 (disk, mine and alerts not created: the canary already has checks of these names)'
  )
})

test('deletes transformed checks with their source or its transformation, and adopts one that is declared later', async () => {
  const { canary, source, url, run, engine, row } = await alerting({}, [{ name: 'other', transform }])
  await run([
    { name: 'disk', pass: true },
    { name: 'fan', pass: true },
  ])
  await run([{ name: 'lamp', pass: true }], 'other')
  await engine.stop()
  const { transform: _, ...plain } = source
  const http = [plain, { name: 'other', url: url.href, transform }, { name: 'fan', url: url.href }]
  await db.run(
    sql`update canaries set spec = ${JSON.stringify({ schedule: '@never', http })}::jsonb where id = ${canary}`
  )
  const second = await startEngine(db)
  expect(await row('disk')).toMatchObject({ deleted: true })
  expect(await row('fan')).toMatchObject({ deleted: false, transformed: false })
  expect(await row('lamp')).toMatchObject({ deleted: false, transformed: true })
  expect(await second.runCheck((await row('fan'))?.id ?? '', new AbortController().signal)).toMatchObject({
    outcome: { kind: 'passed' },
  })
  await second.stop()
  const left = JSON.stringify({
    schedule: '@never',
    http: [
      { name: 'other', url: url.href, transform: { expr: '' } },
      { name: 'fan', url: url.href },
    ],
  })
  await db.run(sql`update canaries set spec = ${left}::jsonb where id = ${canary}`)
  await startEngine(db)
  expect(await row('lamp')).toMatchObject({ deleted: true })
})

test('runs the source of a transformed check and returns the result of the requested one', async () => {
  const { engine, run, row, rows, give } = await alerting()
  const ask = healthApp(engine, db)
  const runNow = async (name: string) => {
    const answer = await ask(`/run/check/${(await row(name))?.id}`, { method: 'POST' })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  await run([{ name: 'disk', pass: true }, { name: '\u0000fan' }])
  const { id = '' } = (await row('disk')) ?? {}
  give([{ name: 'disk', message: 'full', detail: { used: 1 }, duration: 7, labels: { zone: 'eu' } }, { name: 'fan' }])
  const said = { name: 'disk', error: 'full', detail: { used: 1 }, duration: 7, labels: { zone: 'eu' } }
  const answer = await runNow('disk')
  expect(answer).toMatchObject(said)
  expect(answer).not.toHaveProperty('pass')
  expect(await readCheckStatuses(db, id)).toHaveLength(2)
  give([
    { name: 'disk', pass: true, message: 'half full' },
    { name: 'fan', invalid: true, error: 'unreadable' },
  ])
  expect(await runNow('disk')).toMatchObject({ name: 'disk', pass: true, message: 'half full' })
  expect(await runNow('fan')).toMatchObject({ name: 'fan', invalid: true, error: 'unreadable' })

  give('no list')
  const whyNone = await runNow('disk')
  expect(whyNone).toMatchObject({ name: 'disk', invalid: true })
  expect(whyNone.message).toMatch(/^alerts, which creates this check, failed: transform\.expr cannot be applied/)
  const explained = await ask(`/explain/check/${id}`, { method: 'POST' })
  expect([explained.status, await explained.text()]).toEqual([409, expect.stringContaining('created by alerts')])
  give([{ name: 'fan' }])
  expect(await runNow('disk')).toMatchObject({
    invalid: true,
    message: 'alerts, which creates this check, no longer returns it',
  })
  // A deleted check has no source.
  expect((await rows()).find(({ name }) => name === 'disk')).toMatchObject({ deleted: true })
  expect((await ask(`/run/check/${id}`, { method: 'POST' })).status).toBe(404)
})

test('writes only results when a run returns the same as the last one', async () => {
  const { canary, run, live } = await alerting()
  const given = [
    { name: 'disk', pass: true, labels: { zone: 'eu' } },
    { name: 'fan', icon: 'fan' },
  ]
  await run(given)
  await db.script(`
    create table writes (name text);
    create function note_write() returns trigger language plpgsql
      as $$ begin insert into writes values (new.name); return null; end $$;
    create trigger note_write after update on checks for each row
      when (new.transformed and new.canary_id = '${canary}') execute function note_write()`)
  onTestFinished(() => db.script('drop function note_write cascade; drop table writes'))
  const writes = async () => (await db.query(sql`delete from writes returning name`)).map(({ name }) => name).toSorted()
  await run([{ ...given[0], pass: false }, { ...given[1] }])
  expect(await writes()).toEqual(['disk', 'fan'])
  expect(await live()).toEqual({ disk: 'unhealthy', fan: 'unhealthy' })
  await run([given[0], { name: 'fan', icon: 'snow' }])
  expect(await writes()).toEqual(['disk', 'fan', 'fan'])
})

const isOfAll = (text: string) => text.includes('checks.silenced_at is null')

test('does not read all checks again when only transformed checks change', async () => {
  const asked: string[] = []
  const query: Db['query'] = (statement) => {
    asked.push(statement.render().text)
    return db.query(statement)
  }
  const { run, source, canary } = await alerting({}, [], { ...db, query })
  const looks = () => ({
    ofMade: asked.filter((text) => text.includes("transformed and spec ? 'transformedFrom'")).length,
    ofAll: asked.filter(isOfAll).length,
  })
  // The checks that an engine adds are a change that it sees at its next sync.
  const isSettled = () => {
    const [last = 0, one = 0] = asked.flatMap((text, at) => (text.includes('is_made') ? [at] : [])).toReversed()
    return one > 0 && !asked.slice(one, last).some(isOfAll)
  }
  await expect.poll(isSettled, { timeout: 10_000 }).toBe(true)
  const before = looks()
  await run([{ name: 'disk', pass: true }])
  await expect.poll(() => looks().ofMade, { timeout: 10_000 }).toBe(before.ofMade + 1)
  expect(looks().ofAll).toBe(before.ofAll)
  // A changed canary is a change as well.
  const spec = JSON.stringify({ schedule: '@never', http: [{ ...source, description: 'edited' }] })
  await db.run(sql`update canaries set spec = ${spec}::jsonb where id = ${canary}`)
  await expect.poll(() => looks().ofAll, { timeout: 10_000 }).toBeGreaterThan(before.ofAll)
})

test('creates a thousand checks and keeps user-defined names unchanged', async () => {
  const { run, live } = await alerting()
  const names = ["a'); drop table checks; --", '\u0000nul', 'half \ud800', '__proto__', 'x'.repeat(5000), 'ünï']
  const entries = Array.from({ length: 1000 }, (_, at) => ({ name: names[at] ?? `item ${at}`, pass: true }))
  await run(entries)
  const all = Object.keys(await live())
  expect(all).toHaveLength(1000)
  expect(all).toEqual(expect.arrayContaining([names[0], 'nul', 'half \ufffd', `${'x'.repeat(500)}…`, 'ünï']))
  expect(await run([...entries, { name: 'one more' }])).toMatchObject({
    outcome: { kind: 'failed', error: expect.stringContaining('at most 1000') },
  })
  expect(Object.keys(await live())).toHaveLength(1000)
})
