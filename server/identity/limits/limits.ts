import { IdentityError } from '../http/errors'

/**
 * At most `most` uses within a window. Further uses are refused until the window moves on, or after increasing waits.
 */
export type Limit = {
  most: number
  windowMs: number
  /**
   * If set, one more attempt is allowed after 1 s, the next after 2 s, … up to this wait, instead of after the window.
   */
  slowestMs?: number
  /**
   * Once the limit is used up, clients that have used fewer than `each` of it are allowed up to `most` further uses in
   * total.
   */
  share?: { each: number; most: number }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const defaultLimits = {
  /** Wrong passwords for one identifier from one address, or for one account on one known device. */
  loginIdentifier: { most: 10, windowMs: 15 * MINUTE_MS, slowestMs: MINUTE_MS },
  /** Wrong passwords from one address; its `share` is per identifier. */
  loginAddress: { most: 50, windowMs: 15 * MINUTE_MS, share: { each: 3, most: 450 } },
  /** Wrong passwords for one identifier; its `share` is per address. */
  loginAccount: { most: 300, windowMs: HOUR_MS, share: { each: 3, most: 300 } },
  /** Wrong second factors of one identity. */
  secondFactor: { most: 10, windowMs: 15 * MINUTE_MS },
  /** Codes to one recipient, requested from one address or from one known device of the recipient. */
  mail: { most: 3, windowMs: HOUR_MS },
  mailRecipient: { most: 3, windowMs: HOUR_MS, share: { each: 1, most: 9 } },
  mailAddress: { most: 10, windowMs: HOUR_MS, share: { each: 1, most: 40 } },
  registration: { most: 10, windowMs: HOUR_MS },
  /** Forms that open without a delay, and error pages that are stored. */
  flowCreation: { most: 60, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits

/** Counts of created flows are not stored across restarts: their window is too short to matter. */
const isPersisted = (name: LimitName) => name !== 'flowCreation'

export type Limits = {
  /**
   * Counts one use.
   * @param own uses by this client so far, for limits with a `share`
   * @throws {IdentityError} 429 when the limit is exceeded
   */
  spend(name: LimitName, key: string, own?: number): void
  /** Whether one more use is within the limit. */
  allows(name: LimitName, key: string): boolean
  /** Checks whether one more use would exceed the limit, without counting it. @throws {IdentityError} 429 */
  check(name: LimitName, key: string, own?: number): void
  /** Uses within the window. */
  count(name: LimitName, key: string): number
  /** Removes one use, after a right guess. */
  refund(name: LimitName, key: string): void
  /** Removes all uses, such as wrong passwords after the right one. */
  forget(name: LimitName, key: string): void
  /** Removes expired uses. */
  sweep(): void
  /** Changes since the last call, to be stored. An entry without times can be deleted. */
  takeChanges(): { key: string; times: readonly number[] }[]
  /** Restores stored counts, oldest first. */
  restore(kept: readonly { key: string; times: readonly number[] }[]): void
}

/** Bounds the memory that a client with many addresses can fill. */
const MOST_KEYS = 100_000

/** Limits in the memory of this process. `takeChanges` returns the counts to store across restarts. */
export function createLimits(now: () => Date, limits: Record<LimitName, Limit> = defaultLimits): Limits {
  const counts = new Map<string, readonly number[]>()
  const changed = new Set<string>()
  const keyOf = (name: LimitName, key: string) => `${name} ${key}`
  const nameOf = (full: string) => full.slice(0, full.indexOf(' ')) as LimitName

  function put(full: string, times: readonly number[]): void {
    // Re-inserted at the end, so that the map is in order of use.
    counts.delete(full)
    if (times.length > 0) counts.set(full, times)
    if (isPersisted(nameOf(full))) changed.add(full)
  }

  function timesOf(name: LimitName, key: string): readonly number[] {
    const since = now().getTime() - limits[name].windowMs
    return (counts.get(keyOf(name, key)) ?? []).filter((time) => time > since)
  }

  function waitMsOf(name: LimitName, key: string, own: number): number {
    const limit = limits[name]
    const { each, most } = limit.share ?? { each: 0, most: 0 }
    const allowed = own < each ? { ...limit, most: limit.most + most } : limit
    return waitOf(allowed, timesOf(name, key), now().getTime())
  }

  function check(name: LimitName, key: string, own = Infinity): void {
    const waitMs = waitMsOf(name, key, own)
    if (waitMs > 0) throw tooManyAttempts(waitMs)
  }

  function sweep(): void {
    for (const [full, times] of counts) {
      if ((times.at(-1) ?? 0) <= now().getTime() - limits[nameOf(full)].windowMs) put(full, [])
    }
  }

  return {
    check,
    allows: (name, key) => waitMsOf(name, key, Infinity) === 0,
    count: (name, key) => timesOf(name, key).length,
    spend(name, key, own) {
      check(name, key, own)
      if (counts.size >= MOST_KEYS) sweep()
      // When full, the least recently used key is dropped.
      const [oldest] = counts.keys()
      if (counts.size >= MOST_KEYS && oldest !== undefined) put(oldest, [])
      put(keyOf(name, key), [...timesOf(name, key), now().getTime()])
    },
    refund(name, key) {
      put(keyOf(name, key), timesOf(name, key).slice(0, -1))
    },
    forget: (name, key) => put(keyOf(name, key), []),
    sweep,
    takeChanges() {
      const all = [...changed].map((key) => ({ key, times: counts.get(key) ?? [] }))
      changed.clear()
      return all
    },
    restore(kept) {
      for (const { key, times } of kept) if (Object.hasOwn(limits, nameOf(key))) counts.set(key, times)
      sweep()
    },
  }
}

const FIRST_WAIT_MS = 1000

/** Milliseconds until one more use is allowed; 0 when it is allowed now. */
function waitOf({ most, windowMs, slowestMs }: Limit, times: readonly number[], nowMs: number): number {
  const over = times.length - most
  const last = times.at(-1)
  if (over < 0 || last === undefined) return 0
  if (slowestMs === undefined) return Math.max(0, (times.at(-most) ?? last) + windowMs - nowMs)
  return Math.max(0, last + Math.min(FIRST_WAIT_MS * 2 ** over, slowestMs) - nowMs)
}

export const tooManyAttempts = (waitMs: number) =>
  new IdentityError(429, {
    reason: 'Too many attempts. Wait a moment, then try again.',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
