import { access, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../platform/usage'
import type { Db } from './db'
import { openPgliteWorker } from './pglite'
import { openPostgres } from './postgres'

/** Files of the build that the embedded database needs. */
export type BuiltFiles = {
  /** The worker thread that runs Postgres. */
  workerUrl: URL
  /** A migrated, empty data folder: saves the seconds that `initdb` and the migrations take. */
  seed: string
}

/**
 * Opens the embedded Postgres in `dataFolder`, which the caller has claimed.
 *
 * @param limits `{ statementTimeoutMs: null }` for offline tools, whose statements have no time limit
 * @throws {UsageError} when the database cannot be opened, with the path and what to do.
 */
export async function openEmbedded(
  dataFolder: string,
  { workerUrl, seed }: BuiltFiles,
  limits: { statementTimeoutMs?: null } = {}
): Promise<Db> {
  const folder = join(dataFolder, 'postgres')
  // Written after the first successful opening. Without it the folder contains no data yet, so an interrupted first
  // start begins again instead of failing on a broken folder.
  const ready = join(dataFolder, 'postgres.ready')
  if (!(await exists(ready))) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const db = await openPgliteWorker({ workerUrl, folder, seed, ...limits })
    await writeDurably(ready, 'The database beside this file is complete.\n', dataFolder)
    return db
  }
  try {
    return await openPgliteWorker({ workerUrl, folder, ...limits })
  } catch (error) {
    throw new UsageError(
      `The database in ${folder} cannot be opened (${messageOf(error)}): restore it from a backup, or move ${dataFolder} away to start with an empty one.`
    )
  }
}

/** @throws {UsageError} with the name of the server, never the password. */
export async function openExternal(url: URL): Promise<Db> {
  try {
    return await openPostgres(url.href)
  } catch (error) {
    const name = decodeURIComponent(url.pathname.slice(1))
    throw new UsageError(
      `The database ${name} at ${url.host} (DATABASE_URL) cannot be reached: ${messageOf(causeOf(error))}.`
    )
  }
}

/** Without this file the database is discarded, so it must be durable before the first write. */
async function writeDurably(path: string, text: string, folder: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  await file.writeFile(text)
  await file.sync()
  await file.close()
  // Not every system lets a folder be opened; there, creating a file is durable by itself.
  const directory = await open(folder, 'r').catch(() => undefined)
  await directory?.sync().catch(() => {})
  await directory?.close()
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false
  )

const causeOf = (error: unknown) => (error instanceof Error && error.cause) || error

/** When several addresses refuse a connection, the error has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
