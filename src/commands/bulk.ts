import { formatNames } from '../lib/format'
import { settleAll } from '../lib/pool'
import type { Effects, Outcome, Target } from './command'

/** Enough to be quick, few enough not to crowd out what the backend does by itself. */
const AT_ONCE = 4

/** What came of doing one thing to many. */
export type Bulk<R> = {
  done: readonly { item: Target; value: R }[]
  failed: readonly { item: Target; error: unknown }[]
}

/** Does one thing to each target, reporting how far it is. A failure does not stop the rest; stopping does. */
export async function toEach<R>(
  list: readonly Target[],
  { progress, signal }: Pick<Effects, 'progress' | 'signal'>,
  work: (target: Target) => Promise<R>
): Promise<Bulk<R>> {
  progress(0, list.length)
  const settled = await settleAll(list, AT_ONCE, work, (done) => progress(done, list.length), signal)
  return {
    done: settled.flatMap((one) => ('value' in one ? [one] : [])),
    failed: settled.flatMap((one) => ('error' in one ? [one] : [])),
  }
}

/**
 * How to say that some of many failed: they are named, stay ticked, and are offered again.
 * @param said what happened to the others: 'Ran 3 of 5 checks.'
 * @param retry the call that does it again to written targets, such as `check.run?checks=`
 */
export function partly({ failed }: Bulk<unknown>, said: string, notDone: string, retry: string): Outcome {
  const targets = failed.map(({ item }) => item)
  const written = targets.map(({ kind, id }) => `${kind}:${id}`).join(',')
  return {
    said: `${said} ${notDone}: ${formatNames(targets.map(({ label }) => label))}.`,
    bad: true,
    failed: targets,
    next: [{ title: `Retry ${targets.length} failed`, call: `${retry}${written}` }],
  }
}
