import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { TestProject } from 'vitest/node'
import { createServer } from 'vite'

declare module 'vitest' {
  interface ProvidedContext {
    /** A dumped data folder (`.tar`) of a migrated, empty database. Only for tests in tests/server. */
    databaseTemplate: string
  }
}

/**
 * Migrates one database and dumps it; every test file with a database loads the dump. It is unpacked once here, because
 * unpacking is half the cost of loading.
 */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'console-test-'))
  // Vitest loads this file outside its own pipeline, so the TypeScript of the server is loaded through Vite.
  const vite = await createServer({ server: { middlewareMode: true, ws: false }, appType: 'custom', logLevel: 'error' })
  try {
    const { writeSeed } = await vite.ssrLoadModule('/server/data/db/seed.ts')
    const packed = join(folder, 'template.tar.gz')
    await writeSeed(packed)
    const template = join(folder, 'template.tar')
    await writeFile(template, gunzipSync(await readFile(packed)))
    project.provide('databaseTemplate', template)
  } finally {
    await vite.close()
  }
  return () => rm(folder, { recursive: true, force: true })
}
