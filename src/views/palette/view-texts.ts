import type { CommandContext } from '../../commands/context'
import { itemCall, type PaletteItem, itemTitle } from './item'
import type { PaletteView } from './palette-state'
import { answerPrompt, describeCallEffect, type Prompt } from './prompt'
import type { FindCommand, PaletteSource } from './sources/source'
import { itemValue, otherItemArgs } from './step-items'
import { NO_RESULTS_HEADING, type PaletteRows } from './use-palette-rows'

type ViewTexts = {
  /** The name of the step, which labels the input and the list. */
  label: string
  placeholder: string
  /** The first step to take, or the reason why the text is invalid. */
  note: string | undefined
  announcement: {
    /** The number of all results, shown or not. */
    count: number
    /** The name of the first result. */
    first: string | undefined
    /** Announced instead of the count: why there are no results, or what to type. */
    note: string | undefined
    hasFailed: boolean
    /** Whether the placeholder says the note. */
    isPlaceholder: boolean
  }
}

/** The texts of a view and the announcement of its rows. @param mode the source to which the search is limited */
export function describeView(
  { stage, query }: PaletteView,
  mode: PaletteSource | undefined,
  { rows, total, fault, isWaitingForText }: Pick<PaletteRows, 'rows' | 'total' | 'fault' | 'isWaitingForText'>
): ViewTexts {
  const prompt = stage.is === 'ask' ? stage.prompt : undefined
  const label =
    (prompt?.slot.subSteps && rows[0]?.section) ??
    prompt?.slot.label ??
    (stage.is === 'actions' ? `Actions of ${stage.item.title}` : mode?.section) ??
    'Command palette'
  const free = prompt && !prompt.slot.options ? prompt.slot.text : undefined
  const note = fault ?? (query !== '' ? undefined : isWaitingForText ? 'Start typing to search' : free)
  const whatToType = mode?.prompt ?? (stage.is === 'actions' ? 'Search actions' : 'Search or run a command')
  const counted = rows.filter(isResult)
  const nearest = rows.find(({ section }) => section === NO_RESULTS_HEADING)
  // A failed search must not be announced as an empty list.
  const failed = counted.length === 0 ? rows.find(({ effect }) => effect.is === 'retry') : undefined
  const spokenNote = note === undefined || note !== free || !prompt?.slot.optional ? note : `${note}. Optional`
  return {
    label,
    placeholder: free ?? (prompt ? `${label}${textAfterLabel(prompt)}…` : `${whatToType}…`),
    note,
    announcement: {
      count: Math.max(total, counted.length),
      first: counted[0] && itemTitle(counted[0]),
      note:
        spokenNote ??
        failed?.title ??
        (nearest && `No results. Nearest command: ${nearest.title}`) ??
        (stage.is === 'find' && query === '' ? whatToType : undefined),
      hasFailed: failed !== undefined,
      isPlaceholder: stage.is === 'find' && query === '' && note === undefined && !failed,
    },
  }
}

/** `, then optionally the reason`, for a step that also takes the text of another slot. */
function textAfterLabel({ slot: { textAfter }, command }: Prompt): string {
  const other = textAfter === undefined ? undefined : command.slots?.[textAfter]
  return other ? `, then optionally the ${other.label.toLowerCase()}` : ''
}

const isResult = ({ effect, section }: PaletteItem) =>
  !['more', 'retry'].includes(effect.is) && section !== NO_RESULTS_HEADING

/** The effect of choosing a row, in one sentence. */
export function describeChoice(
  item: PaletteItem,
  { stage }: PaletteView,
  context: CommandContext,
  find: FindCommand
): string | undefined {
  if (item.refusal !== undefined) return item.refusal
  if (stage.is === 'ask') {
    const call = answerPrompt(stage.prompt, itemValue(item), context, otherItemArgs(item))
    return describeCallEffect(call, context, find)
  }
  const { effect } = item
  if (effect.is === 'act') return item.hint
  if (effect.is === 'step') return `Next: ${find(effect.call.id)?.slots?.[effect.slotName]?.label ?? ''}.`
  if (effect.is === 'query') return `Searches for “${effect.text}” instead.`
  const call = itemCall(item)
  return call === undefined ? undefined : describeCallEffect(call, context, find)
}
