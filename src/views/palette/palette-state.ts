import type { CallPlan } from '../../commands/prepare'
import type { Prompt } from './prompt'
import { ROWS_PER_PAGE } from './item-search'
import type { PaletteItem } from './item'
import type { PaletteSource } from './sources/source'

/** The content of the palette. */
export type PaletteStage =
  /** A search in all sources, or in the source `mode`. */
  | { is: 'find'; mode?: string }
  /** `isTyped`: the input contains the beginning of the answer, which was typed together with the command. */
  | { is: 'ask'; prompt: Prompt; isTyped?: true }
  | { is: 'actions'; item: PaletteItem }
  | { is: 'confirm'; plan: Extract<CallPlan, { step: 'confirm' }>; stays?: true }

export type PaletteView = {
  stage: PaletteStage
  /** The text of the input. */
  text: string
  /** The text that is searched. It does not change during an input method composition. */
  query: string
  /** The key of the highlighted row, if it was chosen. */
  chosen: string
  /** The number of rows shown. */
  limit: number
}

/** The current view, and the earlier views for going back, newest last. */
export type PaletteState = PaletteView & { previousViews: readonly PaletteView[] }

export const createView = (stage: PaletteStage, text = '', chosen = ''): PaletteView => ({
  stage,
  text,
  query: text,
  chosen,
  limit: ROWS_PER_PAGE,
})

/** Shows the next step; Escape returns to the current one. */
export const pushView = (state: PaletteState, next: PaletteView): PaletteState => {
  const { previousViews, ...view } = state
  return { ...next, previousViews: [...previousViews, view] }
}

/** Replaces the current view; Escape returns to the same earlier view as before. */
export const replaceView = (state: PaletteState, next: PaletteView): PaletteState => ({
  ...next,
  previousViews: state.previousViews,
})

/** Returns to the previous view, with its text and highlight; undefined at the first view. */
export function popView({ previousViews }: PaletteState): PaletteState | undefined {
  const last = previousViews.at(-1)
  return last && { ...last, previousViews: previousViews.slice(0, -1) }
}

/**
 * The source of the kind that a text begins with, and the name after it. A kind may have several words, so `incident `
 * is the kind of incidents only when the text cannot become `incident rule`.
 */
function readKind(text: string, sources: readonly PaletteSource[]) {
  const typed = text.trimStart().toLowerCase()
  const kinds = sources.filter(({ id }) => id !== 'kinds')
  if (kinds.some(({ words }) => words.some((word) => word.length > typed.trimEnd().length && word.startsWith(typed))))
    return undefined
  const found = kinds
    .flatMap((source) => source.words.map((word) => ({ source, word })))
    .filter(({ word }) => typed.startsWith(`${word} `))
    .toSorted((one, other) => other.word.length - one.word.length)[0]
  return (
    found && {
      source: found.source,
      name: text
        .trimStart()
        .slice(found.word.length + 1)
        .trimStart(),
    }
  )
}

/**
 * The state with a new text. A source's character, typed first or in place of the whole text, limits the search to that
 * source. After a colon, a kind and a space do the same: `:pod `.
 */
export function typeText(
  state: PaletteState,
  text: string,
  isComposing: boolean,
  sources: readonly PaletteSource[]
): PaletteState {
  if (isComposing) return { ...state, text }
  const isFirst = state.text === '' && state.stage.is === 'find' && state.stage.mode === undefined
  const isInstead = state.text.length > 1 && text.length === 1 && !state.text.startsWith(text)
  const source =
    state.stage.is === 'find' && (isFirst || isInstead)
      ? sources.find(({ characters }) => characters.includes(text.charAt(0)))
      : undefined
  const view = source && createView({ is: 'find', mode: source.id }, text.slice(1))
  const typed = view ?? { stage: state.stage, text }
  const kind = typed.stage.is === 'find' && typed.stage.mode === 'kinds' ? readKind(typed.text, sources) : undefined
  if (kind) return replaceView(state, createView({ is: 'find', mode: kind.source.id }, kind.name))
  if (view) return replaceView(state, view)
  return { ...state, text, query: text, chosen: '', limit: ROWS_PER_PAGE }
}
