import { z } from 'zod'
import { shorten } from '../../src/shared/format'
import type { ExpressionResult } from '../platform/expression/evaluate'
import type { Evaluate } from '../platform/expression/evaluator'
import { parseTruth } from '../platform/expression/truth'
import { formatError } from '../platform/outside/error-text'
import { redactShortened, redactSecrets } from '../platform/outside/redaction'
import { type CheckFinding, createRule } from './outcome'
import { type DeleteStrategy, deleteStrategies, applyTransformation } from './transform'

const expression = z.object({ expr: z.string().nullish() }).nullish()
const spec = z.object({
  test: expression,
  display: expression,
  transform: expression,
  transformDeleteStrategy: z.union([z.enum(deleteStrategies), z.literal('')]).nullish(),
  markFailOnEmpty: z.boolean().nullish(),
})

/** The expressions of a check. */
export type CheckExpressions = {
  test: string | undefined
  display: string | undefined
  transform: string | undefined
  /** Default for the checks that `transform` creates. */
  deleteStrategy: DeleteStrategy | undefined
  /** Whether an empty result of `transform` fails. */
  failsOnEmpty: boolean
}

/** As in the protocol, blanks are an expression, and an invalid one. */
const written = (text: string | null | undefined) => text || undefined

/** @throws {ZodError} naming the invalid members. */
export function parseExpressions(value: unknown): CheckExpressions {
  const { test, display, transform, transformDeleteStrategy, markFailOnEmpty } = spec.parse(value)
  return {
    test: written(test?.expr),
    display: written(display?.expr),
    transform: written(transform?.expr),
    deleteStrategy: transformDeleteStrategy || undefined,
    failsOnEmpty: markFailOnEmpty === true,
  }
}

/** Variables that the protocol offers to expressions and this backend does not. */
const elsewhere = ['canary', 'check', 'last_result', 'outputs']

const LONGEST_SHOWN = 300

/** The expression worker shortens the values it shows and does not know the secrets. */
function withoutParts(answer: ExpressionResult): ExpressionResult {
  if (answer.kind !== 'value') return { ...answer, message: redactShortened(answer.message) }
  const read = Object.entries(answer.read).map(([name, value]) => [name, redactShortened(value)])
  return { ...answer, read: Object.fromEntries(read) as Record<string, string> }
}

/**
 * Applies the expressions of a check to the finding of its checker. As in the protocol, a test can fail a result but
 * never pass it, a transformation may change it either way, and an expression that cannot be evaluated fails it.
 * @returns a text when there is no verdict about the target: a noun for the unsupported feature.
 */
export async function applyExpressions(
  expressions: CheckExpressions,
  found: CheckFinding,
  evaluate: Evaluate
): Promise<CheckFinding | string> {
  const ask: Ask = (expr) =>
    evaluate({
      expression: expr,
      variables: {},
      ...found.given,
      unsupported: [...elsewhere, ...(found.given?.unsupported ?? [])],
    }).then(withoutParts)
  const finding = await applyTransform(expressions, found, ask)
  return typeof finding === 'string' ? finding : applyTest(expressions, finding, ask)
}

type Ask = (expression: string) => Promise<ExpressionResult>

/** A finding that fails by a rule, with the problem as its message. */
const failing = (finding: CheckFinding, member: string, problem: string): CheckFinding => ({
  ...finding,
  pass: false,
  message: problem,
  rules: [...(finding.rules ?? []), createRule(member, problem, problem)],
})

async function applyTransform(
  { transform, deleteStrategy, failsOnEmpty }: CheckExpressions,
  finding: CheckFinding,
  ask: Ask
): Promise<CheckFinding | string> {
  if (transform === undefined || !finding.given) return finding
  const answer = await ask(transform)
  if (answer.kind === 'undecided') return `${answer.message} in transform.expr`
  // The failure that already exists is more specific than an expression that does not fit it.
  const wrong = (problem: string) =>
    finding.pass ? failing(finding, 'transform.expr', `transform.expr cannot be applied: ${problem}`) : finding
  if (answer.kind === 'failed') return wrong(answer.message)
  let applied: CheckFinding | string
  try {
    applied = applyTransformation(finding, answer, deleteStrategy)
  } catch (error) {
    return wrong(formatError(error))
  }
  if (typeof applied === 'string') return applied
  if (!applied.transformed) return applied
  // The list of a failed target does not prove that a check is gone.
  if (!finding.pass) return finding
  if (applied.transformed.length === 0 && failsOnEmpty)
    return failing(finding, 'markFailOnEmpty', 'transform.expr returned no checks')
  return applied
}

async function applyTest(
  { test, display }: CheckExpressions,
  finding: CheckFinding,
  ask: Ask
): Promise<CheckFinding | string> {
  if (!finding.pass) return finding
  let { message } = finding
  if (display !== undefined) {
    const answer = await ask(display)
    if (answer.kind === 'undecided') return `${answer.message} in display.expr`
    if (answer.kind === 'failed')
      return failing(finding, 'display.expr', `display.expr cannot be evaluated: ${answer.message}`)
    message = answer.text
  }
  if (test === undefined) return { ...finding, message }
  const answer = await ask(test)
  if (answer.kind === 'undecided') return `${answer.message} in test.expr`
  if (answer.kind === 'failed') return failing(finding, 'test.expr', `test.expr cannot be evaluated: ${answer.message}`)
  const isTrue = parseTruth(answer.text)
  if (isTrue === undefined)
    return failing(
      finding,
      'test.expr',
      `test.expr returns ${shorten(redactSecrets(answer.text), LONGEST_SHOWN)}, not true or false`
    )
  const [, invalid] = Object.entries(finding.invalid ?? {}).find(([name]) => name in answer.read) ?? []
  if (isTrue && invalid !== undefined) return failing(finding, 'test.expr', `the test reads the body, but ${invalid}`)
  if (isTrue)
    return {
      ...finding,
      message,
      rules: [
        ...(finding.rules ?? []),
        createRule('test.expr', undefined, `${shorten(redactSecrets(test), LONGEST_SHOWN)} is true`),
      ],
    }
  const read = Object.entries(answer.read).map(([name, value]) => `${name} = ${value}`)
  const why = read.length > 0 ? `, with ${read.join(', ')}` : ''
  return failing(finding, 'test.expr', `the test ${shorten(redactSecrets(test), LONGEST_SHOWN)} is false${why}`)
}
