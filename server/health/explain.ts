import { traced, type Step } from '../outside/redaction'
import type { Tools } from './checkers/checker'
import { execute, type RunnableCheck } from './execute'
import { cleaned, type Outcome, type Rule } from './outcome'

/** One run of a check that is not stored: the exchange with its target, and the deciding rule. */
export type Explanation = {
  outcome: Outcome
  /** In the order in which they decide; empty where the run ended before any rule. */
  rules: readonly Rule[]
  steps: readonly Step[]
  /** Number of further steps that are not included. */
  dropped: number
}

/**
 * Runs a check once and returns each step. Secrets of the check are redacted, even where a target echoes them.
 * @returns undefined when the signal aborted the run.
 */
export async function explain(
  check: RunnableCheck,
  signal: AbortSignal,
  tools: Tools
): Promise<Explanation | undefined> {
  const { value: outcome, steps, dropped, clean } = await traced(() => execute(check, signal, tools))
  if (!outcome) return undefined
  const redacted = cleaned(outcome, clean)
  return { outcome: redacted, rules: 'rules' in redacted ? (redacted.rules ?? []) : [], steps, dropped }
}
