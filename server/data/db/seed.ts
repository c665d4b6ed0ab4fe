import { writeFile } from 'node:fs/promises'
import { createQueuedDb } from './db'
import { migrate } from './migrate'
import { openPglite } from './pglite-connection'

/** Creates a migrated, empty database and writes its data folder to `file` (a `.tar.gz`). Part of the build. */
export async function writeSeed(file: string): Promise<void> {
  const connection = await openPglite()
  await migrate(createQueuedDb(connection))
  const dump = await connection.database.dumpDataDir('gzip')
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  await connection.close()
}
