import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { countChanges } from '../../server/catalog/maintenance'
import type { Db } from '../../server/data/db/db'
import { migrate } from '../../server/data/db/migrate'
import { openPgliteWorker } from '../../server/data/db/pglite'
import { openPostgres } from '../../server/data/db/postgres'
import { generateLargeCatalog, type LargeCatalogSize } from '../../server/sample/large-catalog'
import { temporaryFolder } from '../helpers/console-process'

const dist = new URL('../../dist/', `file://${process.cwd()}/tests/bench/`)

/** A generated installation: embedded, or in a new database of the Postgres of `TEST_DATABASE_URL`. */
export async function openLargeDatabase(wanted: LargeCatalogSize): Promise<{ db: Db; close: () => Promise<void> }> {
  const opened = await openDatabase()
  await generateLargeCatalog(opened.db, wanted)
  await countChanges(opened.db, new Date())
  return opened
}

async function openDatabase(): Promise<{ db: Db; close: () => Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (server) {
    const name = `bench_${randomUUID().replaceAll('-', '')}`
    const owner = await openPostgres(server)
    await owner.script(`create database ${name}`)
    const url = new URL(server)
    url.pathname = name
    const db = await openPostgres(url.href)
    await migrate(db)
    return {
      db,
      close: async () => {
        await db.close()
        await owner.script(`drop database ${name} with (force)`)
        await owner.close()
      },
    }
  }
  const data = temporaryFolder()
  const db = await openPgliteWorker({
    workerUrl: new URL('server/pglite-worker.js', dist),
    folder: data.path,
    seed: fileURLToPath(new URL('seed.tar.gz', dist)),
  })
  return {
    db,
    close: async () => {
      await db.close()
      data.remove()
    },
  }
}
