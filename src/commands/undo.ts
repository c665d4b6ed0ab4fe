import { shorten } from '../shared/format'
import { failureMessage } from '../lib/outcome'
import type { JournalMessage, PendingChange } from './journal'
import { type PerformDeps, reportMessage, reportOutcome } from './perform'

type UndoDeps = Pick<PerformDeps, 'journal' | 'say' | 'toast' | 'reveal'>

/** Maximum length of quoted text, in characters. */
const MAX_QUOTED = 80

/** Milliseconds an undo waits for a running change before it announces the wait. */
const ANNOUNCE_WAITING_MS = 1000

/** The running changes that an undo already waits for. The next undo applies to the change before them. */
const awaited = new WeakSet<PendingChange>()

/**
 * Undoes the newest undoable change, or the one of the given message, and announces the result. A running change is
 * undone when it ends; if it had no effect, no other change is undone instead.
 */
export async function undoLastChange(deps: UndoDeps, messageId?: number): Promise<void> {
  const { journal } = deps
  const running =
    messageId === undefined
      ? journal.pendingChanges().findLast((one) => one.act.undoable !== undefined && !awaited.has(one))
      : undefined
  if (running) awaited.add(running)
  return journal.queueUndo(async () => {
    const made = running && (await waitForEnd(running, deps))
    if (running && !made?.undo) {
      const text = `Nothing to undo: “${running.act.undoable ?? ''}” changed nothing.`
      reportMessage({ tone: 'plain', text, kind: 'edit.undo', next: [] }, deps)
    } else await undoOne(deps, made?.id ?? messageId)
  })
}

async function waitForEnd(
  { act, ended }: PendingChange,
  { say }: Pick<PerformDeps, 'say'>
): Promise<JournalMessage | undefined> {
  const slow = setTimeout(
    () => say(`“${act.undoable ?? ''}” is still running. It will be undone when it finishes.`),
    ANNOUNCE_WAITING_MS
  )
  const message = await ended
  clearTimeout(slow)
  return message
}

async function undoOne(deps: UndoDeps, messageId: number | undefined): Promise<void> {
  const taken = deps.journal.takeUndo(messageId)
  if (!taken?.undo) {
    reportMessage({ tone: 'plain', text: 'Nothing to undo.', kind: 'edit.undo', next: [] }, deps)
    return
  }
  try {
    // The undo itself cannot be undone: the next undo applies to the change before it.
    const { undo: _again, ...outcome } = await taken.undo()
    reportOutcome(outcome, 'edit.undo', deps)
    deps.journal.notifyUndone(taken)
  } catch (error) {
    const text = `Could not undo “${shorten(taken.text, MAX_QUOTED)}”: ${failureMessage(error)}`
    // The undo stays available for another attempt.
    reportMessage({ tone: 'wrong', text, kind: 'edit.undo', next: [], undo: taken.undo }, deps)
  }
}
