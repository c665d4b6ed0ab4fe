import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { claimFolder } from '../data/data-folder'
import type { Db } from '../data/db/db'
import { isMilestoneReached, migrate, runOnce } from '../data/db/migrate'
import { type BuiltFiles, openEmbedded, openExternal } from '../data/db/open'
import { matchDatabaseKeys } from '../data/secrets/own-keys'
import { grantReaderRole } from '../identity/access/reader'
import { KeyFileError, loadKeys, type ServerKeys } from '../identity/keys'
import { findProgram } from '../platform/outside/run-program'
import { type Settings } from './settings'
import { loadSample } from '../sample/load'
import { type Terminal, withProgress } from './terminal'
import { UsageError } from '../platform/usage'

type StorageOptions = { settings: Settings; terminal: Terminal; files: BuiltFiles; log: Logger }

/** The data of this console: the database and its keys, and the folder of files beside it. */
export type Storage = { db: Db; keys: ServerKeys; dataFolder: string }

/** The name of the key file in the data folder. */
const KEY_FILE = 'identity-keys.json'

/**
 * Claims the data folder, opens the database and migrates it.
 * @param opened receives the close functions
 */
export async function openStorage(
  { settings, terminal, files, log }: StorageOptions,
  opened: (() => Promise<void>)[]
): Promise<Storage> {
  const dataFolder = resolve(settings.dataFolder)
  opened.push(await claimFolder(dataFolder))
  const db = await withProgress(terminal, 'Opening the database', () =>
    settings.databaseUrl ? openExternal(settings.databaseUrl) : openEmbedded(dataFolder, files)
  )
  opened.push(() => db.close())
  await withProgress(terminal, 'Migrating the database', () => migrate(db))
  const missing = await grantReaderRole(db)
  if (missing !== undefined)
    log.warn({ missing }, 'rls.enable and denials of reading cannot be used with this database (docs/access.md)')
  return { db, keys: await openKeys(settings, join(dataFolder, KEY_FILE), db), dataFolder }
}

/** Loads the sample organisation unless the settings exclude it. @returns whether the database contains it */
export async function fillWithSample(db: Db, { empty }: Settings, terminal: Terminal): Promise<boolean> {
  if (!empty) {
    const canPing = (await findProgram('ping')) !== undefined
    await withProgress(terminal, 'Loading the sample organisation', () =>
      runOnce(db, 'sample', (tx) => loadSample(tx, { canPing }))
    )
  }
  return isMilestoneReached(db, 'sample')
}

/** @throws {UsageError} for invalid keys, and for keys of another database. */
async function openKeys(settings: Settings, path: string, db: Db): Promise<ServerKeys> {
  const keys =
    settings.keys ??
    (await loadKeys(path).catch((error: unknown) => {
      throw error instanceof KeyFileError ? new UsageError(error.message) : error
    }))
  if (await matchDatabaseKeys(db, keys)) return keys
  const where = settings.keys ? 'in CONSOLE_KEYS' : `in ${path}`
  throw new UsageError(
    `The keys ${where} are not those that this database was written with: restore the right ones. If they are lost, see docs/security.md (Keys).`
  )
}
