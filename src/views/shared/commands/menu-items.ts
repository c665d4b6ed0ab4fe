import { formatCall, toCall } from '@/commands/call'
import { type CallSource, commandTitle } from '@/commands/command'
import type { CommandContext } from '@/commands/context'
import { resolveCallArgs, hasAllArgs, commandAvailability } from '@/commands/prepare'
import { findCommand } from '@/commands/registry'
import { keyCaps } from '@/keymap/display'
import type { LiveKey } from '@/keymap/live'
import type { MenuAction } from '@/ui/menu'

/** An entry of a fixed menu. */
export type MenuEntry = {
  call: CallSource
  /** Replaces the title if a shorter label is clear in the menu. */
  label?: string
  /** The current choice, if the command makes one. */
  value?: string
}

/** The items of a menu in this context, without unavailable commands. */
export const toMenuItems = (
  entries: readonly MenuEntry[],
  context: CommandContext,
  keys: readonly LiveKey[]
): MenuAction[] =>
  entries.flatMap(({ call, label, value }): MenuAction[] => {
    const { id, args } = toCall(call, findCommand)
    const command = findCommand(id)
    if (!command) return []
    const known = resolveCallArgs(command, args, context)
    const offer = commandAvailability(command, context, known)
    if (offer === false) return []
    const asks = value === undefined && !hasAllArgs(command, known)
    const written = formatCall(call, findCommand)
    const key = keys.find((one) => one.call === written && !one.fixed)
    return [
      {
        id: written,
        label: `${label ?? commandTitle(command, known)}${asks ? '…' : ''}`,
        ...(value === undefined ? {} : { value }),
        ...(key ? { keys: keyCaps(key.keys) } : {}),
        ...(offer === true ? {} : { refusal: offer }),
      },
    ]
  })
