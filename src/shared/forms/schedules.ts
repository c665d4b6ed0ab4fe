import { parseDuration } from '../duration'
import { isZone } from '../time-zone'

/**
 * Sets of suggested schedules, by what a run costs. `short`: probes of a service. `medium`: queries. `further`: checks
 * that may download or scan data. `scraper`: scrapers. `default`: all other forms.
 */
export type ScheduleSet = 'short' | 'scraper' | 'medium' | 'default' | 'further'

const medium = [
  '@every 5m',
  '@every 10m',
  '@every 15m',
  '@every 30m',
  '@hourly',
  '@every 2h',
  '@every 4h',
  '@every 8h',
] as const

/** Source: specification, business constants. */
export const schedules: Readonly<Record<ScheduleSet, readonly string[]>> = {
  short: ['@every 30s', '@every 1m', '@every 5m', '@every 30m', '@hourly', '@every 2h', '@every 4h'],
  scraper: ['@every 15m', '@every 30m', '@hourly', '@every 2h', '@every 4h', '@daily'],
  medium,
  default: [...medium, '@daily', '@weekly'],
  further: ['@every 30s', '@every 1m', '@every 5m', '@every 30m', '@hourly', '@every 6h', '@daily', '@weekly'],
}

const named = new Set(['@never', '@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually'])
/**
 * Letters are a three-letter name or L, W and LW. Only one alternative matches at a position, so that there is no
 * backtracking.
 */
const cronField = String.raw`(?:(?:[A-Za-z]{3}|LW?|W)(?![A-Za-z])|[\d*/,\-?#])+`
const cronLine = new RegExp(String.raw`^(?:(?:CRON_)?TZ=(\S+)\s+)?${cronField}(?:\s+${cronField}){4,5}$`)
const SHORTEST_MS = 1000

/**
 * Why a text is not a valid schedule; undefined if it is valid. Only the format and the time zone of a cron expression
 * are checked. The server validates its numbers.
 */
export function findScheduleError(text: string): string | undefined {
  const [, duration] = /^@every\s+(\S.*)$/.exec(text) ?? []
  if (duration !== undefined) {
    const everyMs = parseDuration(duration)
    if (everyMs === undefined) return `"${duration}" is not a duration such as 30s, 5m or 2h.`
    return everyMs < SHORTEST_MS ? 'The shortest period is 1s.' : undefined
  }
  if (named.has(text)) return undefined
  const cron = cronLine.exec(text)
  if (cron) {
    const [, zone] = cron
    return zone === undefined || isZone(zone) ? undefined : `"${zone}" is not a time zone such as Europe/Berlin.`
  }
  return text.startsWith('@')
    ? 'Use @every 5m, @hourly, @daily, @weekly, @monthly, @yearly or @never.'
    : 'Enter @every 5m, @hourly, or a cron expression with five or six fields.'
}
