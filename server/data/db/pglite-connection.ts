import { readFile } from 'node:fs/promises'
import { type Extension, PGlite, types } from '@electric-sql/pglite'
import { asDatabaseError, type DatabaseConnection } from './db'
import { sessionSettings } from './session'

/** PGlite as shipped turns fsync off (`-F`); an acknowledged write must survive a power cut. */
const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')

/** Values are already text (see sql.ts): Postgres parses them, not the driver. */
const serializers = Object.fromEntries(Object.keys(types.serializers).map((oid) => [oid, String]))

/** `numeric` would lose digits as a JavaScript number; as in `pg`, it remains text. */
const parsers = { [types.NUMERIC]: String, [types.INT8]: Number }

/**
 * Opens the embedded Postgres in this thread.
 * @param folder the data folder; undefined: in memory.
 * @param seed a dumped data folder (`.tar.gz`) for a new `folder`; without it `initdb` runs.
 */
export async function openPglite(
  folder?: string,
  seed?: string,
  extensions: Record<string, Extension> = {}
): Promise<DatabaseConnection & { database: PGlite }> {
  const database = await PGlite.create({
    extensions,
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(seed === undefined ? {} : { loadDataDir: new Blob([new Uint8Array(await readFile(seed))]) }),
    startParams,
    serializers,
    parsers,
  })
  for (const [name, value] of Object.entries(sessionSettings)) await database.exec(`set ${name} = ${value}`)
  return {
    database,
    query: async (text, values) => {
      try {
        const { rows, affectedRows } = await database.query<Record<string, unknown>>(text, [...values])
        return { rows, affected: affectedRows ?? 0 }
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
    script: async (text) => {
      try {
        await database.exec(text)
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
    close: () => database.close(),
  }
}
