import { traced, type Step } from '../outside/redaction'
import type { Tools } from './checkers/checker'
import { execute, type RunnableCheck } from './execute'
import { cleaned, type Outcome, type Rule } from './outcome'

/** One run of a check that nothing keeps: what was asked, what came back, and what decided. */
export type Explanation = {
  outcome: Outcome
  /** In the order in which they decide; empty where the run ended before any. */
  rules: readonly Rule[]
  steps: readonly Step[]
  /** Steps that were asked besides, and are not told. */
  dropped: number
}

/**
 * Runs a check once, and tells how. Nothing of it says a secret of the check, whoever echoed it.
 * @returns undefined when the signal ended it.
 */
export async function explain(
  check: RunnableCheck,
  signal: AbortSignal,
  tools: Tools
): Promise<Explanation | undefined> {
  const { value: outcome, steps, dropped, clean } = await traced(() => execute(check, signal, tools))
  if (!outcome) return undefined
  const told = cleaned(outcome, clean)
  return { outcome: told, rules: 'rules' in told ? (told.rules ?? []) : [], steps, dropped }
}
