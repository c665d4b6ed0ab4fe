import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { openPgliteWorker } from '../../server/data/db/pglite'
import { sql } from '../../server/data/db/sql'
import { actFor } from '../../server/data/db/turns'
import { temporaryFolder } from '../helpers/console-process'

// The database thread exists only in the build, so its tests are next to those of the built program.
const workerUrl = new URL('../../dist/server/pglite-worker.js', import.meta.url)
/** Milliseconds: enough for a statement that ends, also on a busy machine. */
const requestTimeoutMs = 2500
const seed = fileURLToPath(new URL('../../dist/seed.tar.gz', import.meta.url))

const data = temporaryFolder()
let db: Awaited<ReturnType<typeof openPgliteWorker>>
test.beforeAll(async () => {
  db = await openPgliteWorker({
    workerUrl,
    folder: data.path,
    seed,
    statementTimeoutMs: requestTimeoutMs * 2,
    requestLimits: { readMs: requestTimeoutMs, writeMs: requestTimeoutMs },
  })
})
test.afterAll(async () => {
  await db.close()
  await expect(db.query(sql`select 1`), 'a closed database says so').rejects.toThrow('The database is closed')
  data.remove()
})

/** A statement that never ends by itself. */
const endless = sql`select count(*) from generate_series(1, 100000000000)`

test('ends a statement that runs too long, keeps committed data, and continues with other statements', async () => {
  await db.script('create table console.kept (n int); insert into console.kept values (1)')
  const ended = db.query(endless)
  const asked = db.requests.query(endless)
  const after = db.query(sql`select n from console.kept`)
  await expect(ended).rejects.toMatchObject({ code: '57014' })
  await expect(asked).rejects.toMatchObject({ code: '57014' })
  expect(await after).toEqual([{ n: 1 }])
})

test('rolls back the transaction of a statement that runs too long', async () => {
  await db.script('create table console.undone (n int)')
  const ended = db.requests.transaction(async (tx) => {
    await tx.run(sql`insert into console.undone values (1)`)
    await tx.query(endless)
  })
  await expect(ended).rejects.toMatchObject({ code: '57014' })
  expect(await db.query(sql`select n from console.undone`)).toEqual([])
})

test('cancels a statement without a new start of the database', async () => {
  // A temporary table ends with its session.
  await db.script('create temp table session_data as select 1 as n')
  const matching = sql`select count(*) from generate_series(1, 100000000) as n where repeat(n::text, 100) ~* '(a|b)+c'`
  const looping = sql`do $$ begin loop end loop; end $$`
  for (const slow of [matching, looping]) await expect(db.requests.query(slow)).rejects.toMatchObject({ code: '57014' })
  expect(await db.query(sql`select n from session_data`)).toEqual([{ n: 1 }])
})

test('interrupts a long read for the request of another person', async () => {
  const done: string[] = []
  const long = actFor('ada', () => db.requests.query(endless)).catch(() => void done.push('long'))
  const short = actFor('bo', () => db.requests.query(sql`select 1`)).then(() => void done.push('short'))
  await Promise.all([long, short])
  expect(done).toEqual(['short', 'long'])
})

test('does not block the main thread during a statement', async () => {
  const busy = db.query(sql`select count(*) from generate_series(1, 1000000)`)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await busy
  clearInterval(timer)
  // On this thread the statement would be one long pause.
  expect(turns).toBeGreaterThan(10)
})
