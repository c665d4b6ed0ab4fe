import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../tests/helpers/eventually'
import { runProgram } from './run-program'

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
