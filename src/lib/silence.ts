import { parseDuration } from './duration'
import { formatDuration } from './format'
import { INDEFINITELY } from './time/lists'

/** What can be silenced. A canary is silenced with all of its checks. */
export const silencedKinds = ['check', 'component', 'config', 'canary'] as const

/** How long something can be silenced for at one's fingertips; any other duration is typed. */
export const silenceDurations = ['30m', '1h', '2h', '4h', '8h', '24h', '2d', '7d', '30d', INDEFINITELY] as const
export const USUAL_SILENCE = '2h'

/** A year: what is to be silent for longer is silenced without an end. */
const MOST_MS = 365 * 86_400_000

/** @returns milliseconds; null: without an end; undefined: it is no duration that can be asked for. */
export function readSilence(text: string): number | null | undefined {
  if (text.trim().toLowerCase() === INDEFINITELY) return null
  const ms = parseDuration(text)
  return ms !== undefined && ms > 0 && ms <= MOST_MS ? ms : undefined
}

/** `for 2h`, `without an end`. */
export function wordsOfSilence(text: string): string {
  const ms = readSilence(text)
  return typeof ms === 'number' ? `for ${formatDuration(ms)}` : 'without an end'
}
