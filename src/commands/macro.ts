import { parseCall, splitCall, type WrittenCall } from './call'
import { type Call, type Command, type Effects, type KnownArgs, type Target, commandTitle } from './command'
import type { CommandContext } from './context'
import { createStore } from '../lib/store'
import type { Journal, JournalMessage } from './journal'
import { type PerformDeps, performCall } from './perform'
import { rebindTargets, resolveCallArgs, changesSharedData, commandAvailability, findRebindRefusal } from './prepare'
import type { Macro } from './stores/macro-store'

/** Written values of the arguments that are prompted for each time, by `step:slot`. */
export type MacroValues = Readonly<Record<string, string>>

export const macroValueKey = ({ step, slot }: Macro['asks'][number]): string => `${step}:${slot}`

/** One call of a macro. */
export type MacroCall = {
  /** Index of the call, from 0. */
  place: number
  thing: Target
  /** The stored step with the values of the prompts. Its target is replaced. */
  call: WrittenCall
}

/** Expands a macro into the calls for its targets: all steps for the first target, then for the next. */
export function expandMacro(
  { steps, asks }: Pick<Macro, 'steps' | 'asks'>,
  targets: readonly Target[],
  values: MacroValues
): MacroCall[] {
  const calls = steps.map((written, step) => {
    const { id, args } = splitCall(written)
    const asked = asks.flatMap((one) => {
      const value = one.step === step ? values[macroValueKey(one)] : undefined
      return value === undefined ? [] : [[one.slot, value] as const]
    })
    return { id, args: { ...args, ...Object.fromEntries(asked) } }
  })
  return targets.flatMap((thing, at) => calls.map((call, step) => ({ place: at * calls.length + step, thing, call })))
}

export type ExplainedCall = MacroCall & {
  /** The effect of the call, as a sentence. */
  effect: string
  isIrrevocable: boolean
  /** Why the call will be refused, as far as known in advance; undefined if it can run. */
  refusal: string | undefined
}

/** Explains the effect a call would have now, in the context of its target. */
export function explainMacroCall(
  one: MacroCall,
  context: CommandContext,
  find: (id: string) => Command | undefined
): ExplainedCall {
  const { command, known, refusal } = bindStep(context, one, find)
  return {
    ...one,
    effect:
      refusal === undefined && command?.preview
        ? command.preview(known)
        : `${command ? commandTitle(command, known) : one.call.id}.`,
    isIrrevocable: command?.undo === 'none',
    refusal,
  }
}

/** Binds a call to its target and finds the reason, if any, why it cannot run. */
function bindStep(
  context: CommandContext,
  { thing, call: stored }: Pick<MacroCall, 'thing' | 'call'>,
  find: (id: string) => Command | undefined
) {
  const command = find(stored.id)
  const call = rebindTargets(parseCall(stored, find).call, command, context)
  if (!command) return { call, command, known: {}, refusal: 'The console has no such command.' }
  const known = resolveCallArgs(command, call.args, context)
  // A nested macro would hide its calls from the list that the user agrees to.
  if (!changesSharedData(command))
    return { call, command, known, refusal: `A macro cannot contain “${commandTitle(command, known)}”.` }
  const refusal = findRebindRefusal(thing, command, known, context)
  // The recorded target is not named either.
  if (refusal !== undefined) return { call, command, known: {}, refusal }
  return { call, command, known, refusal: findStepRefusal(command, known, context, thing) }
}

/** Explains why a command cannot run for a target without prompting; undefined if it can. */
function findStepRefusal(
  command: Command,
  known: KnownArgs,
  context: CommandContext,
  thing: Target
): string | undefined {
  const offer = commandAvailability(command, context, known)
  if (typeof offer === 'string') return offer
  const notFor = `${commandTitle(command, known)} is not possible for ${thing.label}.`
  if (!offer) return notFor
  const [, lacking] =
    Object.entries(command.slots ?? {}).find(
      ([name, { optional, isMissing, ask }]) =>
        known[name] === undefined && (isMissing?.(known) ?? (!optional && ask?.(known) !== false))
    ) ?? []
  if (!lacking) return undefined
  return lacking.complete ? notFor : `The macro does not set “${lacking.label}”.`
}

const nothing = () => undefined

/** Messages outside the tab's journal have negative ids. */
let id = 0

/** The same journal, except that messages are only collected, and the last change stays as it is. */
const createCollectingJournal = (journal: Journal, collected: JournalMessage[]): Journal => ({
  ...journal,
  // An undo applies to the whole macro and waits for the macro to finish.
  beginChange: ({ undoable: _step, ...act }) => journal.beginChange(act),
  add(message) {
    const added = { ...message, id: --id, at: new Date().toISOString() }
    collected.push(added)
    return added
  },
  lastChange: createStore<Call | undefined>(undefined),
  toRepeat: createStore<Call | undefined>(undefined),
})

/**
 * Performs one step of a macro for a target. Only the whole macro is reported. The step never prompts: a missing
 * argument is a failure.
 */
export async function performMacroStep(
  step: WrittenCall,
  target: Target,
  deps: PerformDeps
): ReturnType<Effects['performOn']> {
  const context = deps.contextOf([{ scope: 'list', target }])
  const { call, refusal } = bindStep(context, { thing: target, call: step }, deps.find)
  if (refusal !== undefined) return { failure: refusal }
  const told: JournalMessage[] = []
  const quiet = {
    ...deps,
    journal: createCollectingJournal(deps.journal, told),
    say: nothing,
    toast: nothing,
    onUsed: nothing,
    onRecorded: nothing,
  }
  const failed = await performCall({ call, origin: 'form' }, context, quiet)
  if (failed) return { failure: failed.message }
  const [message] = told
  const undo = message?.undo
  if (!undo) return {}
  return {
    async undo() {
      const outcome = await undo()
      deps.journal.notifyUndone(message)
      return outcome
    },
  }
}
