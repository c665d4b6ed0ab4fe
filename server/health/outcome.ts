import type { Question } from '../expression/evaluate'
import { withTexts } from '../outside/redaction'
import type { TransformedCheck } from './transform'

/** Size limit of a message, in characters: long enough to understand, short enough for a table cell. */
export const LONGEST_MESSAGE = 2000

/** The result of one run of a check. */
export type Outcome =
  | ({ kind: 'passed'; message: string } & Found)
  | ({ kind: 'failed'; error: string } & Found)
  /** The check is written in a way that cannot be run. It counts as failing, because a user must correct it. */
  | { kind: 'invalid'; error: string }
  /**
   * This backend does not run such a check, which is no evidence about its target: it counts as neither success nor
   * failure, and the check has no status.
   */
  | { kind: 'notRun'; message: string }

type Found = {
  durationMs: number
  details: Details
  rules?: readonly Rule[]
  /** All checks that `transform` currently creates. Undefined when this run provides no list. */
  transformed?: readonly TransformedCheck[]
}

/** Measured values in addition to the message, stored as JSON. */
export type Details = Readonly<Record<string, unknown>>

/** One requirement of a check, and the finding. */
export type Rule = {
  /** The member of the check that defines the requirement. */
  member: string
  holds: boolean
  /** The finding and, where the rule fails, the expected value: `response code 503, expected 2xx`. */
  says: string
}

/** The result of a checker; without `durationMs`, the duration of the call is used. */
export type Finding = {
  pass: boolean
  message: string
  details?: Details
  durationMs?: number
  /** In the order in which they decide: the first failed rule is the message. */
  rules?: readonly Rule[]
  transformed?: readonly TransformedCheck[]
  /** The variables that the expressions of the check may read. */
  given?: Omit<Question, 'expression'>
}

export const passed = (message: string, details: Details = {}): Finding => ({ pass: true, message, details })
export const failed = (message: string, details: Details = {}): Finding => ({ pass: false, message, details })

/** @param problem the error message; undefined when the rule passes, which then reports `found`. */
export const rule = (member: string, problem: string | undefined, found: string): Rule => ({
  member,
  holds: problem === undefined,
  says: problem ?? found,
})

/** Evaluates rules: the first failed rule decides; without one, the check passes with `message`. */
export function judged(rules: readonly Rule[], message: string, details: Details = {}): Finding {
  const broken = rules.find(({ holds }) => !holds)
  return { pass: broken === undefined, message: broken?.says ?? message, details, rules }
}

/** Fails a target that is slower than `thresholdMillis`, even if it passed otherwise. */
export function withinThreshold(finding: Finding, elapsedMs: number, thresholdMs: number | undefined): Finding {
  if (thresholdMs === undefined) return finding
  const took = `took ${Math.round(elapsedMs)} ms`
  const one = rule(
    'thresholdMillis',
    elapsedMs > thresholdMs ? `${took}, more than ${thresholdMs} ms` : undefined,
    took
  )
  const rules = [...(finding.rules ?? []), one]
  return finding.pass && !one.holds ? { ...finding, rules, pass: false, message: one.says } : { ...finding, rules }
}

/** Applies `clean` to every text of an outcome, including the names of details. */
export function cleaned(outcome: Outcome, clean: (text: string) => string): Outcome {
  const { kind, ...rest } = outcome
  return { kind, ...withTexts(rest, clean) } as Outcome
}
