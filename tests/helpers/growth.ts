/** Between what eight times the input costs when work grows with it (8) and with its square (64). */
export const STILL_LINEAR = 24

const MOST_TRIES = 40
/** Of all tries together, when it is not linear. */
const LONGEST_MS = 10_000
/** Shorter work is done several times, so that a clock of microseconds is fine enough. */
const SHORTEST_MS = 1

/**
 * How many times longer work takes on eight times the input, by the processor's time of this process: what else the
 * machine is busy with does not count. The best of as many tries as it takes to be below `STILL_LINEAR`, because the
 * compiler and the collector of garbage come between.
 * @param prepare makes the input of a size, outside of what is measured, and gives the work on it.
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
