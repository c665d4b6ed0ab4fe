import { type Call, formatCall, parseCall } from './call'
import type { Command, Slot } from './command'
import type { Context } from './context'

type Known = Record<string, unknown>

/** What has to happen next for a call. */
export type Plan =
  | { step: 'absent' }
  | { step: 'refused'; command: Command; reason: string }
  | { step: 'ask'; command: Command; call: Call; slotName: string; slot: Slot<unknown>; known: Known }
  | { step: 'confirm'; command: Command; call: Call; known: Known }
  | { step: 'run'; command: Command; call: Call; known: Known }

export type Wish = {
  /** A written call. */
  call: string
  /** The effect was shown and agreed to. */
  confirmed?: true
}

/**
 * What a call comes to in this context: arguments that parse are kept, the context answers the rest, availability is
 * asked, and only then is anybody asked anything.
 */
export function prepare(
  { call: text, confirmed }: Wish,
  context: Context,
  find: (id: string) => Command | undefined
): Plan {
  const written = parseCall(text)
  const command = find(written.id)
  if (!command) return { step: 'absent' }
  const known = answers(command, written, context)
  const offer = offerOf(command, context, known)
  if (offer === false) return { step: 'absent' }
  if (offer !== true) return { step: 'refused', command, reason: offer }
  const call = writeKnown(command, known)
  for (const [slotName, slot] of Object.entries(command.slots ?? {}))
    if (known[slotName] === undefined) return { step: 'ask', command, call, slotName, slot, known }
  if (!confirmed && needsConfirmation(command, known)) return { step: 'confirm', command, call, known }
  return { step: 'run', command, call, known }
}

/** Whether a command can run here, before anything is asked. */
export function offerOf(
  command: Command,
  context: Context,
  known = answers(command, { id: command.id, args: {} }, context)
) {
  if (!command.run && !context.handler(command.id)) return false
  return command.available?.(context, known) ?? true
}

/** Whether everything the command needs is known here, so that it runs without asking. */
export const isComplete = (command: Command, known: Known) =>
  Object.keys(command.slots ?? {}).every((name) => known[name] !== undefined)

export function answers(command: Command, { args }: Call, context: Context): Known {
  const known: Known = {}
  for (const [name, slot] of Object.entries(command.slots ?? {})) {
    const written = args[name]
    const parsed = written === undefined ? undefined : slot.schema.safeParse(written).data
    const value = parsed === undefined ? slot.answer?.(context) : (slot.complete?.(parsed, context.nameOf) ?? parsed)
    if (value !== undefined) known[name] = value
  }
  return known
}

function needsConfirmation({ confirm, slots }: Command, known: Known): boolean {
  if (confirm === 'always') return true
  return (
    confirm === 'many' && Object.keys(slots ?? {}).some((name) => Array.isArray(known[name]) && known[name].length > 1)
  )
}

const writeKnown = ({ id, slots = {} }: Command, known: Known): Call => ({
  id,
  args: Object.fromEntries(
    Object.entries(slots).flatMap(([name, slot]) =>
      known[name] === undefined ? [] : [[name, slot.write(known[name])]]
    )
  ),
})

/** The same call with one more argument answered. */
export const withArgument = (call: Call, name: string, written: string): string =>
  formatCall({ ...call, args: { ...call.args, [name]: written } })
