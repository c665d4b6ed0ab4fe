import { traceRequests, type TraceStep } from '../platform/outside/redaction'
import type { CheckerTools } from './checkers/checker'
import { executeCheck, type RunnableCheck } from './execute'
import { redactOutcome, type CheckOutcome, type CheckRule } from './outcome'

/** One run of a check that is not stored: the exchange with its target, and the deciding rule. */
export type CheckExplanation = {
  outcome: CheckOutcome
  /** In the order in which they decide; empty where the run ended before any rule. */
  rules: readonly CheckRule[]
  steps: readonly TraceStep[]
  /** Number of further steps that are not included. */
  dropped: number
}

/**
 * Runs a check once and returns each step. Secrets of the check are redacted, even where a target echoes them.
 * @returns undefined when the signal aborted the run.
 */
export async function explainRun(
  check: RunnableCheck,
  signal: AbortSignal,
  tools: CheckerTools
): Promise<CheckExplanation | undefined> {
  const { value: outcome, steps, dropped, redact } = await traceRequests(() => executeCheck(check, signal, tools))
  if (!outcome) return undefined
  const redacted = redactOutcome(outcome, redact)
  return { outcome: redacted, rules: 'rules' in redacted ? (redacted.rules ?? []) : [], steps, dropped }
}
