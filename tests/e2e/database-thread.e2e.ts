import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { openPgliteWorker } from '../../server/db/pglite'
import { sql } from '../../server/db/sql'
import { temporaryFolder } from '../helpers/console-process'

// The database thread exists only as a build product, so its tests live with those of the built program.
const workerUrl = new URL('../../dist/server/pglite-worker.js', import.meta.url)
const seed = fileURLToPath(new URL('../../dist/seed.tar.gz', import.meta.url))

test('a statement that runs too long is ended; what was committed stays, and others go on', async () => {
  const data = temporaryFolder()
  const db = await openPgliteWorker({ workerUrl, folder: data.path, seed, statementTimeoutMs: 700 })
  await db.script('create table console.kept (n int); insert into console.kept values (1)')
  const endless = db.query(sql`select count(*) from generate_series(1, 100000000000)`)
  const after = db.query(sql`select n from console.kept`)
  await expect(endless).rejects.toMatchObject({ code: '57014' })
  expect(await after).toEqual([{ n: 1 }])
  await db.close()
  data.remove()
})

test('a statement that runs too long takes its transaction with it', async () => {
  const data = temporaryFolder()
  const db = await openPgliteWorker({ workerUrl, folder: data.path, seed, statementTimeoutMs: 700 })
  await db.script('create table console.kept (n int)')
  const endless = db.transaction(async (tx) => {
    await tx.run(sql`insert into console.kept values (1)`)
    await tx.query(sql`select count(*) from generate_series(1, 100000000000)`)
  })
  await expect(endless).rejects.toMatchObject({ code: '57014' })
  expect(await db.query(sql`select n from console.kept`)).toEqual([])
  await db.close()
  data.remove()
})

test('a busy statement does not hold up this thread', async () => {
  const data = temporaryFolder()
  const db = await openPgliteWorker({ workerUrl, folder: data.path, seed })
  const busy = db.query(sql`select count(*) from generate_series(1, 3000000)`)
  let longestMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  }, 5)
  await busy
  clearInterval(timer)
  // The statement takes some hundred milliseconds; on this thread it would be one pause as long as itself.
  expect(longestMs).toBeLessThan(150)
  await db.close()
  data.remove()
})

test('a closed database says so', async () => {
  const data = temporaryFolder()
  const db = await openPgliteWorker({ workerUrl, folder: data.path, seed })
  await db.close()
  await expect(db.query(sql`select 1`)).rejects.toThrow('The database is closed')
  data.remove()
})
