import { expect, test } from 'vitest'
import { parseMoment } from '@/lib/time/parse'
import { futureRanges } from '@/lib/time/lists'
import { formatRange, INDEFINITELY } from '@/lib/time/range'
import { parseDatemath } from '@/shared/datemath'
import { extendedEnd, parseSilence, silenceDurations } from './silence'

// The end of a silence is an instant. Around a change of daylight time, no way of choosing it may be off by an hour.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Wall = (at: Date) => string
/** `2026-03-29 03:30` in a zone, by the calendar of the platform. */
function wallClock(timeZone: string): Wall {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => format.format(at)
}

/** How far the clock of a zone is ahead of UTC, in milliseconds, at a full minute. */
const offsetOf = (wall: Wall, at: number) => Date.parse(`${wall(new Date(at)).replace(' ', 'T')}Z`) - at

/** The instants of 2026 at which the clock of a zone changes. */
function findChanges(wall: Wall): number[] {
  const changes: number[] = []
  const start = Date.parse('2026-01-01T00:00:00Z')
  for (let day = 0; day < 365; day += 7) {
    let [low, high] = [start + day * DAY, start + (day + 7) * DAY]
    if (offsetOf(wall, low) === offsetOf(wall, high)) continue
    while (high - low > MINUTE) {
      const middle = low + Math.floor((high - low) / (2 * MINUTE)) * MINUTE
      if (offsetOf(wall, middle) === offsetOf(wall, low)) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

const zones = Intl.supportedValuesOf('timeZone')
const changing = zones.flatMap((timeZone) => {
  const wall = wallClock(timeZone)
  return findChanges(wall).map((at) => ({ timeZone, wall, at }))
})
const around = (at: number) =>
  [-3 * HOUR, -90 * MINUTE, -30 * MINUTE, -MINUTE, 0, MINUTE, 30 * MINUTE, 90 * MINUTE].map((by) => at + by)

test('finds the zones that change their clocks twice a year', () => {
  expect(zones.length).toBeGreaterThan(400)
  expect(changing.filter(({ timeZone }) => timeZone === 'Europe/Berlin')).toHaveLength(2)
  expect(changing.length).toBeGreaterThan(200)
})

const rangeMs: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY }

test('durations and ranges are elapsed time, whatever the zone', () => {
  const wrong: string[] = []
  for (const change of new Set(changing.map(({ at }) => at)))
    for (const now of around(change)) {
      for (const range of futureRanges.map(formatRange)) {
        const [, amount = '', unit = ''] = /^now\+(\d+)([mhd])$/.exec(range) ?? []
        const ms = rangeMs[unit]
        if (ms === undefined) continue
        const end = parseDatemath(range, new Date(now))?.getTime()
        if (end !== now + Number(amount) * ms) wrong.push(`${range} at ${new Date(now).toISOString()}`)
      }
      for (const duration of silenceDurations) {
        if (duration === INDEFINITELY) continue
        const ms = parseSilence(duration) ?? NaN
        const end = Date.parse(extendedEnd(new Date(now).toISOString(), ms, now))
        if (end !== now + ms) wrong.push(`${duration} at ${new Date(now).toISOString()}`)
      }
    }
  expect(wrong).toEqual([])
})

test('a typed date is the time that the clock of the zone shows', () => {
  const wrong: string[] = []
  for (const { timeZone, wall, at } of changing)
    for (const instant of around(at)) {
      const text = wall(new Date(instant))
      const found = parseMoment(text, { now: new Date(at - DAY), timeZone })
      // Where the clock shows a time twice, both instants are right.
      if (!found || wall(found) !== text) wrong.push(`${timeZone}: ${text} is ${found ? wall(found) : 'not read'}`)
    }
  expect(wrong).toEqual([])
})

test('a typed time that the clock skips is less than the skipped time away', () => {
  const wrong: string[] = []
  for (const { timeZone, wall, at } of changing) {
    const skipped = offsetOf(wall, at) - offsetOf(wall, at - MINUTE)
    if (skipped <= MINUTE) continue
    // The first skipped minute follows the last shown one.
    const first = Date.parse(`${wall(new Date(at - MINUTE)).replace(' ', 'T')}Z`) + MINUTE
    const text = new Date(first).toISOString().slice(0, 16).replace('T', ' ')
    const found = parseMoment(text, { now: new Date(at - DAY), timeZone })
    if (!found || Math.abs(found.getTime() - at) > skipped)
      wrong.push(`${timeZone}: ${text} is ${found?.toISOString()}`)
  }
  expect(wrong).toEqual([])
})
