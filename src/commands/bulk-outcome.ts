import { formatNames } from '../lib/format'
import { failureMessage } from '../lib/outcome'
import { type Bulk, partly } from './bulk'
import type { Outcome, Target } from './command'

/**
 * What came of doing one thing to each of a list, in a sentence; the only one that failed fails with the server's words.
 * @param all what to say about those for whom it was done, by their names
 */
export function outcomeOf(
  bulk: Bulk<unknown>,
  list: readonly Target[],
  all: (names: string) => string,
  { notDone, retry }: { notDone: string; retry: string }
): Outcome {
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  const done = formatNames(bulk.done.map(({ item }) => item.label))
  if (bulk.failed.length === 0) return { message: all(done) }
  const outcome = partly(bulk, bulk.done.length === 0 ? 'Nothing was changed.' : all(done), notDone, retry)
  return { ...outcome, message: `${outcome.message} ${failureMessage(bulk.failed[0]?.error)}` }
}
