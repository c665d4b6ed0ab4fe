import { commandIdOf } from '@/commands/call'
import type { JournalMessage } from '@/commands/journal'
import type { CallOrigin } from '@/commands/prepare'
import { formatKeys } from '@/keymap/display'
import type { LiveKey } from '@/keymap/live'
import { lessonsAfterRun, lessonsAfterHint, isHintDue, readLessons, writeLessons } from '@/keymap/key-hints'

/** Adds a tip about the key of a command to its outcome, when a tip is due. One teacher serves a single invocation. */
export function createKeyTips(keys: readonly LiveKey[], today: () => string = isoDay) {
  let id: string | undefined
  return {
    used(call: string, origin: CallOrigin): void {
      // A call with arguments is reported twice: as the command alone, and as the whole call.
      if (id !== undefined) return
      id = commandIdOf(call)
      writeLessons(lessonsAfterRun(readLessons(), id, origin))
    },
    /** The tip, such as `Next time: R.`; empty for none. */
    tip({ tone }: Pick<JournalMessage, 'tone'>): string {
      const key = keys.find(({ call, fixed }) => !fixed && commandIdOf(call) === id)
      if (id === undefined || !key || tone === 'wrong' || !isHintDue(readLessons(), id, today())) return ''
      writeLessons(lessonsAfterHint(readLessons(), id, today()))
      return `Next time: ${formatKeys(key.keys)}.`
    },
  }
}

/** Records that the user has pressed the key of a command. */
export const recordKeyUse = (command: string): void => writeLessons(lessonsAfterRun(readLessons(), command, 'key'))

const isoDay = () => new Date().toISOString().slice(0, 10)
