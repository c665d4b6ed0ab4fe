import { z } from 'zod'
import { shorten } from '../../src/lib/format'
import type { Answer } from '../expression/evaluate'
import type { Evaluate } from '../expression/evaluator'
import { type Finding, rule } from './outcome'

const expression = z.object({ expr: z.string().nullish() }).nullish()
const spec = z.object({ test: expression, display: expression })

/** The expressions of a check. */
export type Expressions = { test: string | undefined; display: string | undefined }

const written = (text: string | null | undefined) => (text?.trim() ? text : undefined)

/** @throws {ZodError} naming the members that are wrong. */
export function parseExpressions(value: unknown): Expressions {
  const { test, display } = spec.parse(value)
  return { test: written(test?.expr), display: written(display?.expr) }
}

/** What the protocol gives to expressions, and this backend does not. */
const elsewhere = ['canary', 'check', 'last_result', 'outputs']

const LONGEST_SHOWN = 300

/** `true` as the protocol's checker reads it from what an expression gives. */
const booleans: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false])),
}

/**
 * Applies the expressions of a check to what its checker found. As in the protocol, a test can make a result fail and
 * never pass, and an expression that cannot be evaluated makes it fail, too.
 * @returns a text when nothing can be said about the target: what is missing, as a noun.
 */
export async function applyExpressions(
  { test, display }: Expressions,
  finding: Finding,
  evaluate: Evaluate
): Promise<Finding | string> {
  if (!finding.pass || (test === undefined && display === undefined)) return finding
  const ask = (expr: string): Promise<Answer> =>
    evaluate({
      expression: expr,
      variables: {},
      ...finding.given,
      elsewhere: [...elsewhere, ...(finding.given?.elsewhere ?? [])],
    })
  let { message, rules = [] } = finding
  /** A rule that does not hold, with what is wrong. */
  const failing = (member: string, problem: string): Finding => ({
    ...finding,
    pass: false,
    message: problem,
    rules: [...rules, rule(member, problem, problem)],
  })
  if (display !== undefined) {
    const answer = await ask(display)
    if (answer.kind === 'undecided') return `${answer.message} in display.expr`
    if (answer.kind === 'failed') return failing('display.expr', `display.expr cannot be evaluated: ${answer.message}`)
    message = answer.text
  }
  if (test === undefined) return { ...finding, message }
  const answer = await ask(test)
  if (answer.kind === 'undecided') return `${answer.message} in test.expr`
  if (answer.kind === 'failed') return failing('test.expr', `test.expr cannot be evaluated: ${answer.message}`)
  const isTrue = Object.hasOwn(booleans, answer.text) ? booleans[answer.text] : undefined
  if (isTrue === undefined)
    return failing('test.expr', `test.expr gives ${shorten(answer.text, LONGEST_SHOWN)}, not true or false`)
  if (isTrue)
    return {
      ...finding,
      message,
      rules: [...rules, rule('test.expr', undefined, `${shorten(test, LONGEST_SHOWN)} is true`)],
    }
  const read = Object.entries(answer.read).map(([name, value]) => `${name} = ${value}`)
  const why = read.length > 0 ? `, with ${read.join(', ')}` : ''
  return failing('test.expr', `the test ${shorten(test, LONGEST_SHOWN)} is false${why}`)
}
