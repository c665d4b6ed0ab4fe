import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { openPgliteWorker } from '../../server/db/pglite'
import { sql } from '../../server/db/sql'
import { temporaryFolder } from '../helpers/console-process'

// The database thread exists only as a build product, so its tests live with those of the built program.
const workerUrl = new URL('../../dist/server/pglite-worker.js', import.meta.url)
/** Enough for what ends, on a busy machine too; what does not end waits as long. */
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
    requestTimeoutMs,
  })
})
test.afterAll(async () => {
  await db.close()
  await expect(db.query(sql`select 1`), 'a closed database says so').rejects.toThrow('The database is closed')
  data.remove()
})

/** Never comes to an end by itself. */
const endless = sql`select count(*) from generate_series(1, 100000000000)`

test('a statement that runs too long is ended; what was committed stays, and others go on', async () => {
  await db.script('create table console.kept (n int); insert into console.kept values (1)')
  const ended = db.query(endless)
  const asked = db.requests.query(endless)
  const after = db.query(sql`select n from console.kept`)
  await expect(ended).rejects.toMatchObject({ code: '57014' })
  await expect(asked).rejects.toMatchObject({ code: '57014' })
  expect(await after).toEqual([{ n: 1 }])
})

test('a statement that runs too long takes its transaction with it', async () => {
  await db.script('create table console.undone (n int)')
  const ended = db.requests.transaction(async (tx) => {
    await tx.run(sql`insert into console.undone values (1)`)
    await tx.query(endless)
  })
  await expect(ended).rejects.toMatchObject({ code: '57014' })
  expect(await db.query(sql`select n from console.undone`)).toEqual([])
})

test('a busy statement does not hold up this thread', async () => {
  const busy = db.query(sql`select count(*) from generate_series(1, 1000000)`)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await busy
  clearInterval(timer)
  // On this thread the statement would be one pause, however long it takes.
  expect(turns).toBeGreaterThan(10)
})
