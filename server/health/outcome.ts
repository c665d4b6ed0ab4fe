import type { Question } from '../expression/evaluate'

/** What one run of a check found. */
export type Outcome =
  | { kind: 'passed'; durationMs: number; message: string; details: Details; rules?: readonly Rule[] }
  | { kind: 'failed'; durationMs: number; error: string; details: Details; rules?: readonly Rule[] }
  /** The check is written in a way that cannot be run: somebody has to correct it, so it counts as failing. */
  | { kind: 'invalid'; error: string }
  /**
   * This backend does not run such a check, which says nothing about its target: it counts neither way, and the check
   * has no status.
   */
  | { kind: 'notRun'; message: string }

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
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value)
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [clean(name), copy(member)]))
  }
  const { kind, ...told } = outcome
  return { kind, ...Object.fromEntries(Object.entries(told).map(([name, value]) => [name, copy(value)])) } as Outcome
}
