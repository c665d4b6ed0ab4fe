import type { Clock } from '../../server/health/clock'

/** A clock that stands still until the test advances it. */
type TestClock = Clock & {
  /** Advances the clock, runs each due timer at its own time, and lets promises settle in between. */
  advance(ms: number): Promise<void>
  /** Sets the wall clock without elapsed time, as a user or NTP does. */
  set(epochMs: number): void
}

export function testClock(start: number): TestClock {
  let now = start
  let passed = 0
  const timers = new Set<{ at: number; work: () => void }>()
  return {
    now: () => now,
    after: (ms, work) => {
      const timer = { at: passed + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    set: (epochMs) => void (now = epochMs),
    advance: async (ms) => {
      const end = passed + ms
      await settle()
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        now += Math.max(0, next.at - passed)
        passed = Math.max(passed, next.at)
        timers.delete(next)
        next.work()
        await settle()
      }
      now += end - passed
      passed = end
    },
  }
}

/** Lets all pending promises settle. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
