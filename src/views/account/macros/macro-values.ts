import { splitCall } from '@/commands/call'
import { type Command, type Slot, commandTitle } from '@/commands/command'
import { macroValueKey } from '@/commands/macro'
import type { Macro } from '@/commands/stores/macro-store'

type Find = (id: string) => Command | undefined

/** An argument that a macro prompts for at each replay. */
export type MacroPrompt = { name: string; slot: Slot<unknown>; written: string; title: string }

/** The arguments of a call that are not resources, by the name of their slot. A macro can prompt for these. */
export const listPromptableArguments = (
  call: string,
  find: Find
): { name: string; slot: Slot<unknown>; written: string }[] => {
  const { id, args } = splitCall(call)
  return Object.entries(args).flatMap(([name, written]) => {
    const slot = find(id)?.slots?.[name]
    return slot && !slot.complete ? [{ name, slot, written }] : []
  })
}

/** The arguments that a macro prompts for, with their recorded values. */
export const listMacroPrompts = ({ steps, asks }: Pick<Macro, 'steps' | 'asks'>, find: Find): MacroPrompt[] =>
  asks.flatMap((ask) => {
    const { id, args } = splitCall(steps[ask.step] ?? '')
    const command = find(id)
    const slot = command?.slots?.[ask.slot]
    return command && slot
      ? [{ name: macroValueKey(ask), slot, written: args[ask.slot] ?? '', title: commandTitle(command) }]
      : []
  })

/** The form values of a step; `asks` is absent if it has none. */
export type StepValues = { call: string; isKept: boolean; asks?: Record<string, boolean> }

/** The steps to keep, with the arguments to prompt for. */
export function toMacroContents(values: readonly StepValues[]): Pick<Macro, 'steps' | 'asks'> {
  const kept = values.filter(({ isKept }) => isKept)
  return {
    steps: kept.map(({ call }) => call),
    asks: kept.flatMap(({ asks = {} }, step) =>
      Object.entries(asks).flatMap(([slot, isAsked]) => (isAsked ? [{ step, slot }] : []))
    ),
  }
}
