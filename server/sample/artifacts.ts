import { createHash } from 'node:crypto'
import type { Db } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { Engine } from '../platform/jobs/engine'

/** Contents of the sample's artifacts (`04_health.sql`, `09_playbooks.sql`). Their rows have the checksums. */
const contents = [
  '{"service":"Quillmoor checkout","status":"error","error":"no healthy upstream"}',
  '<!doctype html><title>Back soon</title>',
  '# Why did it run out of connections?',
  'listening on :8080\nloading 41,203 price rules\nKilled\n',
  '{"open_orders": 42}',
]

type Put = (id: string, bytes: Buffer) => Promise<void>

/** Writes the files of the sample's artifacts. @param put writes one file; writing it again has no effect. */
export const createSampleArtifactsEngine = (db: Db, put: Put): Engine => ({
  name: 'sample artifacts',
  start: () => writeAll(db, put),
})

async function writeAll(db: Db, put: Put): Promise<void> {
  const bySum = new Map(contents.map((text) => [createHash('sha256').update(text).digest('hex'), Buffer.from(text)]))
  const rows = await db.query<{ id: string; checksum: string }>(sql`
    select id::text, checksum from artifacts where deleted_at is null and checksum = any(${[...bySum.keys()]}::text[])`)
  for (const { id, checksum } of rows) {
    const bytes = bySum.get(checksum)
    if (bytes) await put(id, bytes)
  }
}
