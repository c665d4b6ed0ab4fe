import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { type Db, createQueuedDb } from '../../server/data/db/db'
import { migrate } from '../../server/data/db/migrate'
import { openPglite } from '../../server/data/db/pglite-connection'
import { openPostgres } from '../../server/data/db/postgres'

/**
 * A migrated, empty Postgres for one test file, removed at its end. Call it at the top of the file: `const db = await
 * testDatabase()`.
 *
 * It is embedded and in memory. With `TEST_DATABASE_URL` it is a new database on that server, so that the same tests
 * prove the same behaviour there.
 */
export async function testDatabase(): Promise<Db> {
  const server = process.env['TEST_DATABASE_URL']
  if (server) return externalDatabase(server)
  const template: string | undefined = inject('databaseTemplate')
  if (template === undefined) throw new Error('Tests with a database belong in tests/server/.')
  const db = createQueuedDb(await openPglite(undefined, template))
  afterAll(() => db.close())
  return db
}

async function externalDatabase(server: string): Promise<Db> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const owner = await openPostgres(server)
  await owner.script(`create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  const db = await openPostgres(url.href)
  afterAll(async () => {
    await db.close()
    await owner.script(`drop database ${name} with (force)`)
    await owner.close()
  })
  await migrate(db)
  return db
}
