import { toCall } from '../commands/call'
import type { CommandContext } from '../commands/context'
import { resolveCallArgs, commandAvailability } from '../commands/prepare'
import { findCommand, describeCall } from '../commands/registry'
import { formatKeys } from './display'
import type { LiveKey } from './live'
import type { Press } from './press'
import type { PressMeaning } from './sequence'

/** The keys of a press and a description of their effect. */
export type KeyLesson = { keys: string; message: string }

/** Explains a press in learn mode, in which keys have no effect. */
export function explainPress(
  readings: readonly Press[],
  meaning: PressMeaning,
  context: CommandContext,
  isMac: boolean
): KeyLesson {
  const pressed = readings[0] ?? ''
  switch (meaning.is) {
    case 'key':
      return {
        keys: meaning.key.keys,
        message: `${meaning.count === undefined ? '' : `${meaning.count} times: `}${messageOf(meaning.key, context)}`,
      }
    case 'waiting': {
      const { presses, count } = meaning.pending
      if (presses.length === 0) return { keys: count, message: 'A count for the next key.' }
      return { keys: presses.join(' '), message: 'The start of a sequence. Press the next key.' }
    }
    case 'mistake':
      return {
        keys: meaning.presses.join(' '),
        message: `${formatKeys(meaning.presses.join(' '), isMac)} is not a shortcut.`,
      }
    case 'leave':
      return meaning.key
        ? { keys: meaning.key.keys, message: messageOf(meaning.key, context) }
        : { keys: pressed, message: 'No effect here.' }
    case 'swallow':
      return { keys: pressed, message: 'No effect here.' }
  }
}

function messageOf(key: LiveKey, context: CommandContext): string {
  const call = toCall(key.call, findCommand)
  const command = findCommand(call.id)
  const title = describeCall(key.call)
  if (!command || key.fixed) return `${title}.`
  const offer = commandAvailability(command, context, resolveCallArgs(command, call.args, context))
  if (offer === true) return `${title}.`
  return offer === false ? `${title}: not available here.` : `${title}. Not available now: ${offer}`
}
