import { parseCall } from '../../../commands/call'
import type { Message } from '../../../commands/journal'
import type { Origin } from '../../../commands/prepare'
import { spoken } from '../../../keymap/display'
import type { LiveKey } from '../../../keymap/live'
import { afterRun, afterShown, isDue, readLessons, writeLessons } from '../../../keymap/teach'

/** Follows one command from being run to what comes of it, and adds its key to that where it is due. */
export function keyTeacher(keys: readonly LiveKey[], today: () => string = isoDay) {
  let id: string | undefined
  return {
    used(call: string, origin: Origin): void {
      // It is told twice of a command with arguments.
      if (id !== undefined) return
      id = parseCall(call).id
      writeLessons(afterRun(readLessons(), id, origin))
    },
    /** `Next time: R.`, or nothing. */
    tip({ tone }: Pick<Message, 'tone'>): string {
      const key = keys.find(({ call, fixed }) => !fixed && parseCall(call).id === id)
      if (id === undefined || !key || tone === 'wrong' || !isDue(readLessons(), id, today())) return ''
      writeLessons(afterShown(readLessons(), id, today()))
      return `Next time: ${spoken(key.keys)}.`
    },
  }
}

const isoDay = () => new Date().toISOString().slice(0, 10)
