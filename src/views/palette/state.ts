import type { Plan } from '../../commands/prepare'
import type { Prompt } from './flow'
import { SHOWN } from './find'
import type { Item } from './item'
import type { Source } from './sources/source'

/** The content of the palette. */
export type Stage =
  /** A search in all sources, or in the source `mode`. */
  | { is: 'find'; mode?: string }
  /** `isTyped`: the input contains the beginning of the answer, which was typed together with the command. */
  | { is: 'ask'; prompt: Prompt; isTyped?: true }
  | { is: 'actions'; item: Item }
  | { is: 'confirm'; plan: Extract<Plan, { step: 'confirm' }>; stays?: true }

export type View = {
  stage: Stage
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
export type State = View & { behind: readonly View[] }

export const viewOf = (stage: Stage, text = '', chosen = ''): View => ({
  stage,
  text,
  query: text,
  chosen,
  limit: SHOWN,
})

/** Shows the next step; Escape returns to the current one. */
export const forward = (state: State, next: View): State => {
  const { behind, ...view } = state
  return { ...next, behind: [...behind, view] }
}

/** Replaces the current view; Escape returns to the same earlier view as before. */
export const instead = (state: State, next: View): State => ({ ...next, behind: state.behind })

/** Returns to the previous view, with its text and highlight; undefined at the first view. */
export function backward({ behind }: State): State | undefined {
  const last = behind.at(-1)
  return last && { ...last, behind: behind.slice(0, -1) }
}

/** The state with a new text. A source's character, typed first, limits the search to that source. */
export function typed(state: State, text: string, isComposing: boolean, sources: readonly Source[]): State {
  if (isComposing) return { ...state, text }
  const isNew = state.stage.is === 'find' && state.stage.mode === undefined && state.text === ''
  const source = isNew ? sources.find(({ characters }) => characters.includes(text.charAt(0))) : undefined
  if (source) return instead(state, viewOf({ is: 'find', mode: source.id }, text.slice(1)))
  return { ...state, text, query: text, chosen: '', limit: SHOWN }
}
