import type { Transaction } from '../db/db'
import { sql } from '../db/sql'
import { estateOf } from './estate'
import { loadEstate } from './load-estate'

/** The sample organisation by area, bundled with the server. The number says the order. */
const areas = Object.entries(
  import.meta.glob<string>('./*.sql', { query: '?raw', import: 'default', eager: true })
).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** What the larger part of the catalog comes after, which is made by code meanwhile. */
const DURING = './02_catalog.sql'

/**
 * Fills an empty, migrated database with the sample organisation, its times counted back from now.
 * Call it in a transaction, once: a second time it fails on ids that exist.
 * @param canPing whether this machine has the program: without it, the check that needs it has no results
 */
export async function loadSample(tx: Transaction, { canPing = true } = {}): Promise<void> {
  await tx.query(sql`select set_config('sample.can_ping', ${String(canPing)}, true)`)
  for (const [path, text] of areas) {
    const loaded = tx.script(text)
    // While an embedded database, in its thread, is busy with the longest of them.
    if (path === DURING) await new Promise((resolve) => setImmediate(resolve))
    const estate = path === DURING ? estateOf() : undefined
    await loaded
    if (estate) await loadEstate(tx, estate)
  }
}
