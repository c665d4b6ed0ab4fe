import { parseDuration } from './duration'

/** What a schedule may be picked from. A scraper has its own set; the other forms take the default one. */
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
/** Letters are a name of three, or L, W and LW; only one of those fits at a place, so that nothing is tried twice. */
const cronField = String.raw`(?:(?:[A-Za-z]{3}|LW?|W)(?![A-Za-z])|[\d*/,\-?#])+`
const cronLine = new RegExp(String.raw`^(?:(?:CRON_)?TZ=\S+\s+)?${cronField}(?:\s+${cronField}){4,5}$`)
const SHORTEST_MS = 1000

/**
 * Why this cannot be a schedule; undefined when it can. Of a cron line only the shape is looked at: whether its numbers
 * are possible is for the server to say.
 */
export function faultOfSchedule(text: string): string | undefined {
  const [, duration] = /^@every\s+(\S.*)$/.exec(text) ?? []
  if (duration !== undefined) {
    const everyMs = parseDuration(duration)
    if (everyMs === undefined) return `"${duration}" is not a duration such as 30s, 5m or 2h.`
    return everyMs < SHORTEST_MS ? 'The shortest period is 1s.' : undefined
  }
  if (named.has(text) || cronLine.test(text)) return undefined
  return text.startsWith('@')
    ? 'Known are @every 5m, @hourly, @daily, @weekly, @monthly, @yearly and @never.'
    : 'Write @every 5m, @hourly, or a cron line of five or six fields.'
}
