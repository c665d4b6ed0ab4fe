import { vi } from 'vitest'

/** Waits until the assertion passes: usually a few milliseconds, longer on a busy machine. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 45_000, interval: 10 })
