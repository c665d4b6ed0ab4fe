import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from './run-program'

test('looks for a program along the PATH, and for nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'path-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await findProgram('ping', `/nowhere:${folder}`)).toBeUndefined()
  await writeFile(join(folder, 'ping'), '', { mode: 0o644 })
  expect(await findProgram('ping', folder)).toBeUndefined()
  await rm(join(folder, 'ping'))
  await writeFile(join(folder, 'ping'), '', { mode: 0o755 })
  expect(await findProgram('ping', `/nowhere::${folder}`)).toBe(join(folder, 'ping'))
})
