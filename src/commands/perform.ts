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
  /** What is true now, at these places. */
  contextOf(places: readonly Place[]): Context
  show(dialog: DialogRequest, context: Context): void
  journal: Journal
  say(text: string, options?: { urgent?: boolean }): void
  toast(message: Message): void
  /** Asks for a missing argument or a confirmation; answering performs the completed call. */
  ask(plan: Extract<Plan, { step: 'ask' | 'confirm' }>, context: Context): void
  open(plan: Extract<Plan, { step: 'open' }>, context: Context): void
  /** Shows once what a person is to pass on, such as a link. */
  reveal(reveal: Reveal): void
  /** Records that a command or a call was used, for ranking. */
  used(call: string, origin: Origin): void
  /** A command was called by its key, which asks first: whoever did that knows the key, however the call goes on. */
  pressed(command: string): void
  /** A change was made for others to see, too: it may be part of a macro. */
  recorded(step: RecordedStep): void
  now(): number
}

/** Why a call was not carried out, for the form that made it. */
export type Failure = {
  message: string
  /** Messages by the name of the slot. */
  fields: Readonly<Record<string, string>>
  /** Written arguments with which a retry continues where this try ended. */
  retryArgs: Readonly<Record<string, string>>
}

/**
 * The only way commands run: from a key, the palette, a button, a form or a link. Settles when the command has ended.
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
      if (isForm) return failure(new Error('This is not possible here any more.'))
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

/** A key that is pressed for a command that does not exist here is told so; other ways to it are not offered there. */
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
  // Destinations are ranked with their arguments, since people return to them. Changes are rarely made twice alike.
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
    // The list has to settle first: when it removes rows, it announces so after the outcome.
    if (targetsOf(command, known).length > 1) context.settle(outcome?.failed ?? [])
    if (outcome) told = reportOutcome(outcome, command.id, deps)
    if (writes(command)) deps.recorded({ call: again ?? written, message: told?.id })
    void outcome?.followUp?.().then((then) => then && reportOutcome(then, command.id, deps))
    return undefined
  } catch (error) {
    const why = failure(error)
    // The form shows the failure itself. Only private arguments are returned, since it has the others from its address.
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

/** A failure in a sentence that says what failed, because somebody may have begun something else since. */
function toldOf(command: Command, known: Known, error: unknown): string {
  // Its words are the command's own, and about what it did.
  if (error instanceof CommandError) return failureMessage(error)
  const title = titleOf(command, known)
  const [target, another] = targetsOf(command, known)
  const isNamed = !target || another || title.includes(target.label)
  return `${isNamed ? title : `${title}, ${target.label}`}: ${failureMessage(error)}`
}

/** How often a long command announces its progress. */
const SAY_EVERY_MS = 5000

let runs = 0

/** The progress of a running command: shown all the time, announced now and then, and stoppable. */
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
 * Runs the last change again, on what is under the cursor now: slots for things are answered anew, and so is what its
 * form asked, unless its outcome said otherwise. The other arguments stay as they were.
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

/** Reports what a command or its undo brought about. */
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

/** Announces, shows and keeps a message. Only refusals and failures interrupt speech: a bad result does not. */
export function report(
  message: Omit<Message, 'id' | 'at'>,
  { journal, say, toast }: Pick<Deps, 'journal' | 'say' | 'toast'>
): Message {
  say(message.text, { urgent: message.tone === 'wrong' })
  const added = journal.add(message)
  toast(added)
  return added
}
