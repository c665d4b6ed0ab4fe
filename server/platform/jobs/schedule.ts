import { Cron } from 'croner'
import { formatGoDuration, parseDuration } from '@/shared/duration'

/** When a check runs. `manual`: on demand only. */
export type Schedule =
  | { kind: 'every'; everyMs: number }
  /** `next` returns the first time of the line after a moment; both in epoch milliseconds. */
  | { kind: 'cron'; text: string; next(afterMs: number): number | undefined }
  | { kind: 'manual' }

/** The `schedule` or `interval` of a canary is invalid. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError'
}

const SHORTEST_MS = 1000
/**
 * Checks with the same cron line are due within this time, not all at the same moment; so they start within a second.
 */
const CRON_SPREAD_MS = 800

const zonePrefix = /^(?:CRON_TZ|TZ)=(\S+)\s+/

/**
 * Parses the schedules that canary-checker accepts: `@every 30s`, `@hourly` and similar, a cron line with five or six
 * fields and an optional `CRON_TZ=Europe/Berlin` before it, `@never`; or `interval` in seconds; `schedule` takes
 * precedence. Cron is in UTC, the zone of canary-checker's container. A canary with neither runs on demand only.
 *
 * In the hours that daylight saving skips or repeats, a line behaves as in Vixie cron: times without a wildcard or
 * step run once, a skipped one at the end of the gap; `*` and steps follow the clock, so that they keep their
 * interval, run twice through a repeated hour, and omit a skipped one.
 * @throws {ScheduleError}
 */
export function parseSchedule({ schedule, interval }: { schedule?: unknown; interval?: unknown }): Schedule {
  if (schedule !== undefined && schedule !== null && schedule !== '') return parseText(String(schedule).trim())
  if (interval === undefined || interval === null || interval === 0) return { kind: 'manual' }
  const everyMs = typeof interval === 'number' ? interval * 1000 : parseDuration(String(interval), 1000)
  return every(everyMs, `The interval ${JSON.stringify(interval)}`)
}

function parseText(text: string): Schedule {
  if (text === '@never') return { kind: 'manual' }
  const [, duration] = /^@every\s+(\S.*)$/.exec(text) ?? []
  if (duration !== undefined) return every(parseDuration(duration), `The schedule "${text}"`)
  const [prefix = '', timezone = 'UTC'] = zonePrefix.exec(text) ?? []
  try {
    // Sloppy: `5/15` means every 15 from the 5th, which other cron implementations accept as well.
    const options = { timezone, paused: true, sloppyRanges: true, fixedTimeRule: 'no-wildcard' } as const
    const cron = new Cron(text.slice(prefix.length), options)
    cron.nextRun(new Date(0))
    return { kind: 'cron', text, next: createNextFinder(cron) }
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Cron\w*:\s*/, '') : String(error)
    throw new ScheduleError(`The schedule "${text}" is neither "@every <duration>" nor a cron line: ${why}`)
  }
}

/**
 * Caches the last result: finding a time takes about 0.1 ms, or 100 ms for the 30th of February, and the checks of one
 * line request the same few seconds.
 */
function createNextFinder(cron: Cron): (afterMs: number) => number | undefined {
  // `at` is infinite when the line has no further time, which takes longest to find.
  let known = { afterMs: Infinity, at: -Infinity }
  return (afterMs) => {
    if (afterMs < known.afterMs || afterMs >= known.at) {
      const at = cron.nextRun(new Date(afterMs))?.getTime() ?? Infinity
      known = { afterMs: at === known.at ? Math.min(afterMs, known.afterMs) : afterMs, at }
    }
    return known.at === Infinity ? undefined : known.at
  }
}

function every(everyMs: number | undefined, what: string): Schedule {
  if (everyMs === undefined || !Number.isFinite(everyMs)) throw new ScheduleError(`${what} is not a duration`)
  if (everyMs < SHORTEST_MS) throw new ScheduleError(`${what} is shorter than ${formatGoDuration(SHORTEST_MS)}`)
  return { kind: 'every', everyMs: Math.round(everyMs) }
}

/**
 * Returns the first time after `afterMs` at which the check `id` is due, in epoch milliseconds; undefined when it
 * never is. The id determines the offset within the period, so that checks of equal period spread evenly and keep
 * their times across a restart.
 */
export function nextDue(schedule: Schedule, id: string, afterMs: number): number | undefined {
  if (schedule.kind === 'manual') return undefined
  if (schedule.kind === 'every') {
    const { everyMs } = schedule
    const phase = Math.floor(unitHash(id) * everyMs)
    return (Math.floor((afterMs - phase) / everyMs) + 1) * everyMs + phase
  }
  const phase = Math.floor(unitHash(id) * CRON_SPREAD_MS)
  const time = schedule.next(afterMs - phase)
  return time === undefined ? undefined : time + phase
}

/** A number from 0 to below 1 that is always the same for one id and evenly spread over many (FNV-1a, mixed). */
export function unitHash(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
