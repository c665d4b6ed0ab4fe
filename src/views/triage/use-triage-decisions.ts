import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react'
import type { Act } from '../../commands/journal'
import { decide, decideAgain, decisions, keyOf } from '../../commands/stores/triage-store'
import { decidingCommands } from '../../lib/triage'
import type { Target } from '../../lib/kinds'
import { announce } from '../../ui/voice'
import { useConsole } from '../shell/console'
import type { CollectionHandle } from '../shell/list/collection'
import { type Made, createdIn } from './created-in'
import { nextUndecided, type Row } from './rows'

/** The keys of rows about which something is being done. */
export type Acting = ReadonlySet<string>

type Deciding = {
  list: RefObject<CollectionHandle<Row> | null>
  /** As they are drawn. */
  rows: RefObject<readonly Row[]>
  setActing: Dispatch<SetStateAction<Acting>>
}

/**
 * Notes what any command that began in the queue decides about its rows, and has the cursor go on: at once where it is in
 * the list, otherwise when the form or dialog has closed.
 */
export function useTriageDecisions({ list, rows, setActing }: Deciding) {
  const { journal, undo } = useConsole()
  const made = createdIn(journal)
  const turn = useRef(Promise.resolve())

  useEffect(() => {
    const focusOn = (row: Row) => list.current?.focusRow(row.id)
    const goOn = (from: string) => {
      const next = nextUndecided(rows.current, from)
      if (next) focusOn(next)
      else announce('Nothing is left to decide.')
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
    const endActs = journal.onAct((act) => {
      const decided = decidedBy(act, rows.current)
      const last = decided.at(-1)
      if (!last) return undefined
      const keys = decided.map(({ key }) => key)
      const before = Object.fromEntries(Object.entries(decisions.get()).filter(([key]) => keys.includes(key)))
      setAll(keys, true)
      // The rows as they are after this: the next one is looked for among them.
      rows.current = rows.current.map((row) => (keys.includes(row.key) ? { ...row, state: 'acting' } : row))
      const hasMoved = isInQueue(document.activeElement)
      const at = hasMoved ? goOn(last.id) : undefined
      return (message, failed = []) => {
        setAll(keys, false)
        const done = message ? decided.filter((row) => !isAmong(failed, row)) : []
        const left = decided.find((row) => !done.includes(row))
        // What failed still wants somebody: the cursor is on it again, unless whoever it is has gone on since.
        if (left && at !== undefined && rowWithFocus() === at) focusOn(left)
        if (!message || done.length === 0) return
        for (const { key, since } of done) {
          const skipped = act.command === 'triage.skip' ? decisions.get()[key] : undefined
          decide(key, skipped ? { ...skipped, since } : { how: 'done', words: message.text, at: message.at, since })
        }
        made.add({ keys: done.map(({ key }) => key), undo: message.undo, before })
        if (!hasMoved && !left) whenBackOn(last.id, () => goOn(last.id))
      }
    })
    const endTaking = made.onTakenBack((keys) => show(keys, rows.current, list))
    return () => {
      endActs()
      endTaking()
    }
  }, [journal, made, list, rows, setActing])

  /** Takes the last decision back, also one of which the command still runs. */
  function takeBack() {
    const running = journal.unfinished().findLast(({ act }) => decidedBy(act, rows.current).length > 0)
    const before = turn.current
    turn.current = (async () => {
      await before
      // Where it failed, it was told, and nothing was decided.
      if (!running || (await running.ended)) await takeBackLast()
    })()
    return turn.current
  }

  /** What the command of the last decision did, where that can be undone, and what is noted of it. */
  async function takeBackLast(): Promise<void> {
    const last = lastOf(made.all(), rows.current)
    if (!last) return announce('Nothing was decided that could be taken back.')
    const message = journal.messages.get().find((one) => last.undo !== undefined && one.undo === last.undo)
    if (message && journal.undoable.get().has(message.id)) return undo(message.id)
    made.drop(last)
    const names = rows.current.filter(({ key }) => last.keys.includes(key))
    const isSkipped = names.every(({ state }) => state === 'skipped')
    for (const key of last.keys) decideAgain(key, undefined)
    announce(`${names[0]?.label ?? 'It'} is undecided again${isSkipped ? '' : '; what was done stays'}.`)
    show(last.keys, rows.current, list)
  }

  return takeBack
}

/** The rows that an act decides about: those it was called for, of what it acts on. */
function decidedBy({ command, places, targets }: Act, rows: readonly Row[]): Row[] {
  if (!decidingCommands.has(command) || !places.some(({ scope }) => scope === 'triage')) return []
  const place = places.find(({ scope }) => scope === 'list')
  const ticked = place?.selection ?? []
  const called = ticked.length > 0 ? ticked : place?.target ? [place.target] : []
  const keys = new Set(called.map(keyOf))
  return rows.filter((row) => keys.has(row.key) && isAmong(targets, row))
}

/** Whether a row, or what it is about, is one of these. */
const isAmong = (targets: readonly Target[], { key, about }: Row) =>
  targets.some((one) => keyOf(one) === key || (about !== undefined && keyOf(one) === keyOf(about)))

/** The last that this tab knows; after a reload, the newest that is kept of a row. */
function lastOf(made: readonly Made[], rows: readonly Row[]): Made | undefined {
  const all = decisions.get()
  const known = made.findLast(({ keys }) => keys.some((key) => all[key] !== undefined))
  if (known) return known
  const [newest] = rows
    .filter(({ state }) => state === 'done' || state === 'skipped')
    .toSorted((a, b) => (all[b.key]?.at ?? '').localeCompare(all[a.key]?.at ?? ''))
  return newest && { keys: [newest.key], undo: undefined, before: {} }
}

function show(keys: readonly string[], rows: readonly Row[], list: RefObject<CollectionHandle<Row> | null>) {
  const row = rows.find(({ key }) => key === keys[0])
  const { activeElement, body } = document
  if (row && (!activeElement || activeElement === body || isInQueue(activeElement))) list.current?.focusRow(row.id)
}

const isInQueue = (element: Element | null) => (element?.closest('[data-scope="triage"]') ?? null) !== null

/** The row of the queue that has focus, or in which something has. */
function rowWithFocus(): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
  return isInQueue(row) ? row?.dataset['row'] : undefined
}

/** Frames within which focus returns to where a form or dialog was opened from; later than that, somebody has moved on. */
const MOST_FRAMES = 90
/** It is given back after the dialog has closed: until then it may be taken away again. */
const LEAST_FRAMES = 3

/** Does something once focus is on a row again, as it is when the form that was opened from it has closed. */
function whenBackOn(id: string, then: () => void, frame = 0) {
  if (frame >= LEAST_FRAMES && rowWithFocus() === id) return then()
  if (frame < MOST_FRAMES) requestAnimationFrame(() => whenBackOn(id, then, frame + 1))
}
