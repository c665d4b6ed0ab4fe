import { formatCall, parseCall } from '../../commands/call'
import { type Command, type KnownArgs, type Slot, type Target, commandTitle } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import { resolveCallArgs, hasAllArgs, type CallPlan, planCall } from '../../commands/prepare'
import type { FindCommand } from './sources/source'
import { formatCount, formatNames } from '@/shared/format'

/** Serialized arguments by slot; an empty string means that the user skipped the slot. */
type SerializedArgs = Readonly<Record<string, string>>

/** A step that prompts for one argument of a command; `args` are those given so far. */
export type Prompt = { command: Command; slotName: string; slot: Slot<unknown>; args: SerializedArgs }

type NextStep =
  | { is: 'ask'; prompt: Prompt }
  | { is: 'confirm'; plan: Extract<CallPlan, { step: 'confirm' }> }
  | { is: 'run'; call: string }
  /** The command is refused or absent; performing the call reports the reason. */
  | { is: 'perform'; call: string }

/**
 * The next step of a call that was chosen, or that received an argument.
 * @param isAsking whether the palette is prompting for its arguments, so that it prompts for optional ones too
 */
export function findNextStep(call: string, context: CommandContext, find: FindCommand, isAsking = false): NextStep {
  const first = planCall({ call, origin: 'palette' }, context, find)
  const plan =
    isAsking || first.step === 'ask' ? planCall({ call, origin: 'palette', isAsking: true }, context, find) : first
  switch (plan.step) {
    case 'absent':
    case 'refused':
      return { is: 'perform', call }
    case 'ask':
      return { is: 'ask', prompt: toPrompt(plan, parseCall(call).args) }
    case 'confirm':
      return { is: 'confirm', plan }
    case 'open':
    case 'run':
      // With all arguments written, the call that runs is the one shown, even if the cursor moves.
      return { is: 'run', call: formatCall(plan.call) }
  }
}

export const toPrompt = (
  { command, slotName, slot, call }: Extract<CallPlan, { step: 'ask' }>,
  given: SerializedArgs = {}
): Prompt => ({
  command,
  slotName,
  slot,
  args: { ...given, ...call.args },
})

/** The call of a step with its new argument, without later arguments that this one makes invalid. */
export function answerPrompt({ command, slotName, args }: Prompt, written: string, context: CommandContext): string {
  const given = { ...args, [slotName]: written }
  const names = Object.keys(command.slots ?? {})
  const later = names.slice(names.indexOf(slotName) + 1)
  const valid = later.reduce<SerializedArgs>((sofar, name) => {
    const slot = command.slots?.[name]
    const value = sofar[name]
    // The sub-steps depend on the earlier answers.
    if (slot?.subSteps && written !== args[slotName]) return without(sofar, name)
    if (
      !slot ||
      value === undefined ||
      isValid(slot, value, context, resolveArgs(command, without(sofar, name), context))
    )
      return sofar
    return without(sofar, name)
  }, given)
  return formatCall({ id: command.id, args: valid })
}

function isValid(slot: Slot<unknown>, written: string, context: CommandContext, sofar: KnownArgs): boolean {
  if (slot.ask?.(sofar) === false) return false
  if (written === '') return slot.optional === true
  if (!slot.schema.safeParse(written).success) return false
  if (slot.options?.from !== 'list' || slot.text !== undefined) return true
  return slot.options.list(context, sofar).some(({ value }) => slot.write(value) === written)
}

export const resolveArgs = (command: Command, args: SerializedArgs, context: CommandContext): KnownArgs =>
  resolveCallArgs(command, { id: command.id, args }, context)

const without = (args: SerializedArgs, name: string): SerializedArgs =>
  Object.fromEntries(Object.entries(args).filter(([other]) => other !== name))

/** The same step with a partial answer; the next sub-step is prompted. */
export const withPartialAnswer = (prompt: Prompt, written: string): Prompt => ({
  ...prompt,
  args: { ...prompt.args, [prompt.slotName]: written },
})

/** An answered step. `before` is set for sub-steps: the serialized partial answer to return to. */
type AnswerChip = { slotName: string; text: string; before?: string }

/** The chips of the answered steps in reading order. The current step contributes only its answered sub-steps. */
export function listChips({ command, slotName, args }: Prompt, context: CommandContext): AnswerChip[] {
  const known = resolveArgs(command, args, context)
  return Object.entries(command.slots ?? {}).flatMap(([name, slot]) => {
    const written = args[name]
    if (slot.subSteps && known[name] !== undefined)
      return slot
        .subSteps(known[name])
        .map(({ text, before }) => ({ slotName: name, text, before: slot.write(before) }))
    if (name === slotName || written === undefined || written === '') return []
    return [{ slotName: name, text: chipText(slot, written, known[name], context, known) }]
  })
}

function chipText(
  slot: Slot<unknown>,
  written: string,
  value: unknown,
  context: CommandContext,
  known: KnownArgs
): string {
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
export function reopenPrompt(prompt: Prompt, { slotName, before }: Pick<AnswerChip, 'slotName' | 'before'>): Prompt {
  const slot = prompt.command.slots?.[slotName]
  if (!slot) return prompt
  const reopened = { ...prompt, slotName, slot }
  return before === undefined ? reopened : withPartialAnswer(reopened, before)
}

/** The previous answered step, with its answer removed; undefined at the first step. */
export function previousPrompt(prompt: Prompt, context: CommandContext): Prompt | undefined {
  const names = Object.keys(prompt.command.slots ?? {})
  const before = listChips(prompt, context).filter(
    ({ slotName, before: part }) =>
      names.indexOf(slotName) < names.indexOf(prompt.slotName) || (part !== undefined && slotName === prompt.slotName)
  )
  const last = before.at(-1)
  return last && reopenPrompt({ ...prompt, args: without(prompt.args, last.slotName) }, last)
}

/** Describes the effect of a call in one sentence. */
export function describeCallEffect(call: string, context: CommandContext, find: FindCommand): string {
  const { id, args } = parseCall(call)
  const command = find(id)
  if (!command) return ''
  const known = resolveArgs(command, args, context)
  if (hasAllArgs(command, known)) return command.preview?.(known) || `${commandTitle(command, known)}.`
  const next = findNextStep(call, context, find)
  // Only the server knows whether a slot with sub-steps has any.
  if (next.is === 'ask' && !next.prompt.slot.subSteps) return `Next: ${next.prompt.slot.label}.`
  return command.opens === 'form'
    ? `Opens a form to enter ${fieldLabels(command, known)}.`
    : `${commandTitle(command, known)}.`
}

/** The labels of the form fields that have no value yet, in their order. */
const fieldLabels = ({ slots = {} }: Command, known: KnownArgs) =>
  formatNames(
    Object.entries(slots)
      .filter(([name, { field, isPrivate }]) => field && !isPrivate && known[name] === undefined)
      .map(([, { label }]) => label.toLowerCase())
  )
