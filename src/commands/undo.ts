import { shorten } from '../lib/format'
import { failureMessage } from '../lib/outcome'
import type { Message, Unfinished } from './journal'
import { type Deps, report, reportOutcome } from './perform'

type Undoing = Pick<Deps, 'journal' | 'say' | 'toast' | 'reveal'>

/** In characters. */
const MOST_QUOTED = 80

/** How long an undo waits for a change that still runs before it says so. */
const SAY_WAITING_MS = 1000

/** The running changes that an undo waits for already: the next undo is of the change before. */
const awaited = new WeakSet<Unfinished>()

/**
 * Undoes the newest change that can be undone, or that of one message, and announces the result. A change that still runs
 * is undone when it has ended, and where it brought nothing about, nothing else is undone in its place.
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
    () => say(`“${act.undoable ?? ''}” still runs. It is undone when it has ended.`),
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
    // What brings it back is not undone in turn: the next undo is of what was done before it.
    const { undo: _again, ...outcome } = await taken.undo()
    reportOutcome(outcome, 'edit.undo', deps)
    deps.journal.undone(taken)
  } catch (error) {
    const text = `Could not undo “${shorten(taken.text, MOST_QUOTED)}”: ${failureMessage(error)}`
    // It can be tried again.
    report({ tone: 'wrong', text, kind: 'edit.undo', next: [], undo: taken.undo }, deps)
  }
}
