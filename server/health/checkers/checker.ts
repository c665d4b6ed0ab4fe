import type { ReadConnection } from '../../platform/outside/resolve-connection'
import type { Evaluate } from '../../platform/expression/evaluator'
import type { CheckFinding } from '../outcome'

/** Dependencies that checkers share and tests replace. */
export type CheckerTools = {
  /** Wall clock, for ages and certificate expiry. */
  now(): Date
  /** Whether `exec` checks may run programs on this machine. */
  allowExec: boolean
  /** Path of this machine's `ping` program; undefined when there is none. */
  ping: string | undefined
  /** Reads stored connections; absent where there are none. The secrets of a connection are redacted. */
  openConnection?: ReadConnection
  /** Evaluates the expressions of checks. */
  evaluate: Evaluate
}

/** Defines how one type of check is parsed and run. */
export type Checker<Spec = unknown> = {
  /** @throws {ZodError} naming the invalid members. */
  parse(spec: unknown): Spec
  /**
   * Checks the target. A failure may be returned or thrown; either is a failed check. Settles soon after `signal`
   * aborts and leaves no socket or process behind.
   */
  run(spec: Spec, signal: AbortSignal, tools: CheckerTools): Promise<CheckFinding>
  /** Time-out of a run in milliseconds, for types whose spec has its own time-out. */
  timeoutMs?(spec: Spec): number | undefined
  /** Why this backend cannot run checks of this type at all, as a sentence. */
  unavailable?(tools: CheckerTools): string | undefined
}

/** Ties `run` to the type that `parse` returns, and erases that type for the table of checkers. */
export const defineChecker = <Spec>(definition: Checker<Spec>): Checker => ({
  ...definition,
  run: (spec, signal, tools) => definition.run(spec as Spec, signal, tools),
  timeoutMs: (spec) => definition.timeoutMs?.(spec as Spec),
})
