import { loadModule } from '../load-module'
import { atWallTime } from '@/shared/datemath'

/** Parses a date in natural language. Returns the time, or the start of the day if there is no time of day. */
export type ParseNatural = (text: string, now: Date, timeZone: string) => { at: Date; isDay: boolean } | undefined

const loadParser = () => import('chrono-node/en')

/** Loads the parser of English dates (`last monday`, `yesterday at 5pm`), which is too large for the initial load. */
export async function loadNatural(): Promise<ParseNatural> {
  const { parse } = await loadModule(loadParser)
  return (text, now, timeZone) => {
    // The parser computes in UTC, so it receives the wall-clock time of the zone as if it were UTC.
    const [result] = parse(text, { instant: wallTime(now, timeZone), timezone: 'UTC' })
    // Only the complete text counts, because a date within a sentence is a guess.
    if (!result || result.text.trim() !== text.trim() || result.end) return undefined
    const { start } = result
    // After `ago`, the parser reports its own zone as certain, so only a zone in the text counts.
    const isZoned = start.get('timezoneOffset') !== 0 || /(?:utc|gmt|\dz)$/i.test(text.trim())
    if (isZoned && start.isCertain('timezoneOffset')) return { at: start.date(), isDay: false }
    const wall = start.date()
    const isDay = !start.isCertain('hour')
    if (isDay) wall.setUTCHours(0, 0, 0, 0)
    const at = atWallTime(wall, timeZone)
    return at && { at, isDay }
  }
}

/** The wall-clock time of a zone, expressed as if it were UTC. */
function wallTime(at: Date, timeZone: string): Date {
  const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at)
  return new Date(`${shown.replace(' ', 'T')}Z`)
}
