import { parseCall } from '../commands/call'
import type { Context } from '../commands/context'
import { answers, offerOf } from '../commands/prepare'
import { findCommand, titleOfCall } from '../commands/registry'
import { spoken } from './display'
import type { LiveKey } from './live'
import type { Press } from './press'
import type { Meaning } from './sequence'

/** The keys of a press and a description of their effect. */
export type Lesson = { keys: string; message: string }

/** Explains a press in learn mode, in which keys have no effect. */
export function explain(readings: readonly Press[], meaning: Meaning, context: Context, isMac: boolean): Lesson {
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
      return { keys: meaning.presses.join(' '), message: `${listed(meaning.presses, isMac)} is not a shortcut.` }
    case 'leave':
      return meaning.key
        ? { keys: meaning.key.keys, message: messageOf(meaning.key, context) }
        : { keys: pressed, message: 'No effect here.' }
    case 'swallow':
      return { keys: pressed, message: 'No effect here.' }
  }
}

function messageOf(key: LiveKey, context: Context): string {
  const call = parseCall(key.call)
  const command = findCommand(call.id)
  const title = titleOfCall(key.call)
  if (!command || key.fixed) return `${title}.`
  const offer = offerOf(command, context, answers(command, call, context))
  if (offer === true) return `${title}.`
  return offer === false ? `${title}: not available here.` : `${title}. Not available now: ${offer}`
}

const listed = (presses: readonly Press[], isMac: boolean) => presses.map((one) => spoken(one, isMac)).join(' then ')
