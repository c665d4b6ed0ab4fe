import type { Question } from '../expression/evaluate'
import { withTexts } from '../outside/redaction'
import type { TransformedCheck } from './transform'

/** Of a message, in characters: long enough to understand, short enough for a table cell. */
export const LONGEST_MESSAGE = 2000

/** What one run of a check found. */
export type Outcome =
  | ({ kind: 'passed'; message: string } & Found)
  | ({ kind: 'failed'; error: string } & Found)
  /** The check is written in a way that cannot be run: somebody has to correct it, so it counts as failing. */
  | { kind: 'invalid'; error: string }
  /**
   * This backend does not run such a check, which says nothing about its target: it counts neither way, and the check
   * has no status.
   */
  | { kind: 'notRun'; message: string }

type Found = {
  durationMs: number
  details: Details
  rules?: readonly Rule[]
  /** Checks that `transform` makes of it: all that there are now. Undefined when this run says nothing about them. */
  transformed?: readonly TransformedCheck[]
}

/** Measured values beside the message, stored as JSON. */
export type Details = Readonly<Record<string, unknown>>

/** One thing that a check asks of its target, and what was found. */
export type Rule = {
  /** The member of the check that asks for it. */
  member: string
  holds: boolean
  /** What was found, and, where the rule does not hold, what was wanted: `response code 503, expected 2xx`. */
  says: string
}

/** What a checker returns; without `durationMs` the time around the call counts. */
export type Finding = {
  pass: boolean
  message: string
  details?: Details
  durationMs?: number
  /** In the order in which they decide: the first that does not hold is the message. */
  rules?: readonly Rule[]
  transformed?: readonly TransformedCheck[]
  /** What the expressions of the check may read. */
  given?: Omit<Question, 'expression'>
}

export const passed = (message: string, details: Details = {}): Finding => ({ pass: true, message, details })
export const failed = (message: string, details: Details = {}): Finding => ({ pass: false, message, details })

/** @param problem what is wrong; undefined when the rule holds, and then `found` is what it says. */
export const rule = (member: string, problem: string | undefined, found: string): Rule => ({
  member,
  holds: problem === undefined,
  says: problem ?? found,
})

/** The verdict of rules: the first that does not hold decides, and without one the check passes with `message`. */
export function judged(rules: readonly Rule[], message: string, details: Details = {}): Finding {
  const broken = rules.find(({ holds }) => !holds)
  return { pass: broken === undefined, message: broken?.says ?? message, details, rules }
}

/** A check's target that is slower than `thresholdMillis` fails, whatever else it said. */
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

/** An outcome with every text in it, names of details included, as `clean` leaves it. */
export function cleaned(outcome: Outcome, clean: (text: string) => string): Outcome {
  const { kind, ...told } = outcome
  return { kind, ...withTexts(told, clean) } as Outcome
}
