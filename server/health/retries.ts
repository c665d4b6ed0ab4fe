import { z } from 'zod'
import { duration } from './checkers/fields'

const retries = z.object({
  /** Before the first attempt. */
  delay: duration(1000).optional(),
  /** Between attempts. */
  interval: duration(1000).optional(),
  /** No attempt begins so long after the first. */
  timeout: duration(1000).optional(),
  maxRetries: z.int().min(0).optional(),
  disabled: z.boolean().default(false),
})

/** How often a check that fails is tried again, in milliseconds and attempts. */
export type Retries = { delayMs: number; intervalMs: number; withinMs: number; most: number }

/** canary-checker's own default. */
const INTERVAL_MS = 1000
/** A target is not asked more often than this. */
const SHORTEST_INTERVAL_MS = 100
const never: Retries = { delayMs: 0, intervalMs: 0, withinMs: 0, most: 0 }

/**
 * Reads what a check says under `retries`: it is tried again as often as `maxRetries` says, or for as long as `timeout`
 * does, or until the first of both.
 * @throws {ZodError} naming the members that are wrong.
 */
export function readRetries(spec: unknown): Retries {
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
 * When the next attempt begins, in milliseconds from now; undefined when there is none.
 * @param attempts that were made.
 * @param elapsedMs since the first began.
 */
export function nextAttempt({ intervalMs, withinMs, most }: Retries, attempts: number, elapsedMs: number) {
  if (attempts > most || elapsedMs >= withinMs) return undefined
  // The last one is at the end of the time that there is.
  return Math.min(intervalMs, withinMs - elapsedMs)
}
