import { Cron } from 'croner'
import { expect, test, vi } from 'vitest'
import { nextDue, parseSchedule, ScheduleError, unitHash } from './schedule'

const HOUR = 3_600_000
const start = Date.parse('2026-03-01T00:00:00Z')

/** Every due time of one check in `[from, to)`. */
function dueTimes(id: string, spec: { schedule?: string; interval?: number }, from: number, to: number): number[] {
  const schedule = parseSchedule(spec)
  const times: number[] = []
  for (let at = nextDue(schedule, id, from - 1); at !== undefined && at < to; at = nextDue(schedule, id, at))
    times.push(at)
  return times
}

test.each([
  [{ schedule: '@every 30s' }, 120],
  [{ schedule: '@every 1m30s' }, 40],
  [{ interval: 30 }, 120],
  [{ schedule: '@every 5m', interval: 1 }, 12],
  [{ schedule: '*/5 * * * *' }, 12],
  [{ schedule: '*/10 * * * * *' }, 360],
  [{ schedule: '5/15 * * * *' }, 4],
  [{ schedule: '0 5/20 * * * *' }, 3],
  [{ schedule: '@hourly' }, 1],
  [{ schedule: '@never' }, 0],
  [{ schedule: '', interval: 0 }, 0],
  [{}, 0],
])('%j runs %d times an hour', (spec, count) => {
  const hours = 24
  expect(dueTimes('a-check', spec, start, start + hours * HOUR)).toHaveLength(count * hours)
})

test.each([
  [{ schedule: '@every' }, /neither .* nor a cron line/],
  [{ schedule: '@every soon' }, /"@every soon" is not a duration/],
  [{ schedule: '@every 0s' }, /shorter than 1s/],
  [{ schedule: '@every -5m' }, /shorter than 1s/],
  [{ schedule: '@every 100ms' }, /shorter than 1s/],
  [{ interval: -1 }, /interval -1 is shorter/],
  [{ interval: 'often' }, /interval "often" is not a duration/],
  [{ schedule: '61 * * * *' }, /"61 \* \* \* \*"/],
  [{ schedule: 'now and then' }, /"now and then"/],
  [{ schedule: 'CRON_TZ=Mars/Olympus 0 9 * * *' }, /Mars/],
])('refuses %j with a sentence', (spec, message) => {
  expect(() => parseSchedule(spec)).toThrow(ScheduleError)
  expect(() => parseSchedule(spec)).toThrow(message)
})

test('reads cron in UTC, or in the zone it names', () => {
  const nineUtc = Date.parse('2026-03-01T09:00:00Z')
  const [utc] = dueTimes('x', { schedule: '0 9 * * *' }, start, start + 24 * HOUR)
  const [berlin] = dueTimes('x', { schedule: 'CRON_TZ=Europe/Berlin 0 9 * * *' }, start, start + 24 * HOUR)
  expect(utc).toBeGreaterThanOrEqual(nineUtc)
  expect(utc).toBeLessThan(nineUtc + 1000)
  expect(berlin).toBe((utc ?? 0) - HOUR)
})

test('counts 5/15 from the 5th minute', () => {
  const minutes = dueTimes('x', { schedule: '5/15 * * * *' }, start, start + HOUR).map((at) =>
    Math.floor((at - start) / 60_000)
  )
  expect(minutes).toEqual([5, 20, 35, 50])
})

test.each([
  ['skips', '2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z'],
  ['repeats', '2026-10-23T12:00:00Z', '2026-10-27T12:00:00Z'],
])('runs a time that daylight saving %s once a day, whenever the process started', (_name, from, to) => {
  const schedule = 'CRON_TZ=Europe/Berlin 30 2 * * *'
  const all = dueTimes('x', { schedule }, Date.parse(from), Date.parse(to))
  expect(all).toHaveLength(4)
  // Every quarter of an hour in between, as the start of a process.
  for (let at = Date.parse(from); at < Date.parse(to); at += HOUR / 4)
    expect(dueTimes('x', { schedule }, at, Date.parse(to))).toEqual(all.filter((time) => time >= at))
})

test.each([
  // Times in Berlin, where the clock goes from 2:00 to 3:00 in March and from 3:00 to 2:00 in October.
  ['30 2 * * *', '01:00', '00:30'],
  ['0,30 2 * * *', '01:00', '00:00 00:30'],
  ['30 1-3 * * *', '00:30 01:00 01:30', '23:30 00:30 02:30'],
  ['30 2,14 * * *', '01:00 12:30', '00:30 13:30'],
  ['15 3 * * *', '01:15', '02:15'],
  ['0 30 2 * * *', '01:00', '00:30'],
  ['*/20 2 * * *', '', '00:00 00:20 00:40 01:00 01:20 01:40'],
  ['0 */6 * * *', '23:00 04:00 10:00 16:00', '22:00 05:00 11:00 17:00'],
  ['0 */4 * * 0', '23:00 02:00 06:00 10:00 14:00 18:00', '22:00 03:00 07:00 11:00 15:00 19:00'],
])('%s runs at %j on the short day and at %j on the long one', (line, short, long) => {
  const schedule = `CRON_TZ=Europe/Berlin ${line}`
  const runs = (from: string, to: string) => {
    const all = dueTimes('x', { schedule }, Date.parse(from), Date.parse(to))
    // Whenever the process started.
    for (let at = Date.parse(from); at < Date.parse(to); at += HOUR / 4)
      expect(dueTimes('x', { schedule }, at, Date.parse(to))).toEqual(all.filter((time) => time >= at))
    return all.map((at) => new Date(at).toISOString().slice(11, 16)).join(' ')
  }
  expect(runs('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(short)
  expect(runs('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(long)
})

test.each(['*/20 * * * *', '5/15 * * * *', '*/10 * * * * *', '@hourly', '*/7 * * * *'])(
  '%s keeps its interval through hours that are skipped or repeated',
  (line) => {
    const zoned = (day: string) => {
      const from = Date.parse(`${day}T20:00:00Z`)
      const gaps = (schedule: string) => {
        const times = dueTimes('x', { schedule }, from, from + 12 * HOUR)
        return times.slice(1).map((at, index) => at - (times[index] ?? 0))
      }
      expect(gaps(`CRON_TZ=Europe/Berlin ${line}`)).toEqual(gaps(line))
    }
    zoned('2026-03-28')
    zoned('2026-10-24')
  }
)

test('spreads a thousand checks with one cron line over a second', () => {
  const schedule = parseSchedule({ schedule: '0 9 * * *' })
  const dues = Array.from(
    { length: 1000 },
    (_, index) => (nextDue(schedule, `check ${index}`, start) ?? 0) - start - 9 * HOUR
  )
  expect(Math.min(...dues)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...dues)).toBeLessThan(1000)
  expect(new Set(dues.map((due) => Math.floor(due / 10))).size).toBe(80)
})

test('gives each check with a shared cron line the time it would have alone', () => {
  const schedule = '7,8 3 * * *'
  const shared = parseSchedule({ schedule })
  for (let at = 0; at < 300; at++) {
    // Back and forth over three days, in steps that share no factor with a minute.
    const after = start + ((at * 7_919_000) % (72 * HOUR))
    expect(nextDue(shared, `check ${at}`, after)).toBe(nextDue(parseSchedule({ schedule }), `check ${at}`, after))
  }
})

test('searches once for the missing next time of a line, however many checks request it', () => {
  const schedule = parseSchedule({ schedule: '0 0 30 2 *' })
  const search = vi.spyOn(Cron.prototype, 'nextRun')
  for (let at = 0; at < 1000; at++) expect(nextDue(schedule, `check ${at}`, start + at)).toBeUndefined()
  // Searched again only for a check whose offset is before all others.
  expect(search.mock.calls.length).toBeLessThan(50)
})

test('keeps the period exactly over thousands of hours and restarts, whatever the id', () => {
  for (const id of ['a', 'b', '0190b2f0-0000-7000-8000-000000000001']) {
    const times = dueTimes(id, { schedule: '@every 7m' }, start, start + 5000 * HOUR)
    expect(Math.abs(times.length - (5000 * 60) / 7)).toBeLessThan(1)
    expect(new Set(times.slice(1).map((time, index) => time - (times[index] ?? 0)))).toEqual(new Set([420_000]))
    // A process that starts in between finds the same times.
    const later = start + 1234 * HOUR + 5
    expect(dueTimes(id, { schedule: '@every 7m' }, later, later + HOUR)).toEqual(
      times.filter((time) => time >= later && time < later + HOUR)
    )
  }
})

test('never starts more than a handful of a thousand checks every 30 s in a tenth of a second', () => {
  const schedule = parseSchedule({ schedule: '@every 30s' })
  const perTenth = new Map<number, number>()
  for (let index = 0; index < 1000; index++) {
    const due = nextDue(schedule, `0190b2f0-0000-7000-8000-${String(index).padStart(12, '0')}`, start) ?? 0
    const tenth = Math.floor((due - start) / 100)
    perTenth.set(tenth, (perTenth.get(tenth) ?? 0) + 1)
  }
  // 3.3 on average; a Poisson process stays below 15 except once in a million.
  expect(Math.max(...perTenth.values())).toBeLessThan(15)
  expect(perTenth.size).toBeGreaterThan(250)
})

test('spreads deterministically within 0 and 1', () => {
  expect(unitHash('a')).toBe(unitHash('a'))
  expect(unitHash('a')).not.toBe(unitHash('b'))
  const values = Array.from({ length: 10_000 }, (_, index) => unitHash(`id-${index}`))
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...values)).toBeLessThan(1)
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1)
})
