import { type Call, type Command, type KnownArgs, commandTitle } from '@/commands/command'
import type { CommandContext } from '@/commands/context'
import { resolveCallArgs, hasAllArgs, commandAvailability, callTargets } from '@/commands/prepare'
import { formatNames } from '@/shared/format'
import { pages } from '@/shared/routing/registry'
import { callEffect, type PaletteItem } from '../item'
import type { OpeningContext, PaletteSource } from './source'

/** Commands that act on the palette itself would do nothing inside it. */
const hidden = new Set(['palette.open', 'palette.commands', 'palette.copyLink'])

/** Commands that work on any resource; they rank below commands for the current one. */
const isMinor = /^(?:copy|nav)\./

export default {
  id: 'commands',
  section: 'Commands',
  name: 'commands',
  characters: ['>'],
  words: ['command', 'commands', 'do'],
  prompt: 'Search commands',
  // As in k9s, a command can be typed after a colon as well.
  alsoIn: ['kinds'],
  list: ({ commands, context }: OpeningContext) => commands.flatMap((command) => toCommandItem(command, context) ?? []),
} satisfies PaletteSource

/** The name, the address and the keys of a page also find the command that opens it: `logs`, `users` and `g l`. */
const pageAliases: ReadonlyMap<string, readonly string[]> = new Map(
  pages.flatMap(({ go, nav, title, path }) =>
    go
      ? [
          [
            go.id,
            [nav?.label ?? title, path.replace(/^.*\//, ''), ...(go.keys === undefined ? [] : [go.keys])],
          ] as const,
        ]
      : []
  )
)

type CommandItem = PaletteItem & { effect: ReturnType<typeof callEffect> }

/** The row of a command, possibly with arguments; undefined if the command is not available. */
export function toCommandItem(
  command: Command,
  context: CommandContext,
  args: Call['args'] = {}
): CommandItem | undefined {
  const known = resolveCallArgs(command, args, context)
  const offer = commandAvailability(command, context, known)
  if (offer === false || hidden.has(command.id)) return undefined
  const hint = actsOn(command, known)
  const aliases = pageAliases.get(command.id)
  return {
    id: command.id,
    source: 'commands',
    section: 'Commands',
    title: commandTitle(command, known),
    group: command.group,
    effect: callEffect(command, args),
    inContext: callTargets(command, known).length > 0,
    lacksThing: lacksThing(command, known),
    ...(command.keywords ? { keywords: command.keywords } : {}),
    ...(aliases && Object.keys(args).length === 0 ? { aliases } : {}),
    ...(hasAllArgs(command, known) && command.opens !== 'form' ? {} : { hasPrompt: true }),
    ...(command.confirm ? { isStarting: true } : {}),
    ...(isMinor.test(command.id) ? { isMinor: true } : {}),
    ...(command.run || command.opens ? {} : { isMotion: true }),
    ...(hint === undefined ? {} : { hint }),
    ...(offer === true ? {} : { refused: true, refusal: offer }),
  }
}

/** Whether the command would prompt for a target that is usually the row under the cursor. */
const lacksThing = ({ slots = {} }: Command, known: KnownArgs): boolean =>
  Object.entries(slots).some(
    ([name, { complete, answer, optional }]) => complete && answer && !optional && known[name] === undefined
  )

/** The names of the resources that a command would act on; undefined if there are none. */
function actsOn(command: Command, known: KnownArgs): string | undefined {
  const labels = callTargets(command, known).map(({ label }) => label)
  return labels.length > 0 ? formatNames(labels, 2) : undefined
}
