import { isDisabled } from '../lib/flags'
import { failureMessage } from '../lib/outcome'
import {
  type Command,
  type DialogRequest,
  type Effects,
  type Reveal,
  type Known,
  CommandError,
  type Outcome,
  type Target,
  titleOf,
} from './command'
import { type Context, mayLookAt } from './context'
import { type Journal, type Message, UNAVAILABLE_KEY } from './journal'
import {
  rebindTargets,
  answers,
  type Invocation,
  type Origin,
  type Plan,
  prepare,
  refusedFor,
  targetsOf,
  onlyPrivate,
  withoutFields,
  withoutPrivate,
  writes,
} from './prepare'
import { formatCall, parseCall } from './call'
import { addressIn, type Place } from './place'
import type { RecordedStep } from './stores/recording'

export type Deps = {
  find(id: string): Command | undefined
  effects: Omit<Effects, 'progress' | 'signal' | 'show' | 'hereWith' | 'mayOpen' | 'performOn'>
  /** The current context at these places. */
  contextOf(places: readonly Place[]): Context
  show(dialog: DialogRequest, context: Context): void
  journal: Journal
  say(text: string, options?: { urgent?: boolean }): void
  toast(message: Message): void
  /** Prompts for a missing argument or a confirmation. The reply performs the completed call. */
  ask(plan: Extract<Plan, { step: 'ask' | 'confirm' }>, context: Context): void
  open(plan: Extract<Plan, { step: 'open' }>, context: Context): void
  /** Shows a secret once, for the user to pass on, such as a link. */
  reveal(reveal: Reveal): void
  /** Records the use of a command or call, for ranking. */
  used(call: string, origin: Origin): void
  /**
   * Records that the user pressed the key of a command that prompts first. The user knows the key, whether or not the
   * call is completed.
   */
  pressed(command: string): void
  /** Records a change of shared data, which may become a step of a macro. */
  recorded(step: RecordedStep): void
  now(): number
}

/** Why a call was not carried out, for the form that made it. */
export type Failure = {
  message: string
  /** Error messages by slot name. */
  fields: Readonly<Record<string, string>>
  /** Written arguments with which a retry continues where this attempt ended. */
  retryArgs: Readonly<Record<string, string>>
}

/**
 * Performs a call. All commands run through this function: from a key, the palette, a button, a form or a link. Settles
 * when the command has ended.
 * @returns the failure, if a form made the call; any other failure is announced and shown as a message
 */
export async function perform(
  invocation: Invocation & { count?: number },
  context: Context,
  deps: Deps
): Promise<Failure | undefined> {
  const plan = prepare(invocation, context, deps.find)
  const isForm = invocation.origin === 'form'
  switch (plan.step) {
    case 'absent':
      if (isForm) return failure(new Error('This is no longer possible here.'))
      if (invocation.origin === 'key' && !invocation.isRepeat) notHere(invocation.call, deps)
      return undefined
    case 'refused':
      if (isForm) return failure(new Error(plan.reason))
      report({ tone: 'wrong', text: plan.reason, kind: plan.command.id, next: [] }, deps)
      return undefined
    case 'ask':
    case 'confirm':
      if (invocation.origin === 'key') deps.pressed(plan.command.id)
      deps.ask(plan, context)
      return undefined
    case 'open':
      deps.used(plan.command.id, invocation.origin)
      deps.open(plan, context)
      return undefined
    case 'run':
      return run(plan, invocation, context, deps)
  }
}

/** Reports a key whose command does not exist here. Buttons, menus and the palette do not offer such commands. */
function notHere(call: string, deps: Deps) {
  const { id, args } = parseCall(call)
  const command = deps.find(id)
  if (!command) return
  const parsed = Object.entries(command.slots ?? {}).map(([name, { schema }]) => [
    name,
    schema.safeParse(args[name]).data,
  ])
  report(
    {
      tone: 'plain',
      text: `${titleOf(command, Object.fromEntries(parsed))} is not possible here.`,
      kind: UNAVAILABLE_KEY,
      next: [],
    },
    deps
  )
}

async function run(
  { command, call, known }: Extract<Plan, { step: 'run' }>,
  { origin, count, onDone, isLeft }: Invocation & { count?: number },
  context: Context,
  deps: Deps
): Promise<Failure | undefined> {
  // The use was recorded when the form opened.
  if (origin !== 'form') deps.used(command.id, origin)
  if (!command.run) {
    context.handler(command.id)?.(count ?? 1, known)
    return undefined
  }
  // Destinations are ranked with their arguments, because users return to them. Changes are rarely repeated exactly.
  const shared = withoutPrivate(command, call)
  const written = formatCall(shared)
  if (command.effect === 'view' && written !== command.id) deps.used(written, origin)
  else if (command.effect === 'change') {
    deps.journal.lastChange.set(written)
    deps.journal.toRepeat.set(formatCall(withoutFields(command, shared)))
  }
  const { places } = context
  const title = command.verb?.(known) ?? titleOf(command, known)
  const act = {
    command: command.id,
    places,
    targets: targetsOf(command, known),
    ...(command.undo === 'inverse' ? { undoable: title } : {}),
  }
  const running = follow(title, deps)
  const ended = command.effect === 'change' ? deps.journal.begin(act) : undefined
  let told: Message | undefined
  let failed: readonly Target[] | undefined
  try {
    const show = (dialog: DialogRequest) => deps.show(dialog, context)
    const outcome = await command.run(known, {
      ...deps.effects,
      ...running.effects,
      show,
      hereWith: (target) => addressIn(context.places, target),
      mayOpen: (feature, area) => !isDisabled(context.flags, feature) && mayLookAt(context, area),
      performOn: async (next, target) => (await import('./macro')).performOn(next, target, deps),
    })
    failed = outcome?.failed
    const again = outcome?.repeatArgs && formatCall({ ...shared, args: { ...shared.args, ...outcome.repeatArgs } })
    if (again !== undefined) {
      deps.journal.lastChange.set(again)
      deps.journal.toRepeat.set(again)
    }
    await onDone?.()
    // The list settles first: if it removes rows, it announces that after the outcome.
    if (targetsOf(command, known).length > 1) context.settle(outcome?.failed ?? [])
    if (outcome) told = reportOutcome(outcome, command.id, deps)
    if (writes(command)) deps.recorded({ call: again ?? written, message: told?.id })
    void outcome?.followUp?.().then((then) => then && reportOutcome(then, command.id, deps))
    return undefined
  } catch (error) {
    const why = failure(error)
    // The form shows the failure itself. Only private arguments are returned: the form has the others in its address.
    if (origin === 'form' && !isLeft?.()) return { ...why, retryArgs: onlyPrivate(command, why.retryArgs) }
    const args = withoutPrivate(command, { ...shared, args: { ...shared.args, ...why.retryArgs } })
    const again = { title: 'Try again', call: formatCall(args) }
    report({ tone: 'wrong', text: toldOf(command, known, error), kind: command.id, next: [again] }, deps)
    return undefined
  } finally {
    running.end()
    ended?.(told, failed)
  }
}

const failure = (error: unknown): Failure => ({
  message: failureMessage(error),
  fields: error instanceof CommandError ? error.fields : {},
  retryArgs: error instanceof CommandError ? error.retryArgs : {},
})

/** Formats a failure and names the command, because the user may have started another one since. */
function toldOf(command: Command, known: Known, error: unknown): string {
  // The message of a CommandError already names the operation.
  if (error instanceof CommandError) return failureMessage(error)
  const title = titleOf(command, known)
  const [target, another] = targetsOf(command, known)
  const isNamed = !target || another || title.includes(target.label)
  return `${isNamed ? title : `${title}, ${target.label}`}: ${failureMessage(error)}`
}

/** Milliseconds between announcements of a long command's progress. */
const SAY_EVERY_MS = 5000

let runs = 0

/** Tracks a running command: its progress is always shown, announced from time to time, and it can be stopped. */
function follow(title: string, { journal: { running }, say, now }: Deps) {
  const controller = new AbortController()
  const id = ++runs
  let saidAt = now()
  const progress = (done: number, of: number) => {
    if (of < 2) return
    const mine = { id, title, done, of, stop: () => controller.abort() }
    running.set((all) => [...all.filter((one) => one.id !== id), mine])
    if (done === 0) say(`${title}: started.`)
    else if (done < of && now() - saidAt >= SAY_EVERY_MS) {
      saidAt = now()
      say(`${done} of ${of}.`)
    }
  }
  return {
    effects: { progress, signal: controller.signal },
    end: () => running.set((all) => all.filter((one) => one.id !== id)),
  }
}

/**
 * Repeats the last change on the target under the cursor: target slots are resolved again, and so are the form's
 * fields, unless the outcome has `repeatArgs`. The other arguments are reused.
 */
export async function repeatLast(context: Context, deps: Deps): Promise<void> {
  const last = deps.journal.toRepeat.get()
  if (last === undefined) {
    report({ tone: 'plain', text: 'Nothing to repeat.', kind: 'edit.repeat', next: [] }, deps)
    return
  }
  const { id, args } = parseCall(last)
  const command = deps.find(id)
  const call = rebindTargets({ id, args }, command, context)
  const [nearest] = context.targets
  const refused =
    command && nearest && refusedFor(nearest, command, answers(command, parseCall(call), context), context)
  if (refused) {
    report({ tone: 'wrong', text: refused, kind: id, next: [] }, deps)
    return
  }
  await perform({ call, origin: 'repeat' }, context, deps)
}

/** Reports the outcome of a command or of its undo. */
export function reportOutcome(
  { message: said, isFailure: bad, undo, edge, next = [], reveal }: Outcome,
  kind: string,
  deps: Pick<Deps, 'journal' | 'say' | 'toast' | 'reveal'>
): Message {
  const message = report(
    { tone: bad ? 'bad' : 'good', text: said, kind, next, ...(undo ? { undo } : {}), ...(edge ? { edge } : {}) },
    deps
  )
  if (reveal) deps.reveal(reveal)
  return message
}

/** Announces, shows and stores a message. Only refusals and failures interrupt speech; a bad result does not. */
export function report(
  message: Omit<Message, 'id' | 'at'>,
  { journal, say, toast }: Pick<Deps, 'journal' | 'say' | 'toast'>
): Message {
  say(message.text, { urgent: message.tone === 'wrong' })
  const added = journal.add(message)
  toast(added)
  return added
}
