/** Between what eight times the input costs when work grows with it (8) and with its square (64). */
export const STILL_LINEAR = 24

const MOST_TRIES = 40
/** Of all tries together, when it is not linear. */
const LONGEST_MS = 10_000

/**
 * How many times longer work takes on eight times the input. The best of as many tries as it takes to be below
 * `STILL_LINEAR`, because a machine that is busy makes either of the two slow, but not each time.
 * @param prepare makes the input of a size, outside of what is measured, and gives the work on it.
 */
export function growth(prepare: (size: number) => () => unknown, size: number): number {
  const [small, large] = [prepare(size), prepare(8 * size)]
  let [smallMs, largeMs, spentMs] = [Infinity, Infinity, 0]
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // The small one more often: its first tries run before the code is compiled.
    for (let again = 0; again < 8; again++) smallMs = Math.min(smallMs, timeOf(small))
    const tookMs = timeOf(large)
    largeMs = Math.min(largeMs, tookMs)
    spentMs += tookMs
    if (tries >= 2 && (largeMs / smallMs < STILL_LINEAR || spentMs > LONGEST_MS)) break
  }
  return largeMs / smallMs
}

function timeOf(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
