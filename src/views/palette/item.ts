import type { QueryClient } from '@tanstack/react-query'
import { formatCall } from '../../commands/call'
import type { Target } from '../../commands/command'
import type { Entry } from '../../lib/rank/text'
import type { Health } from '../../ui/status'

/** The effect of choosing a row. */
export type Does =
  | { is: 'call'; call: string }
  /** Opens a thing, or answers a step that asks for one. */
  | { is: 'thing'; target: Target }
  /** Answers a step with this written value; empty skips it. A part of an answer asks the same slot for the next one. */
  | { is: 'value'; written: string; isPart?: true }
  /** Limits the search to one source. */
  | { is: 'mode'; mode: string }
  | { is: 'act'; action: Action }
  | { is: 'more' }
  | { is: 'retry'; source: string }
  /** Asks an argument of a call, with this text typed. */
  | { is: 'step'; call: string; slotName: string; text: string }
  /** Searches for something else. */
  | { is: 'query'; text: string }

/** An action on a row besides choosing it. */
export type Action = 'run' | 'stay' | 'copy' | 'change' | 'pin' | 'forget'

/** `at` is an ISO time. */
export type Fact = { label: string } & ({ text: string } | { at: string })

/** A row of the palette. */
export type Item = Entry & {
  /** The id of its source; together with its own id it is unique. */
  source: string
  /** The heading above it. In a step: what is asked, where its slot asks several things. */
  section?: string
  does: Does
  hint?: string
  health?: Health
  refusal?: string
  /** It asks for arguments first, so the title ends in "…". */
  asks?: true
  /** It starts something, so it is never the first row without a query. */
  isStarting?: true
  /** It works on anything, so it is rarely wanted first: copying, going. */
  isMinor?: true
  /** It moves within the page, which is rarely wanted from the palette. */
  isMotion?: true
  /** The thing that its call acts on. */
  about?: Target
  /** It is chosen by itself. */
  isTaken?: true
  /** It sets what is in force already. */
  isPresent?: true
  /** What is known about it without asking, to be shown beside the list. */
  facts?(client: QueryClient): readonly Fact[]
  /** Keys to show instead of those of its call. */
  keys?: string
}

export const keyOf = ({ source, id }: Pick<Item, 'source' | 'id'>): string => `${source} ${id}`

export const nameOf = ({ title, asks }: Item): string => (asks ? `${title}…` : title)

/** The call that opens a thing. */
export const openingOf = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string =>
  formatCall({ id: 'nav.open', args: { target: `${kind}:${id}` } })

/** The call that choosing the row performs; undefined for rows that act on the palette. */
export const callOf = ({ does }: Item): string | undefined =>
  does.is === 'call' ? does.call : does.is === 'thing' ? openingOf(does.target) : undefined

/** What a row is, or what its call acts on. */
export const thingOf = ({ does, about }: Item): Target | undefined => (does.is === 'thing' ? does.target : about)
