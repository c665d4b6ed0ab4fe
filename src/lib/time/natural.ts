import { atWallTime } from '../datemath'

/** Parses a date in natural language: the moment, or the start of the day when no time of day was given. */
export type Natural = (text: string, now: Date, timeZone: string) => { at: Date; isDay: boolean } | undefined

/** Loads the reader of English dates (`last monday`, `yesterday at 5pm`): too large to load for everybody. */
export async function loadNatural(): Promise<Natural> {
  const { parse } = await import('chrono-node/en')
  return (text, now, timeZone) => {
    // The parser computes in UTC, so it is given the zone's wall-clock time as if that were UTC.
    const [result] = parse(text, { instant: wallTime(now, timeZone), timezone: 'UTC' })
    // The whole text or nothing: a date somewhere in a sentence is a guess.
    if (!result || result.text.trim() !== text.trim() || result.end) return undefined
    const { start } = result
    // After `ago` it reports its own zone as certain, so only a zone in the text counts.
    const isZoned = start.get('timezoneOffset') !== 0 || /(?:utc|gmt|\dz)$/i.test(text.trim())
    if (isZoned && start.isCertain('timezoneOffset')) return { at: start.date(), isDay: false }
    const wall = start.date()
    const isDay = !start.isCertain('hour')
    if (isDay) wall.setUTCHours(0, 0, 0, 0)
    const at = atWallTime(wall, timeZone)
    return at && { at, isDay }
  }
}

/** The wall-clock time of a zone at a moment, written as if it were UTC. */
function wallTime(at: Date, timeZone: string): Date {
  const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at)
  return new Date(`${shown.replace(' ', 'T')}Z`)
}
