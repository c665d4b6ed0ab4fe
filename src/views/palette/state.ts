import type { Plan } from '../../commands/prepare'
import type { Prompt } from './flow'
import { SHOWN } from './find'
import type { Item } from './item'
import type { Source } from './sources/source'

/** What the palette is showing. */
export type Stage =
  /** Looking for anything, or in one source. */
  | { is: 'find'; mode?: string }
  | { is: 'ask'; prompt: Prompt }
  | { is: 'actions'; item: Item }
  | { is: 'confirm'; plan: Extract<Plan, { step: 'confirm' }>; stays?: true }

export type View = {
  stage: Stage
  /** In the input. */
  text: string
  /** What is searched: lags behind the text while a composition goes on. */
  query: string
  /** The key of the highlighted row, once somebody chose one. */
  chosen: string
  /** How many rows are shown. */
  limit: number
}

/** What is shown, and what was shown before, newest last, for going back to. */
export type State = View & { behind: readonly View[] }

export const viewOf = (stage: Stage, text = '', chosen = ''): View => ({
  stage,
  text,
  query: text,
  chosen,
  limit: SHOWN,
})

/** The next step; Escape comes back from it. */
export const forward = (state: State, next: View): State => {
  const { behind, ...view } = state
  return { ...next, behind: [...behind, view] }
}

/** Something else in place of what is shown: where Escape leads stays. */
export const instead = (state: State, next: View): State => ({ ...next, behind: state.behind })

/** One step back, to what was typed and highlighted there; undefined at the first. */
export function backward({ behind }: State): State | undefined {
  const last = behind.at(-1)
  return last && { ...last, behind: behind.slice(0, -1) }
}

/** What was typed; into an empty input, a character of a source narrows the search to it. */
export function typed(state: State, text: string, isComposing: boolean, sources: readonly Source[]): State {
  if (isComposing) return { ...state, text }
  const isNew = state.stage.is === 'find' && state.stage.mode === undefined && state.text === ''
  const source = isNew ? sources.find(({ characters }) => characters.includes(text.charAt(0))) : undefined
  if (source) return instead(state, viewOf({ is: 'find', mode: source.id }, text.slice(1)))
  return { ...state, text, query: text, chosen: '', limit: SHOWN }
}
