import type { Question } from '../expression/evaluate'

/** What one run of a check found. */
export type Outcome =
  | { kind: 'passed'; durationMs: number; message: string; details: Details }
  | { kind: 'failed'; durationMs: number; error: string; details: Details }
  /** The check is written in a way that cannot be run: somebody has to correct it, so it counts as failing. */
  | { kind: 'invalid'; error: string }
  /**
   * This backend does not run such a check, which says nothing about its target: it counts neither way, and the check
   * has no status.
   */
  | { kind: 'notRun'; message: string }

/** Measured values beside the message, stored as JSON. */
export type Details = Readonly<Record<string, unknown>>

/** What a checker returns; without `durationMs` the time around the call counts. */
export type Finding = {
  pass: boolean
  message: string
  details?: Details
  durationMs?: number
  /** What the expressions of the check may read. */
  given?: Omit<Question, 'expression'>
}

export const passed = (message: string, details: Details = {}): Finding => ({ pass: true, message, details })
export const failed = (message: string, details: Details = {}): Finding => ({ pass: false, message, details })

/** A check's target that is slower than `thresholdMillis` fails, whatever else it said. */
export function withinThreshold(finding: Finding, elapsedMs: number, thresholdMs: number | undefined): Finding {
  if (!finding.pass || thresholdMs === undefined || elapsedMs <= thresholdMs) return finding
  return { ...finding, pass: false, message: `took ${Math.round(elapsedMs)} ms, more than ${thresholdMs} ms` }
}
