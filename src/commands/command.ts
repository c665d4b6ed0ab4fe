import type { FetchQueryOptions, MutationOptions, QueryKey } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import type { ApiError } from '../api/http'
import type { Area } from '../shared/access/access'
import type { Feature } from '../shared/access/flags'
import { type Kind, kinds, type Target } from '../lib/kinds'
import type { WrittenCall } from './call'
import type { CommandContext } from './context'

export { type Kind, kinds, type Target }

/** A target by its id, until its name is loaded. */
export const unnamedTarget = <K extends Kind>(kind: K, id: string): Target<K> => ({ kind, id, label: id.slice(0, 8) })

/** Resolves the name of a resource from its id. Returns undefined if the resource is not loaded. */
export type ResolveName = (kind: Kind, id: string) => string | undefined

/** A dialog that can be opened over the page. */
export type DialogRequest = { is: 'palette'; mode?: string; query?: string } | { is: 'help' } | { is: 'messages' }

/** The side effects available to a command. They are passed in, so that commands import neither React nor views. */
export type Effects = {
  navigate(path: string): void
  /** Opens a page as it was last left in this tab, such as a list with its filters, or else anew. */
  returnTo(path: string): void
  /** Opens the path in a new browser tab. */
  openTab(path: string): void
  /** Returns an absolute address that can be shared. */
  absolute(path: string): string
  /** The path and query of the current page. */
  here(): string
  /**
   * The address of the current page with this target opened or marked. Undefined if the page does not show the target.
   */
  hereWith(target: Target): string | undefined
  /** Whether the user may read the pages of a feature and area. */
  mayOpen(feature: Feature, area: Area): boolean
  copy(text: string): Promise<void>
  /** Downloads a file under this name. */
  save(name: string, file: Blob): void
  fetch<R, K extends QueryKey>(query: FetchQueryOptions<R, ApiError, R, K>): Promise<R>
  mutate<V, R>(mutation: MutationOptions<R, ApiError, V>, variables: V): Promise<R>
  /** Refetches all data on screen. */
  refresh(): Promise<void>
  show(dialog: DialogRequest): void
  /**
   * Performs a stored call for this target as a command of its own, with its own availability check. Nothing is
   * prompted, shown or announced.
   * @returns the undo, if there is one, or the reason why the call was not carried out
   */
  performOn(call: WrittenCall, target: Target): Promise<{ undo?: NonNullable<Outcome['undo']> } | { failure: string }>
  /** Reports the progress of a command with many targets. The first report has `done` 0. */
  progress(done: number, of: number): void
  /** Aborted when the user stops the command. */
  signal: AbortSignal
}

/** `true`: available. `false`: does not exist here. A string: exists, and the string explains why it cannot run now. */
export type Availability = true | false | string

export type SlotOption<T> = {
  value: T
  label: string
  hint?: string
  keywords?: string
  /** Other texts for the option, which rank it like its label. */
  aliases?: readonly string[]
  refusal?: string
  /** The prompt, for a slot with several sub-steps. */
  heading?: string
  /** The slot needs another sub-step after this option: its options are listed again with this value. */
  isPartial?: boolean
  /** The only option. It is used without a prompt. */
  isFinal?: true
  /** Arguments of other slots that the option also gives, in place of known ones. */
  others?: KnownArgs
}
/** Fetches from the server through the cache. */
export type CachedFetch = Effects['fetch']
/** `sofar` contains the arguments that are already known. */
type SlotOptions<T> =
  | {
      from: 'list'
      list(context: CommandContext, sofar: KnownArgs): readonly SlotOption<T>[]
      /** The same options without hints that are slow to compute, for a search that starts with a key press. */
      brief?(): readonly SlotOption<T>[]
    }
  /** All loaded resources of these kinds. */
  | { from: 'index'; kinds: readonly Kind[] }
  | {
      from: 'server'
      /** The kinds of the options, if they are resources. The command is offered for these kinds, too. */
      kinds?: readonly Kind[]
      /** All options are listed before the user types. */
      isFew?: true
      find(text: string, signal: AbortSignal, sofar: KnownArgs, fetch: CachedFetch): Promise<readonly SlotOption<T>[]>
    }

/** Arguments by the name of their slot: values of the type of the slot. */
export type KnownArgs = Record<string, unknown>

/**
 * A command with arguments. They are values everywhere in the console, validated when they come in; `call.ts` reads
 * and writes them as text. The value of a skipped step is `undefined`.
 */
export type Call = { id: string; args: Readonly<KnownArgs> }

/** A call, or one that is still text: in the keymap, or on a button, where its command may not be loaded yet. */
export type CallSource = Call | string

/** One argument: its values, the source of its options, and how the context supplies it. */
export type Slot<T> = {
  /** The name of the step in the palette: 'Check'. */
  label: string
  /** Parses a written value: typed text, links and storage alike. */
  schema: z.ZodMiniType<T>
  /** Writes a value for addresses, storage and the input of a form. */
  write(value: T): string
  answer?(context: CommandContext): T | undefined
  /** Adds data that only loaded resources have, such as the labels of targets written by id. */
  complete?(value: T, nameOf: ResolveName): T
  /** Absent for free text. */
  options?: SlotOptions<T>
  /** Typed text is accepted in addition to the options. The hint describes valid text. */
  text?: string
  /** Explains why a typed value that the schema accepts cannot be used here. */
  refusal?(value: T, context: CommandContext): string | undefined
  /**
   * The name of a free-text slot that typed text after the value fills, so that it needs no step: `2h deploying` is a
   * duration and its reason.
   */
  textAfter?: string
  /** Formats a typed value, such as `Last 24 hours`. Absent: the text is shown as typed. */
  display?(value: T): string
  /** The value is the id of a resource of this kind and is shown by the resource's name. */
  idOf?: Kind
  /** The value in force now. It is marked among the options. */
  present?(context: CommandContext): T | undefined
  /**
   * The palette searches the values only together with the command's name, and the options only in the slot's own step:
   * they are commands themselves, or mean something else without the command's name.
   */
  isSearchedApart?: true
  /** The slot takes several targets, so the command is offered for selected rows. */
  many?: true
  /** Prompted together with other slots; it may be left empty. */
  optional?: true
  /** Never a step, although it is optional: it is typed with another argument (`textAfter`), or given by a call. */
  isUnprompted?: true
  /** Listed first, so that the most frequent value is one Enter away. */
  initial?: T
  /** Returns false if this step does not apply to the previous arguments. */
  ask?(sofar: KnownArgs): boolean
  /** A field of the command's own form. The palette does not prompt for it. */
  field?: true
  /** Whether a field is also a step when the command was started in the palette. Otherwise only the form has it. */
  isStep?(sofar: KnownArgs): boolean
  /** Splits a value into its sub-steps, for a slot with several prompts; `before` is the value before each sub-step. */
  subSteps?(value: T): readonly { text: string; before: T }[]
  /**
   * Whether a slot is required with these arguments although it is optional or not prompted. The form then shows it.
   */
  isMissing?(sofar: KnownArgs): boolean
  /** Never included in addresses, links or stored calls, such as a password. */
  isPrivate?: true
}
export type Slots = Record<string, Slot<unknown>>
type Args<S extends Slots> = {
  [N in keyof S]: S[N] extends Slot<infer T>
    ? S[N] extends { optional: true } | { ask: unknown }
      ? T | undefined
      : T
    : never
}

/** A secret that is shown once, for the user to pass on. The server stores only a hash of it. */
export type Reveal = {
  title: string
  description: string
  items: readonly { label: string; text: string }[]
  notes?: readonly string[]
}

/** A call that is offered with a message. */
export type NextCall = { title: string; call: CallSource }

export type Outcome = {
  /** Past tense: 'Ran payments-api: healthy'. */
  message: string
  /** The command finished with a bad result. */
  isFailure?: true
  undo?(): Outcome | Promise<Outcome>
  /** Calls offered with the message, such as a retry for the targets that failed. */
  next?: readonly NextCall[]
  /** The edge at which the message appears; the bottom by default. */
  edge?: 'top'
  /** The targets that failed. Their rows stay selected. */
  failed?: readonly Target[]
  reveal?: Reveal
  /** A later result of the command, announced when it arrives. Undefined if there is nothing to report. */
  followUp?(): Promise<Outcome | undefined>
  /**
   * Arguments for a repeat, which then reuses the form's values, with these in place of the original ones. Absent: a
   * repeat opens the form again, because text about one resource rarely fits the next.
   */
  repeatArgs?: Readonly<KnownArgs>
}

/** Thrown by a command that did not run, or not to its end, with details beyond the message. */
export class CommandError extends Error {
  override name = 'CommandError'
  /** Errors of single arguments, by slot name. */
  readonly fields: Readonly<Record<string, string>>
  /** Arguments with which a retry continues where this attempt ended. */
  readonly retryArgs: Readonly<KnownArgs>

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
 * How a change can be undone.
 * - `inverse`: every outcome of a change has an `undo`, so that a confirmation needs no protection against haste.
 * - `none`: the change cannot always be undone completely. It needs a second step that Enter does not confirm: its own
 *   form, which Enter in a field does not submit, or a confirmation with focus on Cancel. This step is shown however
 *   the command was called.
 * - `needless`: there is nothing to undo, as when a scheduled check runs once more.
 */
export type UndoPolicy = 'inverse' | 'none' | 'needless'

type Effect = { effect: 'view'; undo?: never } | { effect: 'change'; undo: UndoPolicy }

export type Command<S extends Slots = Slots> = Effect & {
  /** `noun.verb`; public, never renamed. */
  id: string
  /** Imperative, in sentence case. With known arguments the title can be more specific: 'Set status to mitigated'. */
  title: string | ((args: Partial<Args<S>>) => string)
  group: string
  keywords?: string
  /** The command does not exist where this feature is disabled. */
  feature?: Feature
  /** Prompted in this order. */
  slots?: S
  /** Absent: always available. */
  available?(context: CommandContext, args: Partial<Args<S>>): Availability
  /**
   * The command has its own dialog, with an address: `src/views/<area>/<command id>.dialog.tsx`. `form`: the dialog
   * contains the slots that are fields, and submitting it runs the command. `dialog`: opening the dialog is all the
   * command does.
   */
  opens?: 'form' | 'dialog'
  /**
   * Prompts for confirmation although the change can be undone: always, for more than one target, or for more than
   * `above` targets.
   */
  confirm?: 'always' | 'many' | { above: number }
  /**
   * The command continues, repeats or takes back what the user did here, so that its effect may be a change. A link cannot
   * start it, because the author of the link does not know what that is.
   */
  isUnlinkable?: true
  /** The title of the confirmation, if it is not that of the command. */
  confirmTitle?(args: Args<S>): string
  /** One sentence: the effect of Enter. */
  preview?(args: Args<S>): string
  /** Further effects as sentences, loaded while the confirmation is shown, such as what stops working. */
  consequences?(args: Args<S>, fetch: CachedFetch): Promise<readonly string[]>
  /**
   * Why none of these targets can be changed, from loaded data. The command is then refused before it asks for
   * confirmation.
   */
  refusal?(args: Args<S>, fetch: CachedFetch): Promise<string | undefined>
  /** The confirmation button: 'Run 3 checks'. */
  verb?(args: Args<S>): string
  /** Announced when its key is pressed where the command does not exist. */
  absence?: string
  /** Absent: a handler of the current place runs it. */
  run?(args: Args<S>, effects: Effects): Promise<Outcome | void> | Outcome | void
}

/** The title with the known arguments. */
export const commandTitle = ({ title }: Command, known: KnownArgs = {}): string =>
  typeof title === 'function' ? title(known) : title

declare const argTypes: unique symbol

/** A command of which the compiler knows the id and the types of the arguments, for `callTo`. */
export type DefinedCommand<I extends string = string, S extends Slots = Slots> = Command & {
  id: I
  readonly [argTypes]?: Args<S>
}
/** The types of the arguments of a command. */
export type ArgsOf<C extends DefinedCommand> = NonNullable<C[typeof argTypes]>

export const defineCommand = <const S extends Slots, const I extends string>(
  definition: Command<S> & { id: I }
): DefinedCommand<I, S> => definition as unknown as DefinedCommand<I, S>
