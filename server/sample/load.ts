import type { Transaction } from '../data/db/db'
import { sql } from '../data/db/sql'
import { generateSampleInstallation } from './installation/generate'
import { loadSampleInstallation } from './installation/load'

/** The sample organisation by area, bundled with the server. The numbers define the order. */
const areas = Object.entries(
  import.meta.glob<string>('./*.sql', { query: '?raw', import: 'default', eager: true })
).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The file after which the larger part of the catalog, which is generated meanwhile, is loaded. */
const DURING = './02_catalog.sql'

/**
 * Fills an empty, migrated database with the sample organisation, with times relative to now. Call this once, in a
 * transaction: a second call fails on existing ids.
 * @param canPing whether this machine has the program: without it, the check that requires it has no results
 */
export async function loadSample(tx: Transaction, { canPing = true } = {}): Promise<void> {
  await tx.query(sql`select set_config('sample.can_ping', ${String(canPing)}, true)`)
  for (const [path, text] of areas) {
    const loaded = tx.script(text)
    // Runs while an embedded database, in its thread, executes the longest file.
    if (path === DURING) await new Promise((resolve) => setImmediate(resolve))
    const installation = path === DURING ? generateSampleInstallation() : undefined
    await loaded
    if (installation) await loadSampleInstallation(tx, installation)
  }
}
