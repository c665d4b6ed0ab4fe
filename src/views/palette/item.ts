import { formatCall } from '../../commands/call'
import type { Target } from '../../commands/command'
import type { Entry } from '../../lib/rank/text'
import type { Health } from '../../ui/status'

/** What choosing a row comes to. */
export type Does =
  | { is: 'call'; call: string }
  /** A thing: opened, or the answer to a step that asks for one. */
  | { is: 'thing'; target: Target }
  /** The answer to a step, in writing; empty to leave it empty. */
  | { is: 'value'; written: string }
  /** Narrows the search to one source. */
  | { is: 'mode'; mode: string }
  | { is: 'act'; action: Action }
  | { is: 'more' }
  | { is: 'retry'; source: string }

/** What can be done with a row besides choosing it. */
export type Action = 'run' | 'stay' | 'copy' | 'change' | 'pin' | 'forget'

/** A row of the palette. */
export type Item = Entry & {
  /** The id of the source it comes from; with its own it is unique. */
  source: string
  /** The heading it stands under; none in a step. */
  section?: string
  does: Does
  hint?: string
  health?: Health
  refusal?: string
  /** It asks for something first: the title ends in "…". */
  asks?: true
  /** It starts something: never the first row before anything is typed. */
  isStarting?: true
  /** Useful on anything, and so seldom what is wanted first: copying, going. */
  isMinor?: true
  /** Moves about in what is on screen: those who open the palette seldom want it. */
  isMotion?: true
  /** Looked for more often than the others: what fails. */
  isUrgent?: true
  /** Its own keys, where they are not those of its call. */
  keys?: string
}

export const keyOf = ({ source, id }: Pick<Item, 'source' | 'id'>): string => `${source} ${id}`

export const nameOf = ({ title, asks }: Item): string => (asks ? `${title}…` : title)

/** The call that opens a thing. */
export const openingOf = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string =>
  formatCall({ id: 'nav.open', args: { target: `${kind}:${id}` } })

/** What choosing the row performs; undefined for rows of the palette itself. */
export const callOf = ({ does }: Item): string | undefined =>
  does.is === 'call' ? does.call : does.is === 'thing' ? openingOf(does.target) : undefined
