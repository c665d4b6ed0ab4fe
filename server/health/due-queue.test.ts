import { expect, test } from 'vitest'
import { createDueQueue } from './due-queue'
import { nextDue, parseSchedule, unitHash } from '../platform/jobs/schedule'

test('returns due ids once, earliest first', () => {
  const queue = createDueQueue()
  for (const [id, at] of [
    ['c', 30],
    ['a', 10],
    ['d', 40],
    ['b', 20],
  ] as const)
    queue.set(id, at)
  expect(queue.next()).toBe(10)
  expect(queue.take(30).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(queue.take(30)).toEqual([])
  expect(queue.next()).toBe(40)
})

test('keeps one time per id: the last one set', () => {
  const queue = createDueQueue()
  queue.set('a', 10)
  queue.set('a', 50)
  queue.set('b', 20)
  expect(queue.take(20)).toEqual([{ id: 'b', at: 20 }])
  queue.set('a', 5)
  expect(queue.next()).toBe(5)
  expect(queue.size).toBe(1)
})

test('does not return a deleted id, which may be set again', () => {
  const queue = createDueQueue()
  queue.set('a', 10)
  queue.delete('a')
  expect(queue.next()).toBeUndefined()
  expect(queue.take(100)).toEqual([])
  queue.set('a', 10)
  expect(queue.take(100)).toEqual([{ id: 'a', at: 10 }])
})

test('agrees with sorting for ten thousand sets, changes and deletes', () => {
  const queue = createDueQueue()
  const expected = new Map<string, number>()
  for (let step = 0; step < 10_000; step++) {
    const id = `check-${Math.floor(unitHash(`id${step}`) * 500)}`
    const at = Math.floor(unitHash(`at${step}`) * 100_000)
    if (unitHash(`what${step}`) < 0.2) {
      queue.delete(id)
      expected.delete(id)
    } else {
      queue.set(id, at)
      expected.set(id, at)
    }
  }
  const times = queue.take(Infinity).map(({ at }) => at)
  expect(times).toEqual([...expected.values()].toSorted((a, b) => a - b))
})

test('loses and repeats no run in two thousand simulated hours of mixed schedules', () => {
  const queue = createDueQueue()
  const hour = 3_600_000
  const checks = new Map(
    [
      ['@every 1m', 60],
      ['@every 7m', 60 / 7],
      ['@hourly', 1],
      ['*/15 * * * *', 4],
    ].map(([text, perHour]) => [
      `${text}`,
      { schedule: parseSchedule({ schedule: text }), perHour: Number(perHour), runs: 0, last: 0 },
    ])
  )
  for (const [id, { schedule }] of checks) queue.set(id, nextDue(schedule, id, 0) ?? 0)
  const hours = 2000
  const doubled: string[] = []
  for (let now = queue.next(); now !== undefined && now < hours * hour; now = queue.next()) {
    for (const { id, at } of queue.take(now)) {
      const check = checks.get(id)
      if (!check) throw new Error(`unknown ${id}`)
      if (at <= check.last) doubled.push(`${id} at ${at}`)
      check.runs++
      check.last = at
      queue.set(id, nextDue(check.schedule, id, at) ?? Infinity)
    }
  }
  expect(doubled).toEqual([])
  for (const { runs, perHour } of checks.values()) expect(Math.abs(runs - perHour * hours)).toBeLessThanOrEqual(1)
})
