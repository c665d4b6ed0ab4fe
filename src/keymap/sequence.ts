import type { LiveKey } from './live'
import { isPlain, type Press } from './press'

/** What was pressed of a sequence, and the number typed before it. It waits without a time limit. */
export type Pending = { presses: readonly Press[]; count: string }

export const nothingPending: Pending = { presses: [], count: '' }

/** What one press comes to. */
export type Meaning =
  | { is: 'key'; key: LiveKey; count: number | undefined }
  | { is: 'waiting'; pending: Pending }
  /** It began as a sequence and is none. */
  | { is: 'mistake'; presses: readonly Press[] }
  /** Ours, but without effect. */
  | { is: 'swallow' }
  /** Not ours; `key` when it is in the table, but done by the widget that has focus. */
  | { is: 'leave'; key?: LiveKey }

/**
 * Steps the sequence machine. The keymap is prefix-free on every path, so a match is final and nothing has to time out.
 * @param live the keys of the path, innermost first
 * @param inList letters without a meaning do nothing in a list, instead of whatever a widget makes of them
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
  // A digit is a plain key, too: without plain keys it is the widget's.
  const counts = inList && live.some((key) => key.counts && isPlain(key.presses[0] ?? ''))
  if (isFirst && counts && digit !== undefined && !(digit === '0' && pending.count === ''))
    // Four digits are more rows than anybody counts.
    return { is: 'waiting', pending: { presses: [], count: `${pending.count}${digit}`.slice(0, 4) } }
  if (!isFirst) return { is: 'mistake', presses: [...pending.presses, ...readings.slice(0, 1)] }
  const swallows = inList && live.some((key) => !key.fixed && isPlain(key.presses[0] ?? ''))
  return swallows && readings.some((reading) => isPlain(reading) && reading !== 'Space')
    ? { is: 'swallow' }
    : { is: 'leave' }
}

/** What may follow a started sequence, nearest meaning of each. */
export function continuations({ presses }: Pending, live: readonly LiveKey[]): LiveKey[] {
  const found = live.filter((key) => key.presses.length > presses.length && begins(presses, key))
  return found.filter((key, at) => found.findIndex((other) => other.presses.join(' ') === key.presses.join(' ')) === at)
}

const begins = (presses: readonly Press[], key: LiveKey) => presses.every((one, at) => key.presses[at] === one)
