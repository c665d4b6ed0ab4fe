import { formatNames } from '../shared/format'
import { failureMessage } from '../lib/outcome'
import { type BulkResult, partialOutcome } from './bulk'
import type { Call, Outcome, Target } from './command'

/**
 * Summarises a bulk operation in one sentence. If the list has a single target and it failed, its error is thrown, so
 * that the server's message is shown.
 * @param all builds the message for the targets that succeeded, from their names
 */
export function bulkOutcome<T extends Target>(
  bulk: BulkResult<unknown, T>,
  list: readonly T[],
  all: (names: string) => string,
  { notDone, retry }: { notDone: string; retry: (failed: readonly T[]) => Call }
): Outcome {
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  const done = formatNames(bulk.done.map(({ item }) => item.label))
  if (bulk.failed.length === 0) return { message: all(done) }
  const outcome = partialOutcome(bulk, bulk.done.length === 0 ? 'Nothing was changed.' : all(done), notDone, retry)
  return { ...outcome, message: `${outcome.message} ${failureMessage(bulk.failed[0]?.error)}` }
}
