import { commandIdOf } from '@/commands/call'
import { type Call, type Command, type Kind, type Target, commandTitle } from '@/commands/command'
import type { CommandContext } from '@/commands/context'
import { resolveCallArgs, hasAllArgs, commandAvailability } from '@/commands/prepare'
import type { LiveKey } from '@/keymap/live'

/** A command as an item of a menu. */
export type CommandOffer = { call: Call; title: string; group: string; keys?: string; refusal?: string }

/**
 * The commands for a resource, or for the selected resources of a kind: all commands with an argument for that kind.
 * Unavailable commands are omitted; refused commands have the reason.
 */
export function listOffers(
  what: Target | { selected: Kind },
  commands: readonly Command[],
  keys: readonly LiveKey[],
  context: CommandContext
): CommandOffer[] {
  const kind = 'kind' in what ? what.kind : what.selected
  return commands.flatMap((command): CommandOffer[] => {
    const slot = Object.entries(command.slots ?? {}).find(
      ([, { answer, options, many }]) =>
        answer && options?.from === 'index' && options.kinds.includes(kind) && ('kind' in what || many)
    )
    if (!slot) return []
    const [name] = slot
    const args = 'kind' in what ? { [name]: [what] } : {}
    const known = resolveCallArgs(command, args, context)
    const offer = commandAvailability(command, context, known)
    if (offer === false) return []
    const key = keys.find(({ call, fixed }) => !fixed && commandIdOf(call) === command.id)
    return [
      {
        call: { id: command.id, args },
        title: `${commandTitle(command, known)}${hasAllArgs(command, known) ? '' : '…'}`,
        group: command.group,
        ...(key ? { keys: key.keys } : {}),
        ...(offer === true ? {} : { refusal: offer }),
      },
    ]
  })
}
