import { asSentence } from '../shared/format'
import { settleAll } from '../shared/pool'
import type { Call, Effects, Outcome, Target } from './command'
import { formatTargetNames } from './target-names'

/** Enough to be fast, few enough to leave the backend capacity for its own work. */
const AT_ONCE = 4

/** The results of one operation on many targets. */
export type BulkResult<R, T extends Target = Target> = {
  done: readonly { item: T; value: R }[]
  failed: readonly { item: T; error: unknown }[]
}

/**
 * Calls `work` for each target and reports progress. Continues after a failure; ends early when the signal is aborted.
 */
export async function runForEach<R, T extends Target>(
  list: readonly T[],
  { progress, signal }: Pick<Effects, 'progress' | 'signal'>,
  work: (target: T) => Promise<R>
): Promise<BulkResult<R, T>> {
  progress(0, list.length)
  const settled = await settleAll(list, AT_ONCE, work, (done) => progress(done, list.length), signal)
  return {
    done: settled.flatMap((one) => ('value' in one ? [one] : [])),
    failed: settled.flatMap((one) => ('error' in one ? [one] : [])),
  }
}

/**
 * The outcome when some targets failed: its message names them, they stay selected, and a retry is offered.
 * @param done what happened to the others: 'Ran 3 of 5 checks.'
 * @param retry builds the call for the retry from the targets that failed
 */
export function partialOutcome<T extends Target>(
  { failed }: BulkResult<unknown, T>,
  done: string,
  notDone: string,
  retry: (failed: readonly T[]) => Call
): Outcome {
  const targets = failed.map(({ item }) => item)
  return {
    message: `${asSentence(done)} ${notDone}: ${formatTargetNames(targets)}.`,
    isFailure: true,
    failed: targets,
    next: [{ title: `Retry ${targets.length} failed`, call: retry(targets) }],
  }
}
