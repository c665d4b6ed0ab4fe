import type { LiveKey } from './live'
import { isPlain, type Press } from './press'

/** What was pressed of a sequence, and the number typed before it. It waits without a time limit. */
export type Pending = { presses: readonly Press[]; count: string }

export const nothingPending: Pending = { presses: [], count: '' }

/** What one press comes to. */
export type Meaning =
  | { is: 'key'; key: LiveKey; count: number | undefined }
  | { is: 'waiting'; pending: Pending }
  /** It began like a sequence but is none. */
  | { is: 'mistake'; presses: readonly Press[] }
  /** Taken, but without effect. */
  | { is: 'swallow' }
  /** Not taken; `key` when it is in the table, but handled by the focused widget. */
  | { is: 'leave'; key?: LiveKey }

/**
 * One step of the sequence machine. No key is a prefix of another on a path, so a match is final and needs no time-out.
 * @param live the keys of the path, innermost first
 * @param inList letters without a key are swallowed in a list, so that no widget reacts to them
 */
export function step(pending: Pending, readings: readonly Press[], live: readonly LiveKey[], inList: boolean): Meaning {
  const isFirst = pending.presses.length === 0
  for (const reading of readings) {
    const presses = [...pending.presses, reading]
    const key = live.find((candidate) => begins(presses, candidate) && candidate.presses.length === presses.length)
    if (key?.fixed) return { is: 'leave', key }
    if (key) return { is: 'key', key, count: pending.count === '' ? undefined : Number(pending.count) }
    if (live.some((candidate) => !candidate.fixed && begins(presses, candidate)))
      return { is: 'waiting', pending: { ...pending, presses } }
  }
  const digit = readings.find((reading) => /^\d$/.test(reading))
  // A digit is a plain key too: without plain keys it is left to the widget.
  const counts = inList && live.some((key) => key.counts && isPlain(key.presses[0] ?? ''))
  if (isFirst && counts && digit !== undefined && !(digit === '0' && pending.count === ''))
    // Four digits are enough for any count of rows.
    return { is: 'waiting', pending: { presses: [], count: `${pending.count}${digit}`.slice(0, 4) } }
  if (!isFirst) return { is: 'mistake', presses: [...pending.presses, ...readings.slice(0, 1)] }
  const swallows = inList && live.some((key) => !key.fixed && isPlain(key.presses[0] ?? ''))
  return swallows && readings.some((reading) => isPlain(reading) && reading !== 'Space')
    ? { is: 'swallow' }
    : { is: 'leave' }
}

/** The keys that may follow a started sequence, each with its nearest meaning. */
export function continuations({ presses }: Pending, live: readonly LiveKey[]): LiveKey[] {
  const found = live.filter((key) => key.presses.length > presses.length && begins(presses, key))
  return found.filter((key, at) => found.findIndex((other) => other.presses.join(' ') === key.presses.join(' ')) === at)
}

const begins = (presses: readonly Press[], key: LiveKey) => presses.every((one, at) => key.presses[at] === one)
