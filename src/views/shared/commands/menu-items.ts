import { parseCall } from '@/commands/call'
import { commandTitle } from '@/commands/command'
import type { CommandContext } from '@/commands/context'
import { resolveCallArgs, hasAllArgs, commandAvailability } from '@/commands/prepare'
import { findCommand } from '@/commands/registry'
import { keyCaps } from '@/keymap/display'
import type { LiveKey } from '@/keymap/live'
import type { MenuAction } from '@/ui/menu'

/** An entry of a fixed menu. */
export type MenuEntry = {
  /** A serialized call. */
  call: string
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
    const parsed = parseCall(call)
    const command = findCommand(parsed.id)
    if (!command) return []
    const known = resolveCallArgs(command, parsed, context)
    const offer = commandAvailability(command, context, known)
    if (offer === false) return []
    const asks = value === undefined && !hasAllArgs(command, known)
    const key = keys.find((one) => one.call === call && !one.fixed)
    return [
      {
        id: call,
        label: `${label ?? commandTitle(command, known)}${asks ? '…' : ''}`,
        ...(value === undefined ? {} : { value }),
        ...(key ? { keys: keyCaps(key.keys) } : {}),
        ...(offer === true ? {} : { refusal: offer }),
      },
    ]
  })
