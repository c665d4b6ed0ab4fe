import { parseCall } from '../../../commands/call'
import { type Command, type Known, titleOf } from '../../../commands/command'
import type { Context } from '../../../commands/context'
import { answers, isComplete, offerOf, targetsOf } from '../../../commands/prepare'
import { formatNames } from '../../../lib/format'
import type { Item } from '../item'
import type { Here, Source } from './source'

/** Commands that act on the palette itself would do nothing inside it. */
const hidden = new Set(['palette.open', 'palette.commands', 'palette.copyLink'])

/** Commands that work on any resource; they rank below commands for the current one. */
const isMinor = /^(?:copy|nav)\./

export default {
  id: 'commands',
  section: 'Commands',
  name: 'commands',
  characters: ['>', ':'],
  words: ['command', 'commands', 'do'],
  prompt: 'Search commands',
  list: ({ commands, context }: Here) => commands.flatMap((command) => itemOf(command, context) ?? []),
} satisfies Source

/** The row of a command, or of a call of it; undefined if the command is not available. */
export function itemOf(command: Command, context: Context, call = command.id): Item | undefined {
  const known = answers(command, parseCall(call), context)
  const offer = offerOf(command, context, known)
  if (offer === false || hidden.has(command.id)) return undefined
  const hint = actsOn(command, known)
  return {
    id: command.id,
    source: 'commands',
    section: 'Commands',
    title: titleOf(command, known),
    group: command.group,
    does: { is: 'call', call },
    inContext: targetsOf(command, known).length > 0,
    lacksThing: lacksThing(command, known),
    ...(command.keywords ? { keywords: command.keywords } : {}),
    ...(isComplete(command, known) && command.opens !== 'form' ? {} : { asks: true }),
    ...(command.confirm ? { isStarting: true } : {}),
    ...(isMinor.test(command.id) ? { isMinor: true } : {}),
    ...(command.run || command.opens ? {} : { isMotion: true }),
    ...(hint === undefined ? {} : { hint }),
    ...(offer === true ? {} : { refused: true, refusal: offer }),
  }
}

/** Whether the command would prompt for a target that is usually the row under the cursor. */
const lacksThing = ({ slots = {} }: Command, known: Known): boolean =>
  Object.entries(slots).some(
    ([name, { complete, answer, optional }]) => complete && answer && !optional && known[name] === undefined
  )

/** The names of the resources that a command would act on; undefined if there are none. */
function actsOn(command: Command, known: Known): string | undefined {
  const labels = targetsOf(command, known).map(({ label }) => label)
  return labels.length > 0 ? formatNames(labels, 2) : undefined
}
