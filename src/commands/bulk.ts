import { settleAll } from '../shared/pool'
import type { Effects, Outcome, Target } from './command'
import { formatTargetNames } from './target-names'

/** Enough to be fast, few enough to leave the backend capacity for its own work. */
const AT_ONCE = 4

/** The results of one operation on many targets. */
export type BulkResult<R> = {
  done: readonly { item: Target; value: R }[]
  failed: readonly { item: Target; error: unknown }[]
}

/**
 * Calls `work` for each target and reports progress. Continues after a failure; ends early when the signal is aborted.
 */
export async function runForEach<R, T extends Target>(
  list: readonly T[],
  { progress, signal }: Pick<Effects, 'progress' | 'signal'>,
  work: (target: T) => Promise<R>
): Promise<BulkResult<R>> {
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
 * @param retry the call for the retry, to which the targets are appended, such as `check.run?checks=`
 */
export function partialOutcome({ failed }: BulkResult<unknown>, done: string, notDone: string, retry: string): Outcome {
  const targets = failed.map(({ item }) => item)
  const written = targets.map(({ kind, id }) => `${kind}:${id}`).join(',')
  return {
    message: `${done} ${notDone}: ${formatTargetNames(targets)}.`,
    isFailure: true,
    failed: targets,
    next: [{ title: `Retry ${targets.length} failed`, call: `${retry}${written}` }],
  }
}
