import { z } from 'zod'
import { durationField } from './checkers/fields'

const retries = z.object({
  /** Before the first attempt. */
  delay: durationField(1000).optional(),
  /** Between attempts. */
  interval: durationField(1000).optional(),
  /** Time limit for the start of an attempt, counted from the first. */
  timeout: durationField(1000).optional(),
  maxRetries: z.int().min(0).optional(),
  disabled: z.boolean().default(false),
})

/** Limits for retrying a failed check, in milliseconds and attempts. */
export type RetryPolicy = { delayMs: number; intervalMs: number; withinMs: number; most: number }

/** canary-checker's own default. */
const INTERVAL_MS = 1000
/** The shortest interval between requests to a target. */
const SHORTEST_INTERVAL_MS = 100
const never: RetryPolicy = { delayMs: 0, intervalMs: 0, withinMs: 0, most: 0 }

/**
 * Reads the `retries` of a check: it is retried up to `maxRetries` times, or for as long as `timeout`, whichever ends
 * first.
 * @throws {ZodError} naming the invalid members.
 */
export function readRetryPolicy(spec: unknown): RetryPolicy {
  const { retries: written } = z.object({ retries: retries.optional() }).catchall(z.unknown()).parse(spec)
  if (!written || written.disabled) return never
  const { delay = 0, interval = INTERVAL_MS, timeout = 0, maxRetries } = written
  return {
    delayMs: delay,
    intervalMs: Math.max(interval, SHORTEST_INTERVAL_MS),
    withinMs: timeout > 0 ? timeout : Infinity,
    most: maxRetries ?? (timeout > 0 ? Infinity : 0),
  }
}

/**
 * Returns when the next attempt begins, in milliseconds from now; undefined when there is none.
 * @param attempts number of attempts so far.
 * @param elapsedMs since the first attempt began.
 */
export function nextAttemptDelay({ intervalMs, withinMs, most }: RetryPolicy, attempts: number, elapsedMs: number) {
  if (attempts > most || elapsedMs >= withinMs) return undefined
  // The last attempt is at the end of the time limit.
  return Math.min(intervalMs, withinMs - elapsedMs)
}
