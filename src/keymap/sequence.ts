import type { LiveKey } from './live'
import { isPlain, type Press } from './press'

/** The presses of a started sequence, and the number typed before it. */
export type PendingSequence = { presses: readonly Press[]; count: string }

export const nothingPending: PendingSequence = { presses: [], count: '' }

/** The meaning of one press. */
export type PressMeaning =
  | { is: 'key'; key: LiveKey; count: number | undefined }
  | { is: 'waiting'; pending: PendingSequence }
  /** Started like a sequence, but does not match any. */
  | { is: 'mistake'; presses: readonly Press[] }
  /** Handled without effect. */
  | { is: 'swallow' }
  /** Not handled. `key` is set if the table lists the key, but the focused widget handles it. */
  | { is: 'leave'; key?: LiveKey }

/**
 * One step of the sequence machine. On a path, no key is a prefix of another, so a match is final and needs no timeout.
 * @param live the keys of the path, innermost first
 * @param inList letters without a key are swallowed in a list, so that no widget reacts to them
 */
export function advanceSequence(
  pending: PendingSequence,
  readings: readonly Press[],
  live: readonly LiveKey[],
  inList: boolean
): PressMeaning {
  const isFirst = pending.presses.length === 0
  for (const reading of readings) {
    const presses = [...pending.presses, reading]
    const key = live.find((candidate) => isPrefix(presses, candidate) && candidate.presses.length === presses.length)
    if (key?.fixed) return { is: 'leave', key }
    if (key) return { is: 'key', key, count: pending.count === '' ? undefined : Number(pending.count) }
    if (live.some((candidate) => !candidate.fixed && isPrefix(presses, candidate)))
      return { is: 'waiting', pending: { ...pending, presses } }
  }
  const digit = readings.find((reading) => /^\d$/.test(reading))
  // A digit is a plain key, too: without plain keys, the widget handles it.
  const counts = inList && live.some((key) => key.counts && isPlain(key.presses[0] ?? ''))
  if (isFirst && counts && digit !== undefined && !(digit === '0' && pending.count === ''))
    // Four digits are enough for any row count.
    return { is: 'waiting', pending: { presses: [], count: `${pending.count}${digit}`.slice(0, 4) } }
  if (!isFirst) return { is: 'mistake', presses: [...pending.presses, ...readings.slice(0, 1)] }
  const swallows = inList && live.some((key) => !key.fixed && isPlain(key.presses[0] ?? ''))
  return swallows && readings.some((reading) => isPlain(reading) && reading !== 'Space')
    ? { is: 'swallow' }
    : { is: 'leave' }
}

/** The possible next keys of a started sequence, each with its nearest meaning. */
export function nextKeys({ presses }: PendingSequence, live: readonly LiveKey[]): LiveKey[] {
  const found = live.filter((key) => key.presses.length > presses.length && isPrefix(presses, key))
  return found.filter((key, at) => found.findIndex((other) => other.presses.join(' ') === key.presses.join(' ')) === at)
}

const isPrefix = (presses: readonly Press[], key: LiveKey) => presses.every((one, at) => key.presses[at] === one)
