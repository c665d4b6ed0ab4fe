/**
 * Frequency and recency of use as one number: the time (ms since 1970) at which the score will have decayed to 1.
 * Nothing needs to be recomputed as time passes.
 */
export type Frecency = number

/** Ten days: one and a half on-call rotations. */
const HALF_LIFE_MS = 10 * 86_400_000

const scoreAt = (frecency: Frecency | undefined, now: number) =>
  frecency === undefined ? 0 : 2 ** ((frecency - now) / HALF_LIFE_MS)

export const addUse = (frecency: Frecency | undefined, now: number): Frecency =>
  now + HALF_LIFE_MS * Math.log2(1 + scoreAt(frecency, now))

/** From 0 (never) to 7 (constantly), logarithmic. */
export const frecencyBucket = (frecency: Frecency | undefined, now: number): number =>
  Math.min(7, Math.floor(2 * Math.log2(1 + scoreAt(frecency, now))))
