import { isDisabled } from '../shared/access/flags'
import { loadModule } from '../lib/load-module'
import { failureMessage } from '../lib/outcome'
import {
  type Call,
  type Command,
  type DialogRequest,
  type Effects,
  type Reveal,
  type KnownArgs,
  CommandError,
  type Outcome,
  type Target,
  commandTitle,
} from './command'
import { type CommandContext, mayRead } from './context'
import { type Journal, type JournalMessage, UNAVAILABLE_KEY } from './journal'
import {
  rebindTargets,
  resolveCallArgs,
  type CallInvocation,
  type CallOrigin,
  type CallPlan,
  planCall,
  findRebindRefusal,
  callTargets,
  pickPrivateArgs,
  omitFieldArgs,
  omitPrivateArgs,
  changesSharedData,
} from './prepare'
import { formatCall } from './call'
import { findTargetAddress, type PlaceData } from './place'
import type { RecordedChange } from './stores/recording'

const loadMacro = () => import('./macro')

export type PerformDeps = {
  find(id: string): Command | undefined
  effects: Omit<Effects, 'progress' | 'signal' | 'show' | 'hereWith' | 'mayOpen' | 'performOn'>
  /** The current context at these places. */
  contextOf(places: readonly PlaceData[]): CommandContext
  show(dialog: DialogRequest, context: CommandContext): void
  journal: Journal
  say(text: string, options?: { urgent?: boolean }): void
  toast(message: JournalMessage): void
  /** Prompts for a missing argument or a confirmation. The reply performs the completed call. */
  ask(plan: Extract<CallPlan, { step: 'ask' | 'confirm' }>, context: CommandContext): void
  open(plan: Extract<CallPlan, { step: 'open' }>, context: CommandContext): void
  /** Shows a secret once, for the user to pass on, such as a link. */
  reveal(reveal: Reveal): void
  /** Records the use of a command or written call, for ranking. */
  onUsed(call: string, origin: CallOrigin): void
  /**
   * Records that the user pressed the key of a command that prompts first. The user knows the key, whether or not the
   * call is completed.
   */
  onKeyPressed(command: string): void
  /** Records a change of shared data, which may become a step of a macro. */
  onRecorded(step: RecordedChange): void
  now(): number
}

/** Why a call was not carried out, for the form that made it. */
export type CallFailure = {
  message: string
  /** Error messages by slot name. */
  fields: Readonly<Record<string, string>>
  /** Arguments with which a retry continues where this attempt ended. */
  retryArgs: Call['args']
}

/**
 * Performs a call. All commands run through this function: from a key, the palette, a button, a form or a link. Settles
 * when the command has ended.
 * @returns the failure, if a form made the call; any other failure is announced and shown as a message
 */
export async function performCall(
  invocation: CallInvocation,
  context: CommandContext,
  deps: PerformDeps
): Promise<CallFailure | undefined> {
  const plan = planCall(invocation, context, deps.find)
  const isForm = invocation.origin === 'form'
  switch (plan.step) {
    case 'absent':
      if (isForm) return failure(new Error('This is no longer possible here.'))
      if (invocation.origin === 'key' && !invocation.isRepeat) reportUnavailableKey(invocation.call, deps)
      return undefined
    case 'refused':
      if (isForm) return failure(new Error(plan.reason))
      reportMessage({ tone: 'wrong', text: plan.reason, kind: plan.command.id, next: [] }, deps)
      return undefined
    case 'ask':
    case 'confirm': {
      if (invocation.origin === 'key') deps.onKeyPressed(plan.command.id)
      const reason = hasRefusal(plan)
        ? await plan.command.refusal?.(plan.known, deps.effects.fetch).catch(noReason)
        : undefined
      if (reason === undefined) deps.ask(plan, context)
      else reportMessage({ tone: 'wrong', text: reason, kind: plan.command.id, next: [] }, deps)
      return undefined
    }
    case 'open':
      deps.onUsed(plan.command.id, invocation.origin)
      deps.open(plan, context)
      return undefined
    case 'run':
      return run(plan, invocation, context, deps)
  }
}

/** Whether data has to be loaded before a confirmation is asked for. */
export const hasRefusal = ({ step, ...plan }: CallPlan): boolean =>
  step === 'confirm' && 'command' in plan && plan.command.refusal !== undefined

/** The confirmation opens if the data could not be loaded. The command reports the failure then. */
const noReason = () => undefined

/** Reports a key whose command does not exist here. Buttons, menus and the palette do not offer such commands. */
function reportUnavailableKey({ id, args }: Call, deps: PerformDeps) {
  const command = deps.find(id)
  if (!command) return
  const text = command.absence ?? `${commandTitle(command, args)} is not possible here.`
  reportMessage({ tone: 'plain', text, kind: UNAVAILABLE_KEY, next: [] }, deps)
}

async function run(
  { command, call, known }: Extract<CallPlan, { step: 'run' }>,
  { origin, count, onDone, isLeft }: CallInvocation,
  context: CommandContext,
  deps: PerformDeps
): Promise<CallFailure | undefined> {
  // The use was recorded when the form opened.
  if (origin !== 'form') deps.onUsed(command.id, origin)
  if (!command.run) {
    context.handler(command.id)?.(count ?? 1, known)
    return undefined
  }
  // Destinations are ranked with their arguments, because users return to them. Changes are rarely repeated exactly.
  const shared = omitPrivateArgs(command, call)
  if (command.effect === 'view') {
    const written = formatCall(shared, deps.find)
    if (written !== command.id) deps.onUsed(written, origin)
  } else {
    deps.journal.lastChange.set(shared)
    deps.journal.toRepeat.set(omitFieldArgs(command, shared))
  }
  const { places } = context
  const title = command.verb?.(known) ?? commandTitle(command, known)
  const act = {
    command: command.id,
    places,
    targets: callTargets(command, known),
    ...(command.undo === 'inverse' ? { undoable: title } : {}),
  }
  const running = trackProgress(title, deps)
  const ended = command.effect === 'change' ? deps.journal.beginChange(act) : undefined
  let told: JournalMessage | undefined
  let failed: readonly Target[] | undefined
  try {
    const show = (dialog: DialogRequest) => deps.show(dialog, context)
    const outcome = await command.run(known, {
      ...deps.effects,
      ...running.effects,
      show,
      hereWith: (target) => findTargetAddress(context.places, target),
      mayOpen: (feature, area) => !isDisabled(context.flags, feature) && mayRead(context, area),
      performOn: async (next, target) => (await loadModule(loadMacro)).performMacroStep(next, target, deps),
    })
    failed = outcome?.failed
    const again = outcome?.repeatArgs && { ...shared, args: { ...shared.args, ...outcome.repeatArgs } }
    if (again) {
      deps.journal.lastChange.set(again)
      deps.journal.toRepeat.set(again)
    }
    await onDone?.()
    // The list settles first: if it removes rows, it announces that after the outcome.
    if (callTargets(command, known).length > 1) context.settle(outcome?.failed ?? [])
    if (outcome) told = reportOutcome(outcome, command.id, deps)
    if (changesSharedData(command)) deps.onRecorded({ call: again ?? shared, message: told?.id })
    void outcome?.followUp?.().then((then) => then && reportOutcome(then, command.id, deps))
    return undefined
  } catch (error) {
    const why = failure(error)
    // The form shows the failure itself. Only private arguments are returned: the form has the others in its address.
    if (origin === 'form' && !isLeft?.()) return { ...why, retryArgs: pickPrivateArgs(command, why.retryArgs) }
    const retry = omitPrivateArgs(command, { ...shared, args: { ...shared.args, ...why.retryArgs } })
    const again = { title: 'Try again', call: retry }
    reportMessage({ tone: 'wrong', text: formatFailure(command, known, error), kind: command.id, next: [again] }, deps)
    return undefined
  } finally {
    running.end()
    ended?.(told, failed)
  }
}

const failure = (error: unknown): CallFailure => ({
  message: failureMessage(error),
  fields: error instanceof CommandError ? error.fields : {},
  retryArgs: error instanceof CommandError ? error.retryArgs : {},
})

/** Formats a failure and names the command, because the user may have started another one since. */
function formatFailure(command: Command, known: KnownArgs, error: unknown): string {
  // The message of a CommandError already names the operation.
  if (error instanceof CommandError) return failureMessage(error)
  const title = commandTitle(command, known)
  const [target, another] = callTargets(command, known)
  const isNamed = !target || another || title.includes(target.label)
  return `${isNamed ? title : `${title}, ${target.label}`}: ${failureMessage(error)}`
}

/** Milliseconds between announcements of a long command's progress. */
const ANNOUNCE_EVERY_MS = 5000

let runs = 0

/** Tracks a running command: its progress is always shown, announced from time to time, and it can be stopped. */
function trackProgress(title: string, { journal: { running }, say, now }: PerformDeps) {
  const controller = new AbortController()
  const id = ++runs
  let saidAt = now()
  const progress = (done: number, of: number) => {
    if (of < 2) return
    const mine = { id, title, done, of, stop: () => controller.abort() }
    running.set((all) => [...all.filter((one) => one.id !== id), mine])
    if (done === 0) say(`${title}: started.`)
    else if (done < of && now() - saidAt >= ANNOUNCE_EVERY_MS) {
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
export async function repeatLastChange(context: CommandContext, deps: PerformDeps): Promise<void> {
  const last = deps.journal.toRepeat.get()
  if (!last) {
    reportMessage({ tone: 'plain', text: 'Nothing to repeat.', kind: 'edit.repeat', next: [] }, deps)
    return
  }
  const command = deps.find(last.id)
  const call = rebindTargets(last, command, context)
  const [nearest] = context.targets
  const refused =
    command && nearest && findRebindRefusal(nearest, command, resolveCallArgs(command, call.args, context), context)
  if (refused) {
    reportMessage({ tone: 'wrong', text: refused, kind: last.id, next: [] }, deps)
    return
  }
  await performCall({ call, origin: 'repeat' }, context, deps)
}

/** Reports the outcome of a command or of its undo. */
export function reportOutcome(
  { message: said, isFailure: bad, undo, edge, next = [], reveal }: Outcome,
  kind: string,
  deps: Pick<PerformDeps, 'journal' | 'say' | 'toast' | 'reveal'>
): JournalMessage {
  const message = reportMessage(
    { tone: bad ? 'bad' : 'good', text: said, kind, next, ...(undo ? { undo } : {}), ...(edge ? { edge } : {}) },
    deps
  )
  if (reveal) deps.reveal(reveal)
  return message
}

/** Announces, shows and stores a message. Only refusals and failures interrupt speech; a bad result does not. */
export function reportMessage(
  message: Omit<JournalMessage, 'id' | 'at'>,
  { journal, say, toast }: Pick<PerformDeps, 'journal' | 'say' | 'toast'>
): JournalMessage {
  say(message.text, { urgent: message.tone === 'wrong' })
  const added = journal.add(message)
  toast(added)
  return added
}
