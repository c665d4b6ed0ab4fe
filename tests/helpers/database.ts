import { afterAll, inject } from 'vitest'
import { type Db, takingTurns } from '../../server/db/db'
import { openPglite } from '../../server/db/pglite-connection'

/**
 * A migrated, empty, in-memory Postgres for one test file; closed when the file is done.
 * Call it at the top of the file: `const db = await testDatabase()`.
 */
export async function testDatabase(): Promise<Db> {
  const db = takingTurns(await openPglite(undefined, inject('databaseTemplate')))
  afterAll(() => db.close())
  return db
}
