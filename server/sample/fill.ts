import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatBytes } from '../../src/shared/format'
import { claimFolder } from '../data/data-folder'
import type { Db } from '../data/db/db'
import { migrate } from '../data/db/migrate'
import { type BuiltFiles, openEmbedded } from '../data/db/open'
import { AlreadyGeneratedError, generateLargeCatalog, type LargeCatalogSize } from './large-catalog'
import { parseFlags, UsageError } from '../platform/usage'

export const fillHelp = `Fills a data folder with a generated installation

Usage: npm run sample -- [options]

  --configs NUMBER  config items (default 20000, at most 1000000)
  --changes NUMBER  changes of config items (default 200000, at most 5000000)
  --checks NUMBER   checks, which run only on request (default 5000, at most 100000)
  --components NUMBER
                    topology components (default 1000, at most 10000)
  --data FOLDER     folder of the embedded database, as for npm start (default .data)
  --help            show this
`

type FillSettings = LargeCatalogSize & { dataFolder: string }

const most = { configs: 1_000_000, changes: 5_000_000, checks: 100_000, components: 10_000 } as const

/**
 * @returns 'help' for --help.
 * @throws {UsageError} for an unknown flag or an invalid number.
 */
export function parseFillSettings(argv: readonly string[], env: NodeJS.ProcessEnv): FillSettings | 'help' {
  const flags = parseFlags(argv, options, 'npm run sample')
  if (flags.help) return 'help'
  if (env['DATABASE_URL'])
    throw new UsageError(
      'DATABASE_URL is set, but only the embedded database in a data folder can be filled: unset it.'
    )
  const wanted = {
    configs: parseCount('configs', flags.configs),
    changes: parseCount('changes', flags.changes),
    checks: parseCount('checks', flags.checks),
    components: parseCount('components', flags.components),
  }
  if (wanted.changes > 0 && wanted.configs === 0)
    throw new UsageError('Changes require items: add --configs, or set --changes 0.')
  return { ...wanted, dataFolder: flags.data }
}

function parseCount(name: keyof typeof most, text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (count <= most[name]) return count
  throw new UsageError(`--${name} must be a number from 0 to ${most[name]}.`)
}

const options = {
  configs: { type: 'string', default: '20000' },
  changes: { type: 'string', default: '200000' },
  checks: { type: 'string', default: '5000' },
  components: { type: 'string', default: '1000' },
  data: { type: 'string', default: '.data' },
  help: { type: 'boolean', default: false },
} as const

type FillOutput = {
  say(text: string): void
  /** Replaces the last line. */
  progress(text: string): void
}

/**
 * Fills the data folder and prints a summary. All or nothing.
 * @throws {UsageError} when the folder is in use, cannot be written, or has been filled before.
 */
export async function fillDataFolder(settings: FillSettings, files: BuiltFiles, output: FillOutput): Promise<void> {
  const folder = resolve(settings.dataFolder)
  const release = await claimFolder(folder)
  let db: Db | undefined
  try {
    db = await openEmbedded(folder, files, { statementTimeoutMs: null })
    await migrate(db)
    await fillDatabase(db, settings, output)
  } finally {
    await db?.close()
    await release()
  }
  output.say(`Data     ${settings.dataFolder}, ${formatBytes(await sizeOf(join(folder, 'postgres')))}`)
  output.say(`Memory   ${formatBytes(process.resourceUsage().maxRSS * 1024)} at most`)
}

/**
 * Fills an open database, without the summary of the folder.
 * @throws {UsageError} for one that has been filled before.
 */
export async function fillDatabase(db: Db, wanted: LargeCatalogSize, { say, progress }: FillOutput): Promise<void> {
  const startMs = performance.now()
  const seconds = () => (performance.now() - startMs) / 1000
  try {
    await generateLargeCatalog(db, wanted, (done, total) =>
      progress(
        `${Math.floor((100 * done) / total)} %: ${formatCountText(done)} of ${formatCountText(total)} rows, ${seconds().toFixed(0)} s`
      )
    )
  } catch (error) {
    if (!(error instanceof AlreadyGeneratedError)) throw error
    throw new UsageError(
      'This data folder already has a generated installation: delete it, or choose another with --data.'
    )
  }
  say(`Items    ${formatCountText(wanted.configs)}`)
  say(`Changes  ${formatCountText(wanted.changes)}`)
  say(`Checks   ${formatCountText(wanted.checks)}`)
  if (wanted.components) say(`Topology ${formatCountText(wanted.components)} components`)
  say(`Time     ${seconds().toFixed(1)} s`)
}

const formatCountText = (count: number) => count.toLocaleString('en')

/** Size of the files in a folder, in bytes. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
