/** Between the cost of eight times the input for linear work (8) and quadratic work (64). */
export const STILL_LINEAR = 24

const MOST_TRIES = 40
/** Time limit for all attempts when the work is not linear. */
const LONGEST_MS = 10_000
/** Shorter work is repeated, so that a microsecond clock is precise enough. */
const SHORTEST_MS = 1

/**
 * The factor by which work grows on eight times the input, in processor time of this process, so other load of the
 * machine does not count. Takes the best of several attempts until it is below `STILL_LINEAR`, because the compiler and
 * the garbage collector interfere.
 * @param prepare creates the input of a size, outside the measurement, and returns the work on it.
 */
export function growth(prepare: (size: number) => () => unknown, size: number): number {
  const [small, large] = [prepare(size), prepare(8 * size)]
  let [smallMs, largeMs, spentMs] = [Infinity, Infinity, 0]
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    smallMs = Math.min(smallMs, timeOf(small))
    const tookMs = timeOf(large)
    largeMs = Math.min(largeMs, tookMs)
    spentMs += tookMs
    if (tries >= 2 && (largeMs / smallMs < STILL_LINEAR || spentMs > LONGEST_MS)) break
  }
  return largeMs / smallMs
}

function timeOf(work: () => unknown): number {
  const begun = process.cpuUsage()
  for (let times = 1; ; times++) {
    work()
    const { user, system } = process.cpuUsage(begun)
    const ms = (user + system) / 1000
    if (ms >= SHORTEST_MS) return ms / times
  }
}
