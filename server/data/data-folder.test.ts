import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder } from './data-folder'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('refuses a folder in use and accepts it again after its release', async () => {
  const release = await claimFolder(folder)
  await expect(claimFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`)
  await release()
  expect(await readdir(folder)).toEqual([])
  await (
    await claimFolder(folder)
  )()
})

test.each([
  // The pid is alive (ours), as after a restart of the machine: only a response counts.
  ['a killed process', JSON.stringify({ pid: process.pid, port: 1, token: 'b6a6b0e2-6f0a-4a0a-9f3e-1f2d3c4b5a69' })],
  ['a crash while writing it', '{"pid": 12'],
])('ignores a lock left by %s', async (_name, text) => {
  await writeFile(join(folder, 'lock.json'), text)
  const release = await claimFolder(folder)
  expect(await readdir(folder)).toEqual(['lock.json'])
  await release()
})

test.each([
  ['a new folder', undefined],
  ['a folder with a stale lock', '{}'],
])('gives %s to exactly one of many parallel claims', async (_name, stale) => {
  if (stale) await writeFile(join(folder, 'lock.json'), stale)
  const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimFolder(folder)))
  const got = claims.filter((claim) => claim.status === 'fulfilled')
  expect(got).toHaveLength(1)
  await got[0]?.value()
})

test('reports a folder that cannot be created and how to fix it', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(claimFolder(join(folder, 'file', 'data'))).rejects.toThrow(/file\/data cannot be written.*--data/)
})
