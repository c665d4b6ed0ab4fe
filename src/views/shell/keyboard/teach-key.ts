import { parseCall } from '../../../commands/call'
import type { Message } from '../../../commands/journal'
import type { Origin } from '../../../commands/prepare'
import { spoken } from '../../../keymap/display'
import type { LiveKey } from '../../../keymap/live'
import { afterRun, afterShown, isDue, readLessons, writeLessons } from '../../../keymap/teach'

/** Adds a tip about the key of a command to its outcome, when a tip is due. One teacher serves a single invocation. */
export function keyTeacher(keys: readonly LiveKey[], today: () => string = isoDay) {
  let id: string | undefined
  return {
    used(call: string, origin: Origin): void {
      // A call with arguments is reported twice: as the command alone, and as the whole call.
      if (id !== undefined) return
      id = parseCall(call).id
      writeLessons(afterRun(readLessons(), id, origin))
    },
    /** The tip, such as `Next time: R.`; empty for none. */
    tip({ tone }: Pick<Message, 'tone'>): string {
      const key = keys.find(({ call, fixed }) => !fixed && parseCall(call).id === id)
      if (id === undefined || !key || tone === 'wrong' || !isDue(readLessons(), id, today())) return ''
      writeLessons(afterShown(readLessons(), id, today()))
      return `Next time: ${spoken(key.keys)}.`
    },
  }
}

/** Records that the user has pressed the key of a command. */
export const learnKey = (command: string): void => writeLessons(afterRun(readLessons(), command, 'key'))

const isoDay = () => new Date().toISOString().slice(0, 10)
