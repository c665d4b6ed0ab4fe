import { failureMessage } from '../lib/outcome'
import { type Command, type DialogRequest, type Effects, type Outcome, titleOf } from './command'
import type { Context } from './context'
import type { Journal, Message } from './journal'
import { answers, type Origin, type Plan, prepare, targetsOf, type Invocation } from './prepare'
import { formatCall, parseCall } from './call'

export type Deps = {
  find(id: string): Command | undefined
  effects: Omit<Effects, 'progress' | 'signal' | 'show'>
  show(dialog: DialogRequest, context: Context): void
  journal: Journal
  say(text: string, options?: { urgent?: boolean }): void
  /** The visible half of an outcome. */
  toast(message: Message): void
  /** Asks for a missing argument or a confirmation; answering performs the completed call. */
  ask(plan: Extract<Plan, { step: 'ask' | 'confirm' }>, context: Context): void
  /** A command, or a command with its arguments, was used: for ranking. */
  used(call: string, origin: Origin): void
  now(): number
}

/** The only way anything runs: from a key, the palette, a button or a link. Settles when the command has ended. */
export async function perform(
  invocation: Invocation & { count?: number },
  context: Context,
  deps: Deps
): Promise<void> {
  const plan = prepare(invocation, context, deps.find)
  switch (plan.step) {
    case 'absent':
      return
    case 'refused':
      return report({ tone: 'wrong', text: plan.reason, next: [] }, deps)
    case 'ask':
    case 'confirm':
      return deps.ask(plan, context)
    case 'run': {
      const { command, known } = plan
      deps.used(command.id, invocation.origin)
      if (!command.run) return context.handler(command.id)?.(invocation.count ?? 1, known)
      // Where somebody goes is worth remembering; what somebody changed is not what they will change next.
      const written = formatCall(plan.call)
      if (command.effect === 'view' && written !== command.id) deps.used(written, invocation.origin)
      else if (command.effect === 'change') deps.journal.lastChange.set(written)
      const running = follow(command.verb?.(known) ?? titleOf(command, known), deps)
      try {
        const show = (dialog: DialogRequest) => deps.show(dialog, context)
        const outcome = await command.run(known, { ...deps.effects, ...running.effects, show })
        // Before it is said, so that a list that loses rows says so after it.
        if (targetsOf(command, known).length > 1) context.settle(outcome?.failed ?? [])
        if (outcome) reportOutcome(outcome, deps)
      } catch (error) {
        const again = { title: 'Try again', call: written }
        report({ tone: 'wrong', text: failureMessage(error), next: [again] }, deps)
      } finally {
        running.end()
      }
    }
  }
}

/** How often a long command says how far it is. */
const SAY_EVERY_MS = 5000

let runs = 0

/** What a running command reports to: its progress is spoken now and then, shown all the time, and it can be stopped. */
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
 * Does the last change again, to what is under the cursor now: its things are answered anew, everything else stays as it
 * was answered then.
 */
export function repeatLast(context: Context, deps: Deps): Promise<void> | void {
  const last = deps.journal.lastChange.get()
  if (last === undefined) return report({ tone: 'plain', text: 'Nothing to repeat.', next: [] }, deps)
  const { id, args } = parseCall(last)
  const command = deps.find(id)
  const here = command ? answers(command, { id, args: {} }, context) : {}
  const kept = Object.entries(args).filter(([name]) => !command?.slots?.[name]?.complete || here[name] === undefined)
  return perform({ call: formatCall({ id, args: Object.fromEntries(kept) }), origin: 'repeat' }, context, deps)
}

/** Takes back the newest outcome that can be taken back, or that of one message, and says what it was. */
export async function undoLast(deps: Pick<Deps, 'journal' | 'say' | 'toast'>, messageId?: number): Promise<void> {
  const undo = deps.journal.takeUndo(messageId)?.undo
  if (!undo) return report({ tone: 'plain', text: 'Nothing to undo.', next: [] }, deps)
  try {
    reportOutcome(await undo(), deps)
  } catch (error) {
    report({ tone: 'wrong', text: failureMessage(error), next: [] }, deps)
  }
}

const reportOutcome = ({ said, bad, undo, next = [] }: Outcome, deps: Pick<Deps, 'journal' | 'say' | 'toast'>) =>
  report({ tone: bad ? 'bad' : 'good', text: said, next, ...(undo ? { undo } : {}) }, deps)

/** Says it, shows it and keeps it. Only what was refused or went wrong interrupts: a bad result is a result. */
function report(message: Omit<Message, 'id' | 'at'>, { journal, say, toast }: Pick<Deps, 'journal' | 'say' | 'toast'>) {
  say(message.text, { urgent: message.tone === 'wrong' })
  toast(journal.add(message))
}
