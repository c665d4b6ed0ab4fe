import { isDisabled } from '../lib/flags'
import { type Call, parseCall } from './call'
import type { Command, Known, Slot, Target } from './command'
import type { Context } from './context'

/** What has to happen next for a call. */
export type Plan =
  | { step: 'absent' }
  | { step: 'refused'; command: Command; reason: string }
  | { step: 'ask'; command: Command; call: Call; slotName: string; slot: Slot<unknown>; known: Known }
  | { step: 'confirm'; command: Command; call: Call; known: Known }
  /** The dialog of the command comes next. */
  | { step: 'open'; command: Command; call: Call; known: Known }
  | { step: 'run'; command: Command; call: Call; known: Known }

/** How somebody asked for it. */
export type Origin = 'key' | 'palette' | 'button' | 'menu' | 'link' | 'repeat' | 'form'

export type Invocation = {
  /** A written call. */
  call: string
  origin: Origin
  /** The effect was shown and agreed to. */
  confirmed?: true
  /** Arguments are being asked for one by one, so what is optional is asked too. */
  isAsking?: true
  /** Of a form: it was carried out. Settles when the form has closed; only then is the outcome said. */
  onDone?: () => Promise<void> | void
  /** Of a form: somebody has left it, so what goes wrong is told as for any other call. */
  isLeft?: () => boolean
}

/**
 * What a call comes to in this context: arguments that parse are kept, the context answers the rest, availability is
 * asked, and only then is anybody asked anything.
 */
export function prepare(
  { call: text, origin, confirmed, isAsking }: Invocation,
  context: Context,
  find: (id: string) => Command | undefined
): Plan {
  const parsed = parseCall(text)
  const command = find(parsed.id)
  if (!command) return { step: 'absent' }
  // Nobody else may fill in what is private.
  const written = origin === 'link' ? withoutPrivate(command, parsed) : parsed
  const known = answers(command, written, context)
  const offer = offerOf(command, context, known)
  if (offer === false) return { step: 'absent' }
  if (offer !== true) return { step: 'refused', command, reason: offer }
  const call = writeKnown(command, known)
  for (const [slotName, slot] of Object.entries(command.slots ?? {})) {
    if (known[slotName] !== undefined || slot.field || slot.ask?.(known) === false) continue
    // Left empty on purpose, as opposed to not asked yet.
    const wasSkipped = slot.optional && (!isAsking || written.args[slotName] === '')
    if (!wasSkipped) return { step: 'ask', command, call, slotName, slot, known }
  }
  // The palette asks no fields: where it has them they came with a link, which somebody else may have written.
  const isForeignFill = origin === 'link' || origin === 'palette'
  const isAnswered = origin === 'form' || (!isForeignFill && isFilledIn(command, known))
  if (command.opens && !(command.opens === 'form' && isAnswered)) return { step: 'open', command, call, known }
  // Whoever wrote a link is not whoever follows it.
  const isForeign = origin === 'link' && command.effect === 'change'
  if (!confirmed && origin !== 'form' && (isForeign || needsConfirmation(command, known)))
    return { step: 'confirm', command, call, known }
  return { step: 'run', command, call, known }
}

/** Whether a command can run here, before anything is asked. */
export function offerOf(
  command: Command,
  context: Context,
  known = answers(command, { id: command.id, args: {} }, context)
) {
  if (!command.run && !command.opens && !context.handler(command.id)) return false
  if (context.isReadOnly && writes(command)) return false
  if (command.feature && isDisabled(context.flags, command.feature)) return false
  return command.available?.(context, known) ?? true
}

/** What these change is this browser's own. */
const ownGroups: ReadonlySet<string> = new Set(['Help', 'Preferences', 'Palette'])
const writes = ({ effect, group }: Command) => effect === 'change' && !ownGroups.has(group)

/** Whether everything the command needs is known here, so that it runs without asking. */
export const isComplete = (command: Command, known: Known) =>
  Object.entries(command.slots ?? {}).every(
    ([name, slot]) => known[name] !== undefined || slot.optional || slot.ask?.(known) === false
  )

/** Whether a form has been filled in: every field that is required, and at least one. */
const isFilledIn = ({ slots = {} }: Command, known: Known) => {
  const fields = Object.entries(slots).filter(([, { field }]) => field)
  return (
    fields.some(([name]) => known[name] !== undefined) &&
    fields.every(
      ([name, { optional, isMissing }]) => known[name] !== undefined || (optional === true && !isMissing?.(known))
    )
  )
}

/** The call as it may stand in an address, in a message or in what is remembered. */
export const withoutPrivate = ({ slots = {} }: Command, { id, args }: Call): Call => ({
  id,
  args: Object.fromEntries(Object.entries(args).filter(([name]) => !slots[name]?.isPrivate)),
})

/** The call without what its form asks. */
export const withoutFields = ({ slots = {} }: Command, { id, args }: Call): Call => ({
  id,
  args: Object.fromEntries(Object.entries(args).filter(([name]) => !slots[name]?.field)),
})

/** Of written arguments those that may stand nowhere else. */
export const onlyPrivate = ({ slots = {} }: Command, args: Call['args']): Call['args'] =>
  Object.fromEntries(Object.entries(args).filter(([name]) => slots[name]?.isPrivate))

/** The things that a call is about: what its slots that take things hold. */
export const targetsOf = ({ slots = {} }: Command, known: Known): readonly Target[] =>
  Object.entries(slots).flatMap(([name, { complete }]) =>
    complete && Array.isArray(known[name]) ? (known[name] as readonly Target[]) : []
  )

export function answers(command: Command, { args }: Call, context: Context): Known {
  const known: Known = {}
  for (const [name, slot] of Object.entries(command.slots ?? {})) {
    const written = args[name]
    // To leave a field empty is an answer; a step of the palette was left out.
    const isGiven = written !== undefined && (written !== '' || slot.field === true)
    const parsed = isGiven ? slot.schema.safeParse(written).data : undefined
    const value = parsed === undefined ? slot.answer?.(context) : (slot.complete?.(parsed, context.nameOf) ?? parsed)
    if (value !== undefined) known[name] = value
  }
  return known
}

const needsConfirmation = (command: Command, known: Known): boolean =>
  command.confirm === 'always' || (command.confirm === 'many' && targetsOf(command, known).length > 1)

const writeKnown = ({ id, slots = {} }: Command, known: Known): Call => ({
  id,
  args: Object.fromEntries(
    Object.entries(slots).flatMap(([name, slot]) =>
      known[name] === undefined ? [] : [[name, slot.write(known[name])]]
    )
  ),
})
