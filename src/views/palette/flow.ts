import { formatCall, parseCall } from '../../commands/call'
import { type Command, type Known, type Slot, type Target, titleOf } from '../../commands/command'
import type { Context } from '../../commands/context'
import { answers, isComplete, type Plan, prepare } from '../../commands/prepare'
import type { Find } from './sources/source'
import { formatCount, formatNames } from '../../lib/format'

/** Serialized arguments by slot; an empty string means that the user skipped the slot. */
export type Args = Readonly<Record<string, string>>

/** A step that prompts for one argument of a command; `args` are those given so far. */
export type Prompt = { command: Command; slotName: string; slot: Slot<unknown>; args: Args }

export type Next =
  | { is: 'ask'; prompt: Prompt }
  | { is: 'confirm'; plan: Extract<Plan, { step: 'confirm' }> }
  | { is: 'run'; call: string }
  /** The command is refused or absent; performing the call reports the reason. */
  | { is: 'perform'; call: string }

/**
 * The next step of a call that was chosen, or that received an argument.
 * @param isAsking whether the palette is prompting for its arguments, so that it prompts for optional ones too
 */
export function nextOf(call: string, context: Context, find: Find, isAsking = false): Next {
  const first = prepare({ call, origin: 'palette' }, context, find)
  const plan =
    isAsking || first.step === 'ask' ? prepare({ call, origin: 'palette', isAsking: true }, context, find) : first
  switch (plan.step) {
    case 'absent':
    case 'refused':
      return { is: 'perform', call }
    case 'ask':
      return { is: 'ask', prompt: askingOf(plan, parseCall(call).args) }
    case 'confirm':
      return { is: 'confirm', plan }
    case 'open':
    case 'run':
      // With all arguments written, the call that runs is the one shown, even if the cursor moves.
      return { is: 'run', call: formatCall(plan.call) }
  }
}

export const askingOf = (
  { command, slotName, slot, call }: Extract<Plan, { step: 'ask' }>,
  given: Args = {}
): Prompt => ({
  command,
  slotName,
  slot,
  args: { ...given, ...call.args },
})

/** The call of a step with its new argument, without later arguments that this one makes invalid. */
export function answered({ command, slotName, args }: Prompt, written: string, context: Context): string {
  const given = { ...args, [slotName]: written }
  const names = Object.keys(command.slots ?? {})
  const later = names.slice(names.indexOf(slotName) + 1)
  const valid = later.reduce<Args>((sofar, name) => {
    const slot = command.slots?.[name]
    const value = sofar[name]
    // The sub-steps depend on the earlier answers.
    if (slot?.subSteps && written !== args[slotName]) return without(sofar, name)
    if (!slot || value === undefined || isValid(slot, value, context, knownOf(command, without(sofar, name), context)))
      return sofar
    return without(sofar, name)
  }, given)
  return formatCall({ id: command.id, args: valid })
}

function isValid(slot: Slot<unknown>, written: string, context: Context, sofar: Known): boolean {
  if (slot.ask?.(sofar) === false) return false
  if (written === '') return slot.optional === true
  if (!slot.schema.safeParse(written).success) return false
  if (slot.options?.from !== 'list' || slot.text !== undefined) return true
  return slot.options.list(context, sofar).some(({ value }) => slot.write(value) === written)
}

export const knownOf = (command: Command, args: Args, context: Context): Known =>
  answers(command, { id: command.id, args }, context)

const without = (args: Args, name: string): Args =>
  Object.fromEntries(Object.entries(args).filter(([other]) => other !== name))

/** The same step with a partial answer; the next sub-step is prompted. */
export const withPart = (prompt: Prompt, written: string): Prompt => ({
  ...prompt,
  args: { ...prompt.args, [prompt.slotName]: written },
})

/** An answered step. `before` is set for sub-steps: the serialized partial answer to return to. */
export type Chip = { slotName: string; text: string; before?: string }

/** The chips of the answered steps in reading order. The current step contributes only its answered sub-steps. */
export function chipsOf({ command, slotName, args }: Prompt, context: Context): Chip[] {
  const known = knownOf(command, args, context)
  return Object.entries(command.slots ?? {}).flatMap(([name, slot]) => {
    const written = args[name]
    if (slot.subSteps && known[name] !== undefined)
      return slot
        .subSteps(known[name])
        .map(({ text, before }) => ({ slotName: name, text, before: slot.write(before) }))
    if (name === slotName || written === undefined || written === '') return []
    return [{ slotName: name, text: textOf(slot, written, known[name], context, known) }]
  })
}

function textOf(slot: Slot<unknown>, written: string, value: unknown, context: Context, known: Known): string {
  if (slot.complete && Array.isArray(value)) {
    const list = value as readonly Target[]
    const [first] = list
    if (list.length === 1 && first) return first.label
    const isOneKind = list.every(({ kind }) => kind === first?.kind)
    return formatCount(list.length, (isOneKind && first?.kind) || 'resource')
  }
  const name = slot.idOf && context.nameOf(slot.idOf, written)
  if (name !== undefined) return name
  const options = slot.options?.from === 'list' ? slot.options.list(context, known) : []
  return options.find((option) => slot.write(option.value) === written)?.label ?? written
}

/** Prompts again for an argument or a sub-step of the same call; the old answer stays until a new one is given. */
export function stepTo(prompt: Prompt, { slotName, before }: Pick<Chip, 'slotName' | 'before'>): Prompt {
  const slot = prompt.command.slots?.[slotName]
  if (!slot) return prompt
  const reopened = { ...prompt, slotName, slot }
  return before === undefined ? reopened : withPart(reopened, before)
}

/** The previous answered step, with its answer removed; undefined at the first step. */
export function stepBack(prompt: Prompt, context: Context): Prompt | undefined {
  const names = Object.keys(prompt.command.slots ?? {})
  const before = chipsOf(prompt, context).filter(
    ({ slotName, before: part }) =>
      names.indexOf(slotName) < names.indexOf(prompt.slotName) || (part !== undefined && slotName === prompt.slotName)
  )
  const last = before.at(-1)
  return last && stepTo({ ...prompt, args: without(prompt.args, last.slotName) }, last)
}

/** Describes the effect of a call in one sentence. */
export function previewOf(call: string, context: Context, find: Find): string {
  const { id, args } = parseCall(call)
  const command = find(id)
  if (!command) return ''
  const known = knownOf(command, args, context)
  if (isComplete(command, known)) return command.preview?.(known) || `${titleOf(command, known)}.`
  const next = nextOf(call, context, find)
  // Only the server knows whether a slot with sub-steps has any.
  if (next.is === 'ask' && !next.prompt.slot.subSteps) return `Next: ${next.prompt.slot.label}.`
  return command.opens === 'form'
    ? `Opens a form to enter ${fieldLabels(command, known)}.`
    : `${titleOf(command, known)}.`
}

/** The labels of the form fields that have no value yet, in their order. */
const fieldLabels = ({ slots = {} }: Command, known: Known) =>
  formatNames(
    Object.entries(slots)
      .filter(([name, { field, isPrivate }]) => field && !isPrivate && known[name] === undefined)
      .map(([, { label }]) => label.toLowerCase())
  )
