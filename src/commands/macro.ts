import { formatCall, parseCall } from './call'
import { type Command, type Effects, type Known, type Target, titleOf } from './command'
import type { Context } from './context'
import { createStore } from '../lib/store'
import type { Journal, Message } from './journal'
import { type Deps, perform } from './perform'
import { rebindTargets, answers, offerOf, refusedFor } from './prepare'
import type { Macro } from './stores/macro-store'

/** Values of the arguments that are asked each time, as they are written: by `step:slot`. */
export type MacroValues = Readonly<Record<string, string>>

export const askedName = ({ step, slot }: Macro['asks'][number]): string => `${step}:${slot}`

/** One call that a macro makes. */
export type MacroCall = {
  /** From 0. */
  place: number
  thing: Target
  /** As it is written, without the thing. */
  call: string
}

/** The calls that a macro makes for things, in this order: all of its steps for the first, then for the next. */
export function callsOf(
  { steps, asks }: Pick<Macro, 'steps' | 'asks'>,
  things: readonly Target[],
  values: MacroValues
): MacroCall[] {
  const calls = steps.map((written, step) => {
    const { id, args } = parseCall(written)
    const asked = asks.flatMap((one) => {
      const value = one.step === step ? values[askedName(one)] : undefined
      return value === undefined ? [] : [[one.slot, value] as const]
    })
    return formatCall({ id, args: { ...args, ...Object.fromEntries(asked) } })
  })
  return things.flatMap((thing, at) => calls.map((call, step) => ({ place: at * calls.length + step, thing, call })))
}

export type ExplainedCall = MacroCall & {
  /** What it does, in a sentence. */
  does: string
  isIrrevocable: boolean
  /** Why it will not be carried out, as far as that is known before; undefined where it can be. */
  refusal: string | undefined
}

/** What a call would do if it were made now, in the context of its thing. */
export function explain(one: MacroCall, context: Context, find: (id: string) => Command | undefined): ExplainedCall {
  const { command, known, refusal } = stepIn(context, one, find)
  return {
    ...one,
    does:
      refusal === undefined && command?.preview
        ? command.preview(known)
        : `${command ? titleOf(command, known) : one.call}.`,
    isIrrevocable: command?.undo === 'none',
    refusal,
  }
}

/** A call as it is made for a thing, in the context of that, and why it cannot be made. */
function stepIn(
  context: Context,
  { thing, call: written }: Pick<MacroCall, 'thing' | 'call'>,
  find: (id: string) => Command | undefined
) {
  const parsed = parseCall(written)
  const command = find(parsed.id)
  const call = rebindTargets(parsed, command, context)
  if (!command) return { call, command, known: {}, refusal: 'The console has no such command.' }
  const known = answers(command, parseCall(call), context)
  const refusal = refusedFor(thing, command, known, context)
  // What it was recorded with is not named either.
  if (refusal !== undefined) return { call, command, known: {}, refusal }
  return { call, command, known, refusal: refusalOf(command, known, context, thing) }
}

/** Why a command cannot be run for a thing without asking anything, as a sentence; undefined where it can. */
function refusalOf(command: Command, known: Known, context: Context, thing: Target): string | undefined {
  const offer = offerOf(command, context, known)
  if (typeof offer === 'string') return offer
  const notFor = `${titleOf(command, known)} is not possible for ${thing.label}.`
  if (!offer) return notFor
  const [, lacking] =
    Object.entries(command.slots ?? {}).find(
      ([name, { optional, isMissing, ask }]) =>
        known[name] === undefined && (isMissing?.(known) ?? (!optional && ask?.(known) !== false))
    ) ?? []
  if (!lacking) return undefined
  return lacking.complete ? notFor : `It needs “${lacking.label}”, which the macro does not say.`
}

const nothing = () => undefined

/** The ids of what is not among the messages of the tab are below 0. */
let id = 0

/** The same journal, but what is said is only collected, and nothing of it is repeated. */
const collecting = (journal: Journal, told: Message[]): Journal => ({
  ...journal,
  // An undo is of the whole, and waits for that.
  begin: ({ undoable: _step, ...act }) => journal.begin(act),
  add(message) {
    const added = { ...message, id: --id, at: new Date().toISOString() }
    told.push(added)
    return added
  },
  lastChange: createStore<string | undefined>(undefined),
  toRepeat: createStore<string | undefined>(undefined),
})

/** One step of a macro: a call for a thing, of which only the whole is told. It never asks; what it lacks is why it fails. */
export async function performOn(written: string, target: Target, deps: Deps): ReturnType<Effects['performOn']> {
  const context = deps.contextOf([{ scope: 'list', target }])
  const { call, refusal } = stepIn(context, { thing: target, call: written }, deps.find)
  if (refusal !== undefined) return { failure: refusal }
  const told: Message[] = []
  const quiet = {
    ...deps,
    journal: collecting(deps.journal, told),
    say: nothing,
    toast: nothing,
    used: nothing,
    recorded: nothing,
  }
  const failed = await perform({ call, origin: 'form' }, context, quiet)
  if (failed) return { failure: failed.message }
  const [message] = told
  const undo = message?.undo
  if (!undo) return {}
  return {
    async undo() {
      const outcome = await undo()
      deps.journal.undone(message)
      return outcome
    },
  }
}
