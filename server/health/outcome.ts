import type { ExpressionRequest } from '../platform/expression/evaluate'
import { mapTexts } from '../platform/outside/redaction'
import type { TransformedCheck } from './transform'

/** Size limit of a message, in characters: long enough to understand, short enough for a table cell. */
export const MAX_MESSAGE_LENGTH = 2000

/** The result of one run of a check. */
export type CheckOutcome =
  | ({ kind: 'passed'; message: string } & Found)
  | ({ kind: 'failed'; error: string } & Found)
  /** The check is written in a way that cannot be run. It counts as failing, because a user must correct it. */
  | { kind: 'invalid'; error: string }
  /**
   * This backend does not run such a check, which says nothing about its target: it counts as neither success nor
   * failure, and the check has no status.
   */
  | { kind: 'notRun'; message: string }

type Found = {
  durationMs: number
  details: CheckDetails
  rules?: readonly CheckRule[]
  /** All checks that `transform` currently creates. Undefined when this run provides no list. */
  transformed?: readonly TransformedCheck[]
}

/** Measured values in addition to the message, stored as JSON. */
export type CheckDetails = Readonly<Record<string, unknown>>

/** One requirement of a check, and the finding. */
export type CheckRule = {
  /** The member of the check that defines the requirement. */
  member: string
  holds: boolean
  /** The finding and, where the rule fails, the expected value: `response code 503, expected 2xx`. */
  says: string
}

/** The result of a checker; without `durationMs`, the duration of the call is used. */
export type CheckFinding = {
  pass: boolean
  message: string
  details?: CheckDetails
  durationMs?: number
  /** In the order in which they decide: the first failed rule is the message. */
  rules?: readonly CheckRule[]
  transformed?: readonly TransformedCheck[]
  /** The reason for no verdict, as a clause. It applies unless a rule or an expression fails. */
  undecided?: string | undefined
  /** Variables without a usable value, and why: a test that reads one fails. */
  invalid?: Readonly<Record<string, string>>
  /** Variables whose value is unknown, and why: an expression that reads one leaves no verdict. */
  unknown?: Readonly<Record<string, string>>
  /** The variables that the expressions of the check may read. */
  given?: Omit<ExpressionRequest, 'expression'>
}

export const passedFinding = (message: string, details: CheckDetails = {}): CheckFinding => ({
  pass: true,
  message,
  details,
})
export const failedFinding = (message: string, details: CheckDetails = {}): CheckFinding => ({
  pass: false,
  message,
  details,
})

/** @param problem the error message; undefined when the rule passes, which then reports `found`. */
export const createRule = (member: string, problem: string | undefined, found: string): CheckRule => ({
  member,
  holds: problem === undefined,
  says: problem ?? found,
})

/** Evaluates rules: the first failed rule decides; without one, the check passes with `message`. */
export function evaluateRules(rules: readonly CheckRule[], message: string, details: CheckDetails = {}): CheckFinding {
  const broken = rules.find(({ holds }) => !holds)
  return { pass: broken === undefined, message: broken?.says ?? message, details, rules }
}

/** Fails a target that is slower than `thresholdMillis`, even if it passed otherwise. */
export function applyThreshold(
  finding: CheckFinding,
  elapsedMs: number,
  thresholdMs: number | undefined
): CheckFinding {
  if (thresholdMs === undefined) return finding
  const took = `took ${Math.round(elapsedMs)} ms`
  const one = createRule(
    'thresholdMillis',
    elapsedMs > thresholdMs ? `${took}, more than ${thresholdMs} ms` : undefined,
    took
  )
  const rules = [...(finding.rules ?? []), one]
  return finding.pass && !one.holds ? { ...finding, rules, pass: false, message: one.says } : { ...finding, rules }
}

/** Applies `clean` to every text of an outcome, including the names of details. */
export function redactOutcome(outcome: CheckOutcome, clean: (text: string) => string): CheckOutcome {
  const { kind, ...rest } = outcome
  return { kind, ...mapTexts(rest, clean) } as CheckOutcome
}
