import { vi } from 'vitest'

/** Waits until the assertion holds: a few milliseconds as a rule, and as long as it takes on a machine that is busy. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 45_000, interval: 10 })
