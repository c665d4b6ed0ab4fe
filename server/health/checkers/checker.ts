import type { ReadConnection } from '../../outside/resolve-connection'
import type { Evaluate } from '../../expression/evaluator'
import type { Finding } from '../outcome'

/** What checkers share and tests replace. */
export type Tools = {
  /** Wall clock, for ages and certificate expiry. */
  now(): Date
  /** Whether `exec` checks may run programs on this machine. */
  allowExec: boolean
  /** Where this machine's `ping` is; undefined when there is none. */
  ping: string | undefined
  /** Opens stored connections; absent where there are none. Secrets of what it opens are concealed. */
  openConnection?: ReadConnection
  /** Evaluates the expressions of checks. */
  evaluate: Evaluate
}

/** How one type of check is read and run. */
export type Checker<Spec = unknown> = {
  /** @throws {ZodError} naming the members that are wrong. */
  parse(spec: unknown): Spec
  /**
   * Looks at the target. A failure may be returned or thrown; either is a failed check.
   * Settles soon after `signal` aborts and leaves no socket or process behind.
   */
  run(spec: Spec, signal: AbortSignal, tools: Tools): Promise<Finding>
  /** How long a run may take, for types whose spec has a time-out of its own. */
  timeoutMs?(spec: Spec): number | undefined
  /** Why this backend cannot run checks of this type at all, as a sentence. */
  unavailable?(tools: Tools): string | undefined
}

/** Ties `run` to the type that `parse` gives, and forgets it for the table of checkers. */
export const checker = <Spec>(definition: Checker<Spec>): Checker => ({
  ...definition,
  run: (spec, signal, tools) => definition.run(spec as Spec, signal, tools),
  timeoutMs: (spec) => definition.timeoutMs?.(spec as Spec),
})
