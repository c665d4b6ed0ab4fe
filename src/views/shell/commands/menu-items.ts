import { parseCall } from '../../../commands/call'
import { titleOf } from '../../../commands/command'
import type { Context } from '../../../commands/context'
import { answers, isComplete, offerOf } from '../../../commands/prepare'
import { findCommand } from '../../../commands/registry'
import { caps } from '../../../keymap/display'
import type { LiveKey } from '../../../keymap/live'
import type { Item } from '../../../ui/menu'

/** An entry of a fixed menu. */
export type Entry = {
  /** A serialized call. */
  call: string
  /** Replaces the title if a shorter label is clear in the menu. */
  label?: string
  /** The current choice, if the command makes one. */
  value?: string
}

/** The items of a menu in this context, without unavailable commands. */
export const itemsOf = (entries: readonly Entry[], context: Context, keys: readonly LiveKey[]): Item[] =>
  entries.flatMap(({ call, label, value }): Item[] => {
    const parsed = parseCall(call)
    const command = findCommand(parsed.id)
    if (!command) return []
    const known = answers(command, parsed, context)
    const offer = offerOf(command, context, known)
    if (offer === false) return []
    const asks = value === undefined && !isComplete(command, known)
    const key = keys.find((one) => one.call === call && !one.fixed)
    return [
      {
        id: call,
        label: `${label ?? titleOf(command, known)}${asks ? '…' : ''}`,
        ...(value === undefined ? {} : { value }),
        ...(key ? { keys: caps(key.keys) } : {}),
        ...(offer === true ? {} : { refusal: offer }),
      },
    ]
  })
