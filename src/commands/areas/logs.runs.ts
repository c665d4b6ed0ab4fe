import { formatCount } from '../../lib/format'
import { textOfLines } from '../../lib/logs/line'
import { shownLines } from '../../lib/logs/loaded'
import { type Effects, NotDone, type Outcome, type Target } from '../command'

/** Copies lines as text, in the order of time. */
export async function copyLines({ lines }: { lines: readonly Target[] }, { copy }: Effects): Promise<Outcome> {
  const found = shownLines(lines.map(({ id }) => id))
  if (found.length === 0) throw new NotDone('These lines are not shown any more.')
  await copy(textOfLines(found))
  return { said: `Copied ${formatCount(found.length, 'line')}.` }
}
