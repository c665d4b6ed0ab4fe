import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram, runProgram } from './run-program'

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

function keepBusy(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('what a program printed is read, however long this process was busy when it ended', async () => {
  const printed = runProgram('/bin/sh', ['-c', 'sleep 0.6; printf hello'], {
    env: { PATH: process.env['PATH'] },
    signal: new AbortController().signal,
  })
  // Its output and its end are noticed in one turn, which goes on until the other one has ended: both ends are noticed
  // together then, and the output of the other one is not read yet. What the turn has left to do takes long, too.
  const other = spawn('printf', ['x'])
  other.stdout.once('data', () => {
    keepBusy(1200)
    setImmediate(keepBusy, 700)
  })
  keepBusy(300)
  expect(await printed).toMatchObject({ code: 0, stdout: 'hello' })
})
