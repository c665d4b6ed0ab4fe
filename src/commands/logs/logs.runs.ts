import { formatCount } from '@/shared/format'
import { formatLogLines } from '@/lib/logs/line'
import { findDisplayedLines } from '@/lib/logs/displayed-lines'
import { type Effects, CommandError, type Outcome, type Target } from '../command'

/** Copies lines as text, in chronological order. */
export async function copyLogLines({ lines }: { lines: readonly Target[] }, { copy }: Effects): Promise<Outcome> {
  const found = findDisplayedLines(lines.map(({ id }) => id))
  if (found.length === 0) throw new CommandError('These lines are no longer shown.')
  await copy(formatLogLines(found))
  return { message: `Copied ${formatCount(found.length, 'line')}.` }
}
