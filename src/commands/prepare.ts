import { isDisabled } from '../shared/access/flags'
import {
  type Call,
  type CallSource,
  type Command,
  type KnownArgs,
  type Slot,
  type Target,
  commandTitle,
} from './command'
import type { CommandContext } from './context'

/** The next step of a call. */
export type CallPlan =
  | { step: 'absent' }
  | { step: 'refused'; command: Command; reason: string }
  | { step: 'ask'; command: Command; call: Call; slotName: string; slot: Slot<unknown>; known: KnownArgs }
  | { step: 'confirm'; command: Command; call: Call; known: KnownArgs }
  | { step: 'open'; command: Command; call: Call; known: KnownArgs }
  | { step: 'run'; command: Command; call: Call; known: KnownArgs }

/** The source of a call. */
export type CallOrigin = 'key' | 'palette' | 'button' | 'menu' | 'link' | 'paste' | 'repeat' | 'form'

export type CallInvocation = {
  call: Call
  origin: CallOrigin
  /** The key is held down, so nothing is announced again. */
  isRepeat?: boolean
  /** The user saw the effect and confirmed it. */
  confirmed?: true
  /** Arguments are prompted for one by one, including optional ones. */
  isAsking?: true
  /** For forms: called after the command. Settles when the form has closed; then the outcome is announced. */
  onDone?: () => Promise<void> | void
  /** For forms: whether the user left the form, so that a failure is reported as for any other call. */
  isLeft?: () => boolean
  /** The number typed before the key. */
  count?: number
}

/** A request to perform a call, which may still be text. */
export type CallRequest = Omit<CallInvocation, 'call'> & { call: CallSource }

/**
 * Plans a call in this context: the context supplies the arguments that are not given, and availability is checked before
 * any prompt.
 */
export function planCall(
  { call: given, origin, confirmed, isAsking }: CallInvocation,
  context: CommandContext,
  find: (id: string) => Command | undefined
): CallPlan {
  const command = find(given.id)
  if (!command) return { step: 'absent' }
  if (origin === 'link' && command.isUnlinkable)
    return { step: 'refused', command, reason: `A link cannot start “${commandTitle(command)}”.` }
  // Links can come from anyone, so they must not fill in private arguments.
  const { args } = origin === 'link' ? omitPrivateArgs(command, given) : given
  const known = resolveCallArgs(command, args, context)
  const offer = commandAvailability(command, context, known)
  if (offer === false) return { step: 'absent' }
  if (offer !== true) return { step: 'refused', command, reason: offer }
  const call = { id: command.id, args: known }
  for (const [slotName, slot] of Object.entries(command.slots ?? {})) {
    const isLeftToForm = slot.field && !(origin === 'palette' && slot.isStep?.(known))
    if (known[slotName] !== undefined || isLeftToForm || slot.ask?.(known) === false) continue
    // A missing argument has not been prompted for yet.
    const wasSkipped = slot.optional && (!isAsking || slot.isUnprompted || Object.hasOwn(args, slotName))
    if (!wasSkipped) return { step: 'ask', command, call, slotName, slot, known }
  }
  // Pasted text can come from anyone. So can fields in a call from the palette, which does not prompt for them: they come
  // from a link.
  const isForeignFill = origin === 'link' || origin === 'palette' || origin === 'paste'
  const isIrrevocable = command.undo === 'none'
  const isAnswered = origin === 'form' || (!isForeignFill && !isIrrevocable && isFilledIn(command, known))
  if (command.opens && !(command.opens === 'form' && isAnswered)) return { step: 'open', command, call, known }
  // A change from a link needs confirmation, because the author of the link is not the user who follows it.
  const isForeign = origin === 'link' && command.effect === 'change'
  if (!confirmed && origin !== 'form' && (isForeign || isIrrevocable || needsConfirmation(command, known)))
    return { step: 'confirm', command, call, known }
  return { step: 'run', command, call, known }
}

/** Whether a command can run here, before its missing arguments are prompted for. */
export function commandAvailability(
  command: Command,
  context: CommandContext,
  known = resolveCallArgs(command, {}, context)
) {
  if (!command.run && !command.opens && !context.handler(command.id)) return false
  if (context.isReadOnly && changesSharedData(command)) return false
  if (command.feature && isDisabled(context.flags, command.feature)) return false
  return command.available?.(context, known) ?? true
}

/** Groups whose commands change only settings of this browser. Public pages may have them. */
const browserOnlyGroups: ReadonlySet<string> = new Set(['Help', 'Preferences', 'Palette', 'Macros'])
/** Whether the command changes shared data. */
export const changesSharedData = ({ effect, group }: Command) => effect === 'change' && !browserOnlyGroups.has(group)

/** Whether all required arguments are known, so that the command runs without a prompt. */
export const hasAllArgs = (command: Command, known: KnownArgs) =>
  Object.entries(command.slots ?? {}).every(
    ([name, slot]) => known[name] !== undefined || slot.optional || slot.ask?.(known) === false
  )

/** Whether a form is filled in: all required fields, and at least one field. */
const isFilledIn = ({ slots = {} }: Command, known: KnownArgs) => {
  const fields = Object.entries(slots).filter(([, { field }]) => field)
  return (
    fields.some(([name]) => known[name] !== undefined) &&
    fields.every(
      ([name, { optional, isMissing }]) => known[name] !== undefined || (optional === true && !isMissing?.(known))
    )
  )
}

/** The call without private arguments, for addresses, messages and storage. */
export const omitPrivateArgs = ({ slots = {} }: Command, { id, args }: Call): Call => ({
  id,
  args: Object.fromEntries(Object.entries(args).filter(([name]) => !slots[name]?.isPrivate)),
})

/** The call without the fields of its form. */
export const omitFieldArgs = ({ slots = {} }: Command, { id, args }: Call): Call => ({
  id,
  args: Object.fromEntries(Object.entries(args).filter(([name]) => !slots[name]?.field)),
})

/** Picks the private ones from arguments. */
export const pickPrivateArgs = ({ slots = {} }: Command, args: Call['args']): Call['args'] =>
  Object.fromEntries(Object.entries(args).filter(([name]) => slots[name]?.isPrivate))

/** The targets of a call: the values of its target slots. */
export const callTargets = ({ slots = {} }: Command, known: KnownArgs): readonly Target[] =>
  Object.entries(slots).flatMap(([name, { complete }]) =>
    complete && Array.isArray(known[name]) ? (known[name] as readonly Target[]) : []
  )

/** The arguments of a call in this context: those that are given, and those that the context supplies. */
export function resolveCallArgs({ slots = {} }: Command, args: Call['args'], context: CommandContext): KnownArgs {
  const known: KnownArgs = {}
  for (const [name, slot] of Object.entries(slots)) {
    const given = args[name]
    const value = given === undefined ? slot.answer?.(context) : (slot.complete?.(given, context.nameOf) ?? given)
    if (value !== undefined) known[name] = value
  }
  return known
}

/**
 * Rebinds a call to this context: target slots are resolved again where possible, and other arguments are kept. A
 * target slot that was explicitly set to no target is kept, too.
 */
export function rebindTargets({ id, args }: Call, command: Command | undefined, context: CommandContext): Call {
  const here = command ? resolveCallArgs(command, {}, context) : {}
  const kept = Object.entries(args).filter(([name, value]) => {
    const isTarget = command?.slots?.[name]?.complete !== undefined
    return !isTarget || here[name] === undefined || isExplicitlyEmpty(value)
  })
  return { id, args: Object.fromEntries(kept) }
}

/**
 * Explains why a call cannot be rebound: the target under the cursor has another kind, so that the call would change
 * its original target again. Slots that name a second resource and slots that are explicitly empty do not count.
 * @returns undefined if the call can be rebound
 */
export function findRebindRefusal(
  { label }: Target,
  command: Command,
  known: KnownArgs,
  context: CommandContext
): string | undefined {
  const { slots = {} } = command
  const here = resolveCallArgs(command, {}, context)
  const names = Object.keys(slots).filter((name) => slots[name]?.complete && slots[name].answer)
  if (names.some((name) => here[name] !== undefined)) return undefined
  return names.some((name) => (known[name] as readonly Target[] | undefined)?.length)
    ? `${commandTitle(command)} is not possible for ${label}.`
    : undefined
}

const isExplicitlyEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const needsConfirmation = (command: Command, known: KnownArgs): boolean =>
  callTargets(command, known).length > unconfirmedLimit(command)

/** The number of targets up to which a command runs without confirmation. */
const unconfirmedLimit = ({ confirm }: Command) =>
  typeof confirm === 'object' ? confirm.above : confirm === 'always' ? -1 : confirm === 'many' ? 1 : Infinity
