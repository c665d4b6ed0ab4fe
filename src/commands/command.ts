import type { MutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiError } from '../api/http'
import type { Context } from './context'

/** The kinds of things that commands act on. */
export const kinds = ['check'] as const
export type Kind = (typeof kinds)[number]

/** A thing a command can act on. */
export type Target<K extends Kind = Kind> = { kind: K; id: string; label: string }

/** What is known about a thing by its id alone; undefined when it is not loaded. */
export type NameOf = (kind: Kind, id: string) => string | undefined

/** What opens over the page. */
export type Surface = { is: 'palette'; mode?: string } | { is: 'help' } | { is: 'messages' }

/** What a command may do to the world. Handed in, so that commands import neither React nor views. */
export type Effects = {
  navigate(path: string): void
  mutate<V, R>(mutation: MutationOptions<R, ApiError, V>, variables: V): Promise<R>
  /** Asks the backend again for everything on screen. */
  refresh(): Promise<void>
  show(surface: Surface): void
  progress(done: number, of: number): void
}

/** Runs · does not exist here · exists, and this sentence is why it cannot run now. */
export type Offer = true | false | string

export type Option<T> = { value: T; label: string; hint?: string; keywords?: string }
export type Options<T> =
  | { from: 'list'; list(context: Context): readonly Option<T>[] }
  /** Everything of one kind that is loaded. */
  | { from: 'index'; kind: Kind }

/** One argument: what it may be, where its options come from, how the context answers it. */
export type Slot<T> = {
  /** Names the step in the palette: 'Check'. */
  label: string
  /** Reads the written value: typed text, links and chosen options alike. */
  schema: z.ZodType<T>
  write(value: T): string
  answer?(context: Context): T | undefined
  /** Fills in what only the loaded data knows, such as the labels of things written by id. */
  complete?(value: T, nameOf: NameOf): T
  options: Options<T>
}
export type Slots = Record<string, Slot<unknown>>
export type Args<S extends Slots> = { [N in keyof S]: S[N] extends Slot<infer T> ? T : never }

export type Outcome = {
  /** Past tense: 'Ran payments-api: healthy'. */
  said: string
  /** It ended, but not well. */
  bad?: true
  undo?(): Outcome | Promise<Outcome>
  /** Calls offered with it, such as the same for what failed. */
  next?: readonly { title: string; call: string }[]
}

export type Command<S extends Slots = Slots> = {
  /** noun.verb; public, never renamed. */
  id: string
  /** Imperative, sentence case. */
  title: string
  group: string
  keywords?: string
  /** Asked in this order. */
  slots?: S
  /** Absent: always. */
  available?(context: Context, args: Partial<Args<S>>): Offer
  effect: 'view' | 'change'
  /** Ask first: always, or when there is more than one target. */
  confirm?: 'many' | 'always'
  /** One sentence: what Enter will do. */
  preview?(args: Args<S>): string
  /** The button that confirms it: 'Run 3 checks'. */
  verb?(args: Args<S>): string
  /** Absent: the place that is on screen does it. */
  run?(args: Args<S>, effects: Effects): Promise<Outcome | void> | Outcome | void
}

export const command = <const S extends Slots>(definition: Command<S>): Command => definition as unknown as Command
