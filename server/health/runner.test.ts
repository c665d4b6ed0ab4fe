import { expect, test } from 'vitest'
import { testClock } from '../../tests/helpers/clock'
import { deferred } from '../../src/lib/deferred'
import { createCheckRunner } from './runner'
import type { PlannedCheck } from './timetable'
import { parseSchedule } from '../platform/jobs/schedule'

const start = Date.parse('2026-03-01T00:00:00Z')
const HOUR = 3_600_000

const plan = (id: string, schedule: string, isUrgent = false): PlannedCheck => ({
  id,
  schedule: parseSchedule({ schedule }),
  isUrgent,
})

/** A runner whose runs take `lastsMs` of the test's clock; `runs` lists them. */
function setup({
  lastsMs = () => 0,
  ...limits
}: {
  lastsMs?: (id: string) => number
  canaryOf?: (id: string) => string
  mostStarting?: number
  most?: number
  mostOfCanary?: number
} = {}) {
  const clock = testClock(start)
  const runs: { id: string; at: number; lateMs: number }[] = []
  const runner = createCheckRunner({
    clock,
    ...limits,
    run: (id, signal, lateMs) => {
      runs.push({ id, at: clock.now(), lateMs })
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve())
        clock.after(lastsMs(id), resolve)
      })
    },
  })
  return { clock, runner, runs }
}

test('runs every check at each of its times over a hundred simulated hours', async () => {
  const { clock, runner, runs } = setup()
  runner.plan([plan('a', '@every 5m'), plan('b', '@every 7m'), plan('c', '@hourly')])
  await clock.advance(100 * HOUR)
  const count = (id: string) => runs.filter((run) => run.id === id).length
  expect(count('a')).toBe(1200)
  expect(Math.abs(count('b') - 6000 / 7)).toBeLessThan(1)
  expect(count('c')).toBe(100)
  expect(Math.max(...runs.map(({ lateMs }) => lateMs))).toBe(0)
})

test('skips and counts a run that is still in progress when it is due again', async () => {
  const { clock, runner, runs } = setup({ lastsMs: () => 25_000 })
  runner.plan([plan('slow', '@every 10s')])
  await clock.advance(61_000)
  expect(runs.length).toBeLessThanOrEqual(3)
  expect(runner.figures().skipped).toBeGreaterThanOrEqual(4)
  expect(runner.figures().running).toBeLessThanOrEqual(1)
})

test('limits the number of runs that start at once; the rest wait in order', async () => {
  const { clock, runner, runs } = setup({ mostStarting: 2, lastsMs: () => 100 })
  const ids = ['a', 'b', 'c', 'd', 'e']
  runner.plan(ids.map((id) => plan(id, '0 0 * * *')))
  clock.set(start + 24 * HOUR + 10_000)
  await clock.advance(5000)
  const delays = runs.map(({ at }) => at - (runs[0]?.at ?? 0))
  expect(delays).toEqual([0, 0, 100, 100, 200])
  expect(new Set(runs.map(({ id }) => id))).toEqual(new Set(ids))
})

test('leaves slots for others beside the hanging checks of one canary', async () => {
  const { clock, runner, runs } = setup({
    lastsMs: (id) => (id.startsWith('dead') ? 2 * HOUR : 5),
    canaryOf: (id) => id.replace(/ .*/, ''),
    most: 10,
    mostOfCanary: 4,
  })
  const dead = Array.from({ length: 20 }, (_, index) => plan(`dead ${index}`, '@every 30s'))
  runner.plan([...dead, plan('alive 1', '@every 30s')])
  await clock.advance(HOUR)
  expect(runs.filter(({ id }) => id.startsWith('dead'))).toHaveLength(4)
  expect(runs.filter(({ id }) => id === 'alive 1').length).toBeGreaterThanOrEqual(119)
})

test('delays other checks for hanging targets only until a hang is detected', async () => {
  const { clock, runner, runs } = setup({ mostStarting: 4, lastsMs: (id) => (id.startsWith('dead') ? 10_000 : 5) })
  const dead = Array.from({ length: 40 }, (_, index) => plan(`dead ${index}`, '@every 30s'))
  const alive = Array.from({ length: 40 }, (_, index) => plan(`alive ${index}`, '@every 30s'))
  runner.plan([...dead, ...alive])
  await clock.advance(HOUR / 4)
  expect(runs.filter(({ id }) => id.startsWith('alive'))).toHaveLength(40 * 30)
  expect(Math.max(...runs.map(({ lateMs }) => lateMs))).toBeLessThanOrEqual(1000)
})

test('limits the total number of runs', async () => {
  const { clock, runner } = setup({ most: 3, lastsMs: () => HOUR })
  runner.plan(Array.from({ length: 10 }, (_, index) => plan(`${index}`, '@every 10s')))
  await clock.advance(60_000)
  expect(runner.figures()).toMatchObject({ running: 3, waiting: 7 })
})

test('runs a new check for the first time within seconds, whatever its period', async () => {
  const { clock, runner, runs } = setup()
  runner.plan([plan('new', '@every 24h', true), plan('old', '@every 24h'), plan('by hand', '@never', true)])
  await clock.advance(10_000)
  expect(runs.map(({ id }) => id)).toEqual(['new'])
})

test('stops running a check that leaves the plan, and applies a changed schedule from now on', async () => {
  const { clock, runner, runs } = setup()
  runner.plan([plan('a', '@every 10s'), plan('b', '@every 10s')])
  await clock.advance(30_000)
  runner.plan([plan('b', '@every 20s')])
  runs.length = 0
  await clock.advance(60_000)
  expect(runs.map(({ id }) => id)).toEqual(['b', 'b', 'b'])
  expect(runner.nextRun('a')).toBeUndefined()
  expect(runner.nextRun('b')).toBeGreaterThan(clock.now())
})

test('keeps all times when the same plan is set again', async () => {
  const { clock, runner, runs } = setup()
  for (let round = 0; round < 60; round++) {
    runner.plan([plan('a', '@every 10s'), plan('b', '*/1 * * * *')])
    await clock.advance(1000)
  }
  expect(runs.filter(({ id }) => id === 'a')).toHaveLength(6)
  expect(runs.filter(({ id }) => id === 'b')).toHaveLength(1)
})

test('runs each check once after the machine slept, not once for every missed time', async () => {
  const { clock, runner, runs } = setup()
  runner.plan([plan('a', '@every 10s')])
  await clock.advance(10_000)
  runs.length = 0
  clock.set(clock.now() + 8 * HOUR)
  await clock.advance(9999)
  expect(runs.length).toBeLessThanOrEqual(2)
  expect(runs.length).toBeGreaterThanOrEqual(1)
})

test('continues to run checks after the clock is set back', async () => {
  const { clock, runner, runs } = setup()
  runner.plan([plan('a', '@every 10s')])
  await clock.advance(20_000)
  runs.length = 0
  clock.set(clock.now() - 6 * HOUR)
  await clock.advance(30_000)
  expect(runs.length).toBeGreaterThanOrEqual(2)
})

test('replaces a scheduled run by a manual one, which cannot overlap it', async () => {
  const { clock, runner, runs } = setup({ lastsMs: () => 5000 })
  runner.plan([plan('a', '@every 10s')])
  const byHand = deferred<string>()
  const result = runner.exclusively('a', () => byHand.promise)
  expect(runner.exclusively('a', async () => 'twice')).toBeUndefined()
  await clock.advance(10_000)
  expect(runs).toEqual([])
  expect(runner.figures().skipped).toBe(1)
  byHand.resolve('done')
  expect(await result).toBe('done')
  await clock.advance(10_000)
  expect(runs).toHaveLength(1)
})

test('uses the waiting turn of a check for its manual run', async () => {
  const { clock, runner, runs } = setup({ most: 1, lastsMs: () => 5000 })
  runner.plan([plan('a', '0 0 * * *'), plan('b', '0 0 * * *')])
  await clock.advance(24 * HOUR + 5000)
  expect(runner.figures()).toMatchObject({ running: 1, waiting: 1 })
  const waiting = runs.at(-1)?.id === 'a' ? 'b' : 'a'
  const before = runs.length
  expect(await runner.exclusively(waiting, async () => 'by hand')).toBe('by hand')
  await clock.advance(HOUR)
  expect(runs).toHaveLength(before)
})

test('refuses manual runs after stopping', async () => {
  const { runner } = setup()
  await runner.stop()
  expect(runner.exclusively('a', async () => 'by hand')).toBeUndefined()
})

test('aborts runs when stopping, waits for them, and starts no more', async () => {
  const { clock, runner, runs } = setup({ lastsMs: () => HOUR })
  runner.plan([plan('a', '@every 10s'), plan('b', '@every 10s')])
  await clock.advance(10_000)
  await runner.stop()
  expect(runner.figures().running).toBe(0)
  await clock.advance(HOUR)
  expect(runs).toHaveLength(2)
})
