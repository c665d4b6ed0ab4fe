import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react'
import type { Journal, StartedChange } from '../../commands/journal'
import {
  recordDecision,
  restoreDecision,
  type DecisionRecords,
  triageDecisions,
  decisionKey,
} from '../../commands/stores/triage-store'
import { completingCommands } from '@/lib/triage/triage'
import type { Target } from '../../lib/kinds'
import { announce } from '../../ui/voice'
import { useConsole } from '../shared/console'
import type { CollectionHandle } from '../shared/list/collection'
import { findNextUntriaged, type QueueRow } from './queue-rows'

/** Keys of the rows that a running command acts on. */
export type PendingKeys = ReadonlySet<string>

type DecisionOptions = {
  list: RefObject<CollectionHandle<QueueRow> | null>
  /** The rows as rendered: filtered and sorted. */
  rows: RefObject<readonly QueueRow[]>
  setActing: Dispatch<SetStateAction<PendingKeys>>
}

/**
 * Records the decisions of all commands that start in the queue, and moves the cursor to the next untriaged row: at once
 * while focus is in the list, otherwise when the form or dialog has closed.
 * @returns undoes the last decision
 */
export function useTriageDecisions({ list, rows, setActing }: DecisionOptions) {
  const { journal, undo } = useConsole()
  const made = createdIn(journal)
  const turn = useRef(Promise.resolve())

  useEffect(() => {
    const focusOn = (row: QueueRow) => list.current?.focusRow(row.id)
    const focusNext = (from: string) => {
      const next = findNextUntriaged(rows.current, from)
      if (next) focusOn(next)
      else announce('Nothing left to triage.')
      return next?.id
    }
    const setAll = (keys: readonly string[], isActing: boolean) =>
      setActing((now) => {
        const next = new Set(now)
        for (const key of keys) {
          if (isActing) next.add(key)
          else next.delete(key)
        }
        return next
      })
    const endActs = journal.onChangeStart((act) => {
      const decided = rowsDecidedBy(act, rows.current)
      const last = decided.at(-1)
      if (!last) return undefined
      const keys = decided.map(({ key }) => key)
      const before = Object.fromEntries(Object.entries(triageDecisions.get()).filter(([key]) => keys.includes(key)))
      setAll(keys, true)
      // `focusNext` must not find these rows: their new state has not been rendered yet.
      rows.current = rows.current.map((row) => (keys.includes(row.key) ? { ...row, state: 'acting' } : row))
      const hasMoved = isInQueue(document.activeElement)
      const movedTo = hasMoved ? focusNext(last.id) : undefined
      return (message, failed = []) => {
        setAll(keys, false)
        const done = message ? decided.filter((row) => !isAmong(failed, row)) : []
        const notDone = decided.find((row) => !done.includes(row))
        // A row whose command failed gets the cursor back, unless the user has moved on.
        if (notDone && movedTo !== undefined && rowWithFocus() === movedTo) focusOn(notDone)
        if (!message || done.length === 0) return
        for (const { key, since } of done) {
          const skipped = act.command === 'triage.skip' ? triageDecisions.get()[key] : undefined
          recordDecision(
            key,
            skipped ? { ...skipped, since } : { how: 'done', words: message.text, at: message.at, since }
          )
        }
        made.add({ keys: done.map(({ key }) => key), undo: message.undo, before })
        if (!hasMoved && !notDone) whenBackOn(last.id, () => focusNext(last.id))
      }
    })
    const endUndone = made.onUndone((keys) => focusFirst(keys, rows.current, list))
    return () => {
      endActs()
      endUndone()
    }
  }, [journal, made, list, rows, setActing])

  /** Undoes the last decision, after waiting for its command if that is still running. */
  function undoLast() {
    const running = journal.pendingChanges().findLast(({ act }) => rowsDecidedBy(act, rows.current).length > 0)
    const before = turn.current
    turn.current = (async () => {
      await before
      // A command that failed has reported it and left no decision to undo.
      if (!running || (await running.ended)) await undoLastDecision()
    })()
    return turn.current
  }

  /** Undoes the effect of the last decision where its command can be undone; otherwise only the decision. */
  async function undoLastDecision(): Promise<void> {
    const last = lastDecision(made.all(), rows.current)
    if (!last) return announce('There is no decision to undo.')
    const message = journal.messages.get().find((one) => last.undo !== undefined && one.undo === last.undo)
    if (message && journal.undoable.get().has(message.id)) return undo(message.id)
    made.remove(last)
    const names = rows.current.filter(({ key }) => last.keys.includes(key))
    const isSkipped = names.every(({ state }) => state === 'skipped')
    for (const key of last.keys) restoreDecision(key, undefined)
    announce(`${names[0]?.label ?? 'The item'} is untriaged again${isSkipped ? '' : '; the action was not undone'}.`)
    focusFirst(last.keys, rows.current, list)
  }

  return undoLast
}

/** The rows that a command triages: those it was called for and acts on. */
function rowsDecidedBy({ command, places, targets }: StartedChange, rows: readonly QueueRow[]): QueueRow[] {
  if (!completingCommands.has(command) || !places.some(({ scope }) => scope === 'triage')) return []
  const place = places.find(({ scope }) => scope === 'list')
  const selected = place?.selection ?? []
  const called = selected.length > 0 ? selected : place?.target ? [place.target] : []
  const keys = new Set(called.map(decisionKey))
  return rows.filter((row) => keys.has(row.key) && isAmong(targets, row))
}

/** Whether the targets include a row, or the resource that the row is about. */
const isAmong = (targets: readonly Target[], { key, about }: QueueRow) =>
  targets.some((one) => decisionKey(one) === key || (about !== undefined && decisionKey(one) === decisionKey(about)))

/** The last decision of this tab; after a page reload, the newest one stored for a row. */
function lastDecision(made: readonly TriageDecision[], rows: readonly QueueRow[]): TriageDecision | undefined {
  const all = triageDecisions.get()
  const known = made.findLast(({ keys }) => keys.some((key) => all[key] !== undefined))
  if (known) return known
  const [newest] = rows
    .filter(({ state }) => state === 'done' || state === 'skipped')
    .toSorted((a, b) => (all[b.key]?.at ?? '').localeCompare(all[a.key]?.at ?? ''))
  return newest && { keys: [newest.key], undo: undefined, before: {} }
}

/** Moves the cursor to the row of the first key, unless focus is outside of the queue. */
function focusFirst(
  keys: readonly string[],
  rows: readonly QueueRow[],
  list: RefObject<CollectionHandle<QueueRow> | null>
) {
  const row = rows.find(({ key }) => key === keys[0])
  const { activeElement, body } = document
  if (row && (!activeElement || activeElement === body || isInQueue(activeElement))) list.current?.focusRow(row.id)
}

const isInQueue = (element: Element | null) => (element?.closest('[data-scope="triage"]') ?? null) !== null

/** The id of the queue row that contains focus. */
function rowWithFocus(): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
  return isInQueue(row) ? row?.dataset['row'] : undefined
}

/** Frames within which a closing form or dialog returns focus. After that, the user has moved on. */
const MOST_FRAMES = 90
/** Focus can still change in the first frames after a dialog has closed. */
const LEAST_FRAMES = 3

/** Calls `then` once focus is on the row again, which happens when the form that was opened from it has closed. */
function whenBackOn(id: string, then: () => void, frame = 0) {
  if (frame >= LEAST_FRAMES && rowWithFocus() === id) return then()
  if (frame < MOST_FRAMES) requestAnimationFrame(() => whenBackOn(id, then, frame + 1))
}

/** A triage decision of this tab, its undo, and the decisions that its rows had before. */
type TriageDecision = { keys: readonly string[]; undo: (() => unknown) | undefined; before: DecisionRecords }

/** The triage decisions since this tab was loaded, oldest first. */
type TabDecisions = {
  all(): readonly TriageDecision[]
  add(made: TriageDecision): void
  remove(made: TriageDecision): void
  /** Calls the listener with the keys of rows whose decision was undone, on any page. @returns unsubscribes */
  onUndone(listener: (keys: readonly string[]) => void): () => void
}

const known = new WeakMap<Journal, TabDecisions>()

/** The decisions outlive the triage page: they can be undone from the page of the resource, or after a visit to it. */
function createdIn(journal: Journal): TabDecisions {
  const before = known.get(journal)
  if (before) return before
  const made = createTabDecisions(journal)
  known.set(journal, made)
  return made
}

function createTabDecisions(journal: Journal): TabDecisions {
  let all: readonly TriageDecision[] = []
  const listeners = new Set<(keys: readonly string[]) => void>()
  const drop = (made: TriageDecision) => {
    all = all.filter((one) => one !== made)
  }
  journal.onUndone((message) => {
    const made = all.findLast(({ undo }) => undo !== undefined && undo === message.undo)
    if (!made) return
    drop(made)
    for (const key of made.keys) restoreDecision(key, made.before[key])
    for (const listener of listeners) listener(made.keys)
  })
  // Empty decisions mean that the session has ended; the next user must not undo them.
  triageDecisions.subscribe(() => {
    if (Object.keys(triageDecisions.get()).length === 0) all = []
  })
  return {
    all: () => all,
    add(made) {
      all = [...all, made]
    },
    remove: drop,
    onUndone(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
