/** A pseudo-random generator with the same sequence for the same seed. */
export type Random = {
  /** An integer from 0 to below `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: small, and sufficient for tests.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => {
      const item = list[below(list.length)]
      if (item === undefined) throw new RangeError('The list is empty')
      return item
    },
  }
}
