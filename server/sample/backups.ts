import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const HOUR_MS = 3_600_000

/** Nightly dumps arrive; the weekly export stopped two weeks ago. */
const files = [
  { folder: 'nightly', name: 'orders-1.dump', ageHours: 5 },
  { folder: 'nightly', name: 'orders-2.dump', ageHours: 29 },
  { folder: 'nightly', name: 'orders-3.dump', ageHours: 53 },
  { folder: 'weekly', name: 'catalogue-1.csv', ageHours: 16 * 24 },
  { folder: 'weekly', name: 'catalogue-2.csv', ageHours: 23 * 24 },
]

/**
 * Writes the files for the backup checks, with ages relative to now. Called again periodically: the process may run
 * longer than a nightly backup stays fresh.
 */
export async function writeBackups(folder: string, nowMs: number): Promise<void> {
  for (const file of files) {
    await mkdir(join(folder, file.folder), { recursive: true, mode: 0o700 })
    const path = join(folder, file.folder, file.name)
    await writeFile(path, `A sample file of the console: a check looks at its age.\n${'.'.repeat(4000)}\n`)
    const modified = new Date(nowMs - file.ageHours * HOUR_MS)
    await utimes(path, modified, modified)
  }
}
