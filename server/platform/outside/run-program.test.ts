import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { findProgram, runProgram } from './run-program'

test('searches a program only in the PATH', async () => {
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

test('reads all output even when this process is busy at the end', async () => {
  const printed = runProgram('/bin/sh', ['-c', 'sleep 0.6; printf hello'], {
    env: { PATH: process.env['PATH'] },
    signal: new AbortController().signal,
  })
  // Both ends are noticed in the same turn of the event loop, while the output of the second program is still unread;
  // the rest of the turn also takes long.
  const other = spawn('printf', ['x'])
  other.stdout.once('data', () => {
    keepBusy(1200)
    setImmediate(keepBusy, 700)
  })
  keepBusy(300)
  expect(await printed).toMatchObject({ code: 0, stdout: 'hello' })
})

test('kills a program that ignores SIGTERM after the grace period', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'program-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  const stop = new AbortController()
  const script = 'trap "echo no" TERM; touch begun; while :; do sleep 0.02; done'
  const ended = runProgram('/bin/sh', ['-c', script], { env: {}, cwd, graceMs: 500, signal: stop.signal })
  await eventually(() => expect(existsSync(join(cwd, 'begun'))).toBe(true))
  stop.abort()
  expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' })
})

test('kills a program at once without a grace period and returns nothing', async () => {
  const stop = new AbortController()
  const ended = runProgram('/bin/sh', ['-c', 'sleep 60'], { env: {}, signal: stop.signal })
  stop.abort()
  await expect(ended).rejects.toThrow('aborted')
})
