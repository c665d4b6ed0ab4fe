import { formatCount } from '../../lib/format'
import { textOfLines } from '../../lib/logs/line'
import { shownLines } from '../../lib/logs/loaded'
import { type Effects, CommandError, type Outcome, type Target } from '../command'

/** Copies lines as text, in chronological order. */
export async function copyLines({ lines }: { lines: readonly Target[] }, { copy }: Effects): Promise<Outcome> {
  const found = shownLines(lines.map(({ id }) => id))
  if (found.length === 0) throw new CommandError('These lines are no longer shown.')
  await copy(textOfLines(found))
  return { message: `Copied ${formatCount(found.length, 'line')}.` }
}
