import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { guessContentType } from './content-type'

/** A file that a playbook action created. */
type NewArtifact = { actionId: string; filename: string; bytes: Buffer }

const DAY_MS = 86_400_000
const KEPT_FOR_MS = 30 * DAY_MS
/** A file without a row for this time is an orphan: its row is written right after it. */
const ORPHANED_AFTER_MS = 3_600_000

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Stores the files of artifacts in a folder. Each is named by the id of its row, so no name from a program or a
 * request becomes a path.
 */
export type ArtifactStore = ReturnType<typeof createArtifactStore>

export function createArtifactStore(folder: string, now: () => Date) {
  /** One of 256 folders, by the end of the id, which is random. */
  const shardOf = (id: string) => {
    if (!isId.test(id)) throw new Error(`${id} is not the id of an artifact`)
    return join(folder, id.slice(-2))
  }
  const pathOf = (id: string) => join(shardOf(id), id)

  const put = async (id: string, bytes: Buffer): Promise<void> => {
    await mkdir(shardOf(id), { recursive: true, mode: 0o700 })
    // Written under another name first, so that a partial file never has the final name.
    const draft = `${pathOf(id)}.part`
    await writeFile(draft, bytes, { mode: 0o600 })
    await rename(draft, pathOf(id))
  }

  return {
    /** Writes the file of an existing row. */
    put,

    /** Writes the file, then its row. */
    async keep(db: Queryable, { actionId, filename, bytes }: NewArtifact): Promise<void> {
      const id = randomUUID()
      await put(id, bytes)
      const at = now()
      await db.run(sql`
        insert into artifacts
          (id, playbook_run_action_id, path, filename, content_type, size, checksum, created_at, updated_at, expires_at)
        values (${id}, ${actionId}, ${`playbooks/${actionId}/${id}`}, ${filename}, ${guessContentType(filename)},
          ${bytes.length}, ${createHash('sha256').update(bytes).digest('hex')}, ${at}, ${at},
          ${new Date(at.getTime() + KEPT_FOR_MS)})
        on conflict (id) do nothing`)
    },

    /** @returns undefined when there is no file. */
    async read(id: string): Promise<{ size: number; stream: Readable } | undefined> {
      try {
        const file = await open(pathOf(id), 'r')
        return { size: (await file.stat()).size, stream: file.createReadStream() }
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },

    /** Deletes expired artifacts, and files without a row. @returns the number of deleted files. */
    async cleanUp(db: Queryable): Promise<number> {
      await db.run(sql`
        update artifacts set deleted_at = ${now()}
        where deleted_at is null and expires_at < ${now()} and playbook_run_action_id is not null`)
      let removed = 0
      for (const shard of await readdir(folder).catch(() => [])) {
        const names = (await readdir(join(folder, shard)).catch(() => [])).filter(
          (name) => isId.test(name) || name.endsWith('.part')
        )
        const live = await db.query<{ id: string }>(sql`
          select id::text from artifacts
          where deleted_at is null and id = any(${names.filter((name) => isId.test(name))}::uuid[])`)
        for (const name of names) {
          const path = join(folder, shard, name)
          if (live.some(({ id }) => id === name)) continue
          const written = await stat(path).catch(() => undefined)
          if (!written || now().getTime() - written.mtimeMs < ORPHANED_AFTER_MS) continue
          await rm(path, { force: true })
          removed++
        }
      }
      return removed
    },
  }
}
