import type { Command, Effects, Outcome } from './command'
import type { Context } from './context'
import type { Journal, Message } from './journal'
import { type Plan, prepare, type Wish } from './prepare'
import { formatCall } from './call'

export type Deps = {
  find(id: string): Command | undefined
  effects: Effects
  journal: Journal
  say(text: string, options?: { urgent?: boolean }): void
  /** The visible half of an outcome. */
  toast(message: Message): void
  /** Asks for a missing argument or a confirmation; answering performs the completed call. */
  ask(plan: Extract<Plan, { step: 'ask' | 'confirm' }>, context: Context): void
  /** A command, or a command with its arguments, was used: for ranking. */
  used(call: string): void
}

/** The only way anything runs: from a key, the palette, a button or a link. Settles when the command has ended. */
export async function perform(wish: Wish & { count?: number }, context: Context, deps: Deps): Promise<void> {
  const plan = prepare(wish, context, deps.find)
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
      if (!command.run) return context.handler(command.id)?.(wish.count ?? 1)
      deps.used(command.id)
      // Where somebody goes is worth remembering; what somebody changed is not what they will change next.
      const written = formatCall(plan.call)
      if (command.effect === 'view' && written !== command.id) deps.used(written)
      try {
        const outcome = await command.run(known, deps.effects)
        if (outcome) reportOutcome(outcome, deps)
      } catch (error) {
        const again = { title: 'Try again', call: written }
        report({ tone: 'wrong', text: messageOf(error), next: [again] }, deps)
      }
    }
  }
}

/** Takes back the newest outcome that can be taken back, and says what it was. */
export async function undoLast(deps: Pick<Deps, 'journal' | 'say' | 'toast'>): Promise<void> {
  const undo = deps.journal.takeUndo()?.undo
  if (!undo) return report({ tone: 'plain', text: 'Nothing to undo.', next: [] }, deps)
  try {
    reportOutcome(await undo(), deps)
  } catch (error) {
    report({ tone: 'wrong', text: messageOf(error), next: [] }, deps)
  }
}

const reportOutcome = ({ said, bad, undo, next = [] }: Outcome, deps: Pick<Deps, 'journal' | 'say' | 'toast'>) =>
  report({ tone: bad ? 'bad' : 'good', text: said, next, ...(undo ? { undo } : {}) }, deps)

/** Says it, shows it and keeps it. Only what was refused or went wrong interrupts: a bad result is a result. */
function report(message: Omit<Message, 'id' | 'at'>, { journal, say, toast }: Pick<Deps, 'journal' | 'say' | 'toast'>) {
  say(message.text, { urgent: message.tone === 'wrong' })
  toast(journal.add(message))
}

const messageOf = (error: unknown) =>
  error instanceof Error && error.message !== '' ? error.message : 'Something went wrong'
