import { expect, onTestFinished, test } from 'vitest'
import type { Db, Transaction } from '../../server/data/db/db'
import { openPostgres } from '../../server/data/db/postgres'
import { sql } from '../../server/data/db/sql'
import { startPostgres } from '../../server/sample/postgres'
import { drops, type Proxy, proxyTo } from '../helpers/proxy'

// A connection lost at any step fails only the work on it. With TEST_DATABASE_URL the connection is to a real Postgres,
// otherwise to a fake one.

const NO_ANSWER_AFTER_MS = 300
const statement = sql`select ${'in between'}::text as said`

async function opened(): Promise<{ db: Db; proxy: Proxy }> {
  const proxy = await proxyTo(await target())
  const db = await openPostgres(proxy.url, { noAnswerAfterMs: NO_ANSWER_AFTER_MS })
  onTestFinished(() => db.close())
  return { db, proxy }
}

async function target(): Promise<string> {
  const real = process.env['TEST_DATABASE_URL']
  if (real) return real
  const { port, stop } = await startPostgres(0)
  onTestFinished(stop)
  return `postgres://somebody@127.0.0.1:${port}/any`
}

/** The error of a transaction whose connection is lost at a step. */
const failures = {
  begin: { name: 'DatabaseUnavailableError', message: 'The connection to the database was lost.' },
  first: { name: 'DatabaseUnavailableError', message: 'The connection to the database was lost.' },
  second: { name: 'DatabaseUnavailableError', message: 'The connection to the database was lost.' },
  commit: { name: 'DatabaseUnavailableError', message: expect.stringContaining('may have been saved') },
  rollback: { message: 'changed my mind' },
}
const steps = (['begin', 'first', 'second', 'commit', 'rollback'] as const).flatMap((said) =>
  (['before', 'after'] as const).flatMap((when) => drops.map((drop) => [said, when, drop] as const))
)

const work = (fails: boolean) => async (tx: Transaction) => {
  await tx.query(sql`select ${'first'}::text`)
  await tx.run(sql`select ${'second'}::text`)
  if (fails) throw new Error('changed my mind')
}

test.each(steps)('fails for a connection lost at %s, %s the server received it (%s)', async (said, when, drop) => {
  const { db, proxy } = await opened()
  proxy.dropAt(said, drop, when)
  await expect(db.transaction(work(said === 'rollback'))).rejects.toMatchObject(failures[said])
  proxy.dropAt(undefined)
  await db.transaction(work(false))
})

test.each(drops.flatMap((drop) => (['asks', 'throws'] as const).map((then) => [drop, then] as const)))(
  'handles a connection that is %s between two statements, after which the work %s',
  async (drop, then) => {
    const { db, proxy } = await opened()
    const ended = db.transaction(async (tx) => {
      await tx.query(statement)
      await proxy.goAway(drop)
      if (then === 'throws') throw new Error('changed my mind')
      await tx.query(statement)
    })
    await expect(ended).rejects.toThrow(then === 'throws' ? 'changed my mind' : /was lost\.$/)
    proxy.comeBack()
    await db.transaction(work(false))
  }
)

test.each(drops)('fails single statements while the database is unreachable (%s) and recovers', async (drop) => {
  const { db, proxy } = await opened()
  proxy.dropAt('in between', drop)
  for (const ask of [() => db.query(statement), () => db.run(statement), () => db.script(`select 'in between'`)])
    await expect(ask()).rejects.toThrow(/was lost\. If this was a change, it may have been saved/)
  proxy.dropAt(undefined)
  await db.query(statement)
  if (drop === 'silent') return
  await proxy.goAway(drop)
  // More queries at once than there are connections.
  const asked = Array.from({ length: 25 }, () => db.query(statement))
  for (const result of await Promise.allSettled(asked))
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailableError' } })
  proxy.comeBack()
  await Promise.all(Array.from({ length: 25 }, () => db.query(statement)))
})

test('closes without waiting for a silent connection', async () => {
  const proxy = await proxyTo(await target())
  const db = await openPostgres(proxy.url)
  await proxy.goAway('silent')
  await expect(db.close()).resolves.toBeUndefined()
})
