import { type Call, type Command, type KnownArgs, type Slot, type Target, commandTitle } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import { resolveCallArgs, hasAllArgs, type CallPlan, planCall } from '../../commands/prepare'
import type { FindCommand } from './sources/source'
import { formatCount, formatNames } from '@/shared/format'

/** A step that prompts for one argument of a command; `args` are those given so far. */
export type Prompt = { command: Command; slotName: string; slot: Slot<unknown>; args: Call['args'] }

type NextStep =
  | { is: 'ask'; prompt: Prompt }
  | { is: 'confirm'; plan: Extract<CallPlan, { step: 'confirm' }> }
  | { is: 'run'; call: Call }
  /** The command is refused or absent; performing the call reports the reason. */
  | { is: 'perform'; call: Call }

/**
 * The next step of a call that was chosen, or that received an argument.
 * @param isAsking whether the palette is prompting for its arguments, so that it prompts for optional ones too
 */
export function findNextStep(call: Call, context: CommandContext, find: FindCommand, isAsking = false): NextStep {
  const first = planCall({ call, origin: 'palette' }, context, find)
  const plan =
    isAsking || first.step === 'ask' ? planCall({ call, origin: 'palette', isAsking: true }, context, find) : first
  switch (plan.step) {
    case 'absent':
    case 'refused':
      return { is: 'perform', call }
    case 'ask':
      return { is: 'ask', prompt: toPrompt(plan, call.args) }
    case 'confirm':
      return { is: 'confirm', plan }
    case 'open':
    case 'run':
      // With all arguments given, the call that runs is the one shown, even if the cursor moves.
      return { is: 'run', call: plan.call }
  }
}

export const toPrompt = (
  { command, slotName, slot, call }: Extract<CallPlan, { step: 'ask' }>,
  given: Call['args'] = {}
): Prompt => ({
  command,
  slotName,
  slot,
  args: { ...given, ...call.args },
})

/**
 * The call of a step with its new argument, without later arguments that this one makes invalid.
 * @param others arguments that were typed together with this one
 */
export function answerPrompt(
  { command, slotName, slot, args }: Prompt,
  value: unknown,
  context: CommandContext,
  others: Call['args'] = {}
): Call {
  const given = { ...args, ...others, [slotName]: value }
  const isChanged = !isSameValue(slot, value, args[slotName])
  const names = Object.keys(command.slots ?? {})
  const later = names.slice(names.indexOf(slotName) + 1)
  const valid = later.reduce<Call['args']>((sofar, name) => {
    const next = command.slots?.[name]
    // The sub-steps depend on the earlier answers.
    if (next?.subSteps && isChanged) return without(sofar, name)
    if (
      !next ||
      !Object.hasOwn(sofar, name) ||
      isValid(next, sofar[name], context, resolveCallArgs(command, without(sofar, name), context))
    )
      return sofar
    return without(sofar, name)
  }, given)
  return { id: command.id, args: valid }
}

const isSameValue = ({ write }: Slot<unknown>, one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : write(one) === write(other)

/** Whether an argument still applies after an earlier one has changed. */
function isValid(slot: Slot<unknown>, given: unknown, context: CommandContext, sofar: KnownArgs): boolean {
  if (slot.ask?.(sofar) === false) return false
  if (given === undefined) return slot.optional === true
  if (slot.options?.from !== 'list' || slot.text !== undefined) return true
  return slot.options.list(context, sofar).some(({ value }) => isSameValue(slot, value, given))
}

const without = (args: Call['args'], name: string): Call['args'] =>
  Object.fromEntries(Object.entries(args).filter(([other]) => other !== name))

/** The same step with a partial answer; the next sub-step is prompted. */
export const withPartialAnswer = (prompt: Prompt, value: unknown): Prompt => ({
  ...prompt,
  args: { ...prompt.args, [prompt.slotName]: value },
})

/** An answered step. `before` is set for sub-steps: the partial answer to return to. */
type AnswerChip = { slotName: string; text: string; before?: unknown }

/** The chips of the answered steps in reading order. The current step contributes only its answered sub-steps. */
export function listChips({ command, slotName, args }: Prompt, context: CommandContext): AnswerChip[] {
  const known = resolveCallArgs(command, args, context)
  return Object.entries(command.slots ?? {}).flatMap(([name, slot]): AnswerChip[] => {
    if (slot.subSteps && known[name] !== undefined)
      return slot.subSteps(known[name]).map((step) => ({ slotName: name, ...step }))
    if (name === slotName || args[name] === undefined) return []
    return [{ slotName: name, text: chipText(slot, known[name], context, known) }]
  })
}

function chipText(slot: Slot<unknown>, value: unknown, context: CommandContext, known: KnownArgs): string {
  if (slot.complete && Array.isArray(value)) {
    const list = value as readonly Target[]
    const [first] = list
    if (list.length === 1 && first) return first.label
    const isOneKind = list.every(({ kind }) => kind === first?.kind)
    return formatCount(list.length, (isOneKind && first?.kind) || 'resource')
  }
  const written = slot.write(value)
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
export function describeCallEffect(call: Call, context: CommandContext, find: FindCommand): string {
  const command = find(call.id)
  if (!command) return ''
  const known = resolveCallArgs(command, call.args, context)
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
