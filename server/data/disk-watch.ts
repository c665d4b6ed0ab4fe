import { statfs } from 'node:fs/promises'
import type { Db } from './db/db'

/** Postgres extends its log by 16 MB at a time. With less than two of these free, writes begin to fail. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024
/** A failed write counts for a minute: later writes may succeed where the database still has room in its files. */
const FAILURE_COUNTS_MS = 60_000
const CHECK_EVERY_MS = 1000

/**
 * Watches whether the disk is full.
 * @param folder a folder on the disk of the database, if it is on this machine
 * @param readFree reads the free bytes of a disk; tests replace it
 * @returns a function that returns whether writes fail now; it reads the free space once a second at most.
 */
export function createDiskWatch(
  db: Pick<Db, 'diskFullAtMs'>,
  folder?: string,
  readFree = readFreeBytes
): () => Promise<boolean> {
  let checkedAtMs = -Infinity
  let isLow: Promise<boolean> = Promise.resolve(false)
  return async () => {
    const nowMs = Date.now()
    if (folder !== undefined && nowMs - checkedAtMs >= CHECK_EVERY_MS) {
      checkedAtMs = nowMs
      // Some systems do not report it.
      isLow = readFree(folder).then(
        (bytes) => bytes < LEAST_FREE_BYTES,
        () => false
      )
    }
    return nowMs - (db.diskFullAtMs() ?? -Infinity) < FAILURE_COUNTS_MS || (await isLow)
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
