/** The clock and its timers, injected so that tests can control them. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number
  /** Calls back once, after at least `ms`. @returns a function that cancels it. */
  after(ms: number, work: () => void): () => void
}

export const createClock = (now: () => Date): Clock => ({
  now: () => now().getTime(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
})
