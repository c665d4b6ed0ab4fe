import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../tests/helpers/eventually'
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

test('a program that does not listen when asked to end is killed after the grace', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'program-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  const stop = new AbortController()
  const script = 'trap "echo no" TERM; touch begun; while :; do sleep 0.02; done'
  const ended = runProgram('/bin/sh', ['-c', script], { env: {}, cwd, graceMs: 500, signal: stop.signal })
  await eventually(() => expect(existsSync(join(cwd, 'begun'))).toBe(true))
  stop.abort()
  expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' })
})

test('without a grace it is killed at once, and gives nothing', async () => {
  const stop = new AbortController()
  const ended = runProgram('/bin/sh', ['-c', 'sleep 60'], { env: {}, signal: stop.signal })
  stop.abort()
  await expect(ended).rejects.toThrow('aborted')
})
