import type { FetchQueryOptions, MutationOptions, QueryKey } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { ApiError } from '../api/http'
import type { Area } from '../lib/access'
import type { Feature } from '../lib/flags'
import { type Kind, kinds, type Target } from '../lib/kinds'
import type { Context } from './context'

export { type Kind, kinds, type Target }

/** What is known about a thing by its id alone; undefined when it is not loaded. */
export type NameOf = (kind: Kind, id: string) => string | undefined

/** What opens over the page. */
export type DialogRequest = { is: 'palette'; mode?: string; query?: string } | { is: 'help' } | { is: 'messages' }

/** What a command may do to the world. Handed in, so that commands import neither React nor views. */
export type Effects = {
  navigate(path: string): void
  /** In a browser tab of its own. */
  openTab(path: string): void
  /** An address that can be given to somebody else. */
  absolute(path: string): string
  /** Path and query of what is on screen. */
  here(): string
  /** The same, with one of the things there opened or marked; undefined where it is not shown. */
  hereWith(target: Target): string | undefined
  /** Whether whoever asks may see pages of a part of the console. */
  mayOpen(feature: Feature, area: Area): boolean
  copy(text: string): Promise<void>
  /** Has the browser keep a file under a name. */
  save(name: string, file: Blob): void
  fetch<R, K extends QueryKey>(query: FetchQueryOptions<R, ApiError, R, K>): Promise<R>
  mutate<V, R>(mutation: MutationOptions<R, ApiError, V>, variables: V): Promise<R>
  /** Asks the backend again for everything on screen. */
  refresh(): Promise<void>
  show(dialog: DialogRequest): void
  /**
   * Makes another call, written without a thing, for this one, as its own command: whether it may be made is decided anew.
   * Nothing is asked, shown or announced.
   * @returns how it is taken back, where it can be, or why it was not carried out
   */
  performOn(call: string, target: Target): Promise<{ undo?: NonNullable<Outcome['undo']> } | { failure: string }>
  /** How far a command that does many things has come; the first is 0. */
  progress(done: number, of: number): void
  /** Aborted when somebody stops the command. */
  signal: AbortSignal
}

/** Runs · does not exist here · exists, and this sentence is why it cannot run now. */
export type Offer = true | false | string

export type Option<T> = {
  value: T
  label: string
  hint?: string
  keywords?: string
  refusal?: string
  /** What is asked, where one slot asks several things one after the other. */
  heading?: string
  /** The slot asks something more when this is chosen: it is called again with this value. */
  isPartial?: boolean
  /** The only one, which needs no choosing: there is nothing to ask. */
  isFinal?: true
}
/** Asks the server through the cache. */
export type Fetch = Effects['fetch']
/** `sofar` are the slots that are answered already. */
export type Options<T> =
  | {
      from: 'list'
      list(context: Context, sofar: Known): readonly Option<T>[]
      /** The same without hints that take long to find out: for a search that is begun with a key press. */
      brief?(): readonly Option<T>[]
    }
  /** Everything of these kinds that is loaded. */
  | { from: 'index'; kinds: readonly Kind[] }
  | {
      from: 'server'
      /** Where they are things, their kinds: the command is offered for these, too. */
      kinds?: readonly Kind[]
      /** All of them are offered before anything is typed. */
      isFew?: true
      find(text: string, signal: AbortSignal, sofar: Known, fetch: Fetch): Promise<readonly Option<T>[]>
    }

/** Arguments by the name of their slot. */
export type Known = Record<string, unknown>

/** One argument: what it may be, where its options come from, how the context answers it. */
export type Slot<T> = {
  /** Names the step in the palette: 'Check'. */
  label: string
  /** Reads the written value: typed text, links and chosen options alike. */
  schema: z.ZodMiniType<T>
  write(value: T): string
  answer?(context: Context): T | undefined
  /** Fills in what only the loaded data knows, such as the labels of things written by id. */
  complete?(value: T, nameOf: NameOf): T
  /** Absent: free text. */
  options?: Options<T>
  /** Typed text counts besides the options; this says what may be typed. */
  text?: string
  /** Why a typed value that the schema reads cannot be had here. */
  refusal?(value: T, context: Context): string | undefined
  /** What a typed value is called: `Last 24 hours`. Absent: as it was typed. */
  display?(value: T): string
  /** Its value is the id of a thing of this kind, and is shown by the name of that. */
  idOf?: Kind
  /** The value that is in force now, which is marked among the options. */
  present?(context: Context): T | undefined
  /**
   * Its values are found only with the name of the command, and its options in its own step: they are commands themselves,
   * or mean something else where it is not named.
   */
  isSearchedApart?: true
  /** It takes several: the command is offered for ticked rows. */
  many?: true
  /** It is asked when others are, and may be left empty. */
  optional?: true
  /** Offered first: the frequent value is one Enter away. */
  initial?: T
  /** False: this step does not apply to what was answered before it. */
  ask?(sofar: Known): boolean
  /** A field of the command's own form, which the palette does not ask. */
  field?: true
  /** Whether a field is a step, too, where the command was begun in the palette. Elsewhere its form asks it. */
  isStep?(sofar: Known): boolean
  /** It asks several things one after the other: those that a value answers, each with the value before it. */
  subSteps?(value: T): readonly { text: string; before: T }[]
  /** Though optional, or not asked in the palette, it is needed with these arguments: then the form asks it. */
  isMissing?(sofar: Known): boolean
  /** Never part of an address, a link or what is remembered, such as a password. */
  isPrivate?: true
}
export type Slots = Record<string, Slot<unknown>>
export type Args<S extends Slots> = {
  [N in keyof S]: S[N] extends Slot<infer T>
    ? S[N] extends { optional: true } | { ask: unknown }
      ? T | undefined
      : T
    : never
}

/** What somebody is given to hand on. It is shown once: the server keeps only what proves it. */
export type Reveal = {
  title: string
  description: string
  items: readonly { label: string; text: string }[]
  notes?: readonly string[]
}

export type Outcome = {
  /** Past tense: 'Ran payments-api: healthy'. */
  message: string
  /** It ended, but not well. */
  isFailure?: true
  undo?(): Outcome | Promise<Outcome>
  /** Calls offered with it, such as the same for what failed. */
  next?: readonly { title: string; call: string }[]
  /** Where its message appears, if not at the bottom. */
  edge?: 'top'
  /** Of many: what it did not work for stays ticked. */
  failed?: readonly Target[]
  reveal?: Reveal
  /** What comes of it afterwards, said when it is known; undefined: nothing worth saying. */
  followUp?(): Promise<Outcome | undefined>
  /**
   * Repeating it repeats what its form asked, with these written arguments in place of those given. Absent: the form asks
   * anew, since what was said about one thing is seldom true of the next.
   */
  repeatArgs?: Readonly<Record<string, string>>
}

/** Thrown by a command that was not carried out, or not to its end, with more than a sentence about it. */
export class CommandError extends Error {
  override name = 'NotDone'
  /** What is wrong with single arguments, by the name of their slot. */
  readonly fields: Readonly<Record<string, string>>
  /** Written arguments with which the next try goes on where this one ended. */
  readonly retryArgs: Readonly<Record<string, string>>

  constructor(
    message: string,
    { fields = {}, retryArgs = {}, cause }: Partial<Pick<CommandError, 'fields' | 'retryArgs' | 'cause'>> = {}
  ) {
    super(message, { cause })
    this.fields = fields
    this.retryArgs = retryArgs
  }
}

/**
 * How a change is taken back.
 * - `inverse`: every outcome of a change that was made has an `undo`, so that a confirmation need not be guarded against haste.
 * - `none`: not always, or not wholly. It takes a second step that Enter does not take: its own form, which Enter in a field
 *   does not send, or a confirmation whose cancel button has focus. That is asked however the command was called.
 * - `needless`: nobody could want anything of it back, as when a check runs that runs by its schedule anyway.
 */
export type Undo = 'inverse' | 'none' | 'needless'

type Effect = { effect: 'view'; undo?: never } | { effect: 'change'; undo: Undo }

export type Command<S extends Slots = Slots> = Effect & {
  /** noun.verb; public, never renamed. */
  id: string
  /** Imperative, sentence case; with arguments that are known it may say more: 'Set status to mitigated'. */
  title: string | ((args: Partial<Args<S>>) => string)
  group: string
  keywords?: string
  /** It does not exist where this is turned off. */
  feature?: Feature
  /** Asked in this order. */
  slots?: S
  /** Absent: always. */
  available?(context: Context, args: Partial<Args<S>>): Offer
  /**
   * It has a dialog of its own, with an address (`src/app/command-dialogs.ts`). `form`: which asks the slots that are
   * fields, and then runs. `dialog`: which is all that it does.
   */
  opens?: 'form' | 'dialog'
  /** Asks first, though it can be taken back: always, for more than one thing, or for more than so many of what is harmless. */
  confirm?: 'always' | 'many' | { above: number }
  /** One sentence: what Enter will do. */
  preview?(args: Args<S>): string
  /** The button that confirms it: 'Run 3 checks'. */
  verb?(args: Args<S>): string
  /** Absent: the place that is on screen does it. */
  run?(args: Args<S>, effects: Effects): Promise<Outcome | void> | Outcome | void
}

/** The title with the arguments that are known. */
export const titleOf = ({ title }: Command, known: Known = {}): string =>
  typeof title === 'function' ? title(known) : title

export const command = <const S extends Slots>(definition: Command<S>): Command => definition as unknown as Command
