import { parseDuration } from '@/shared/duration'
import { formatDuration } from '@/shared/format'
import { INDEFINITELY } from '../time/range'

/** Kinds that can be silenced. Silencing a canary silences all of its checks. */
export const silencedKinds = ['check', 'component', 'config', 'canary'] as const

/** Suggested durations of a silence. Any other duration can be typed. */
export const silenceDurations = ['30m', '1h', '2h', '4h', '8h', '24h', '2d', '7d', '30d', INDEFINITELY] as const
/** Always the same, and not the last used one, because keys pressed by heart must not silence for a month. */
export const DEFAULT_SILENCE = '1h'

/** The end of a silence that the server ends when its resource is healthy again. Only the embedded backend does. */
export const RECOVERY = 'recovery'

/** One year. Use `indefinitely` for a longer silence. */
const MOST_MS = 365 * 86_400_000

/** @returns milliseconds; null for an indefinite silence; undefined for an invalid duration. */
export function parseSilence(text: string): number | null | undefined {
  if (text.trim().toLowerCase() === INDEFINITELY) return null
  const ms = parseDuration(text)
  return ms !== undefined && ms > 0 && ms <= MOST_MS ? ms : undefined
}

/** `for 2h`, `indefinitely` or `until it recovers`. */
export function describeSilence(text: string): string {
  if (text === RECOVERY) return 'until it recovers'
  const ms = parseSilence(text)
  return typeof ms === 'number' ? `for ${formatDuration(ms)}` : 'indefinitely'
}

/**
 * The new end of a silence that is extended: the duration is added to what is left. An ended silence continues now.
 * @param until ISO time of the present end
 */
export const extendedEnd = (until: string, ms: number, now: number): string =>
  new Date(Math.max(Date.parse(until), now) + ms).toISOString()

/** A unique name, because the protocol does not return the id of a new silence. */
export const uniqueName = (label: string): string => {
  const slug = label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return `${slug || 'silence'}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
}
