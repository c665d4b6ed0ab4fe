import { shorten } from '../lib/format'
import { failureMessage } from '../lib/outcome'
import type { Message, Unfinished } from './journal'
import { type Deps, report, reportOutcome } from './perform'

type Undoing = Pick<Deps, 'journal' | 'say' | 'toast' | 'reveal'>

/** Maximum length of quoted text, in characters. */
const MOST_QUOTED = 80

/** Milliseconds an undo waits for a running change before it announces the wait. */
const SAY_WAITING_MS = 1000

/** The running changes that an undo already waits for. The next undo applies to the change before them. */
const awaited = new WeakSet<Unfinished>()

/**
 * Undoes the newest undoable change, or the one of the given message, and announces the result. A running change is
 * undone when it ends; if it had no effect, no other change is undone instead.
 */
export async function undoLast(deps: Undoing, messageId?: number): Promise<void> {
  const { journal } = deps
  const running =
    messageId === undefined
      ? journal.unfinished().findLast((one) => one.act.undoable !== undefined && !awaited.has(one))
      : undefined
  if (running) awaited.add(running)
  return journal.inTurn(async () => {
    const made = running && (await endOf(running, deps))
    if (running && !made?.undo) {
      const text = `Nothing to undo: “${running.act.undoable ?? ''}” changed nothing.`
      report({ tone: 'plain', text, kind: 'edit.undo', next: [] }, deps)
    } else await undoOne(deps, made?.id ?? messageId)
  })
}

async function endOf({ act, ended }: Unfinished, { say }: Pick<Deps, 'say'>): Promise<Message | undefined> {
  const slow = setTimeout(
    () => say(`“${act.undoable ?? ''}” is still running. It will be undone when it finishes.`),
    SAY_WAITING_MS
  )
  const message = await ended
  clearTimeout(slow)
  return message
}

async function undoOne(deps: Undoing, messageId: number | undefined): Promise<void> {
  const taken = deps.journal.takeUndo(messageId)
  if (!taken?.undo) {
    report({ tone: 'plain', text: 'Nothing to undo.', kind: 'edit.undo', next: [] }, deps)
    return
  }
  try {
    // The undo itself cannot be undone: the next undo applies to the change before it.
    const { undo: _again, ...outcome } = await taken.undo()
    reportOutcome(outcome, 'edit.undo', deps)
    deps.journal.undone(taken)
  } catch (error) {
    const text = `Could not undo “${shorten(taken.text, MOST_QUOTED)}”: ${failureMessage(error)}`
    // The undo stays available for another attempt.
    report({ tone: 'wrong', text, kind: 'edit.undo', next: [], undo: taken.undo }, deps)
  }
}
