import { useRef, useState } from 'react'
import { asSentence } from '../../lib/format'
import { announce } from '../voice'
import type { Item } from './model'
import { extended, emptySelection, type Range, type Selection, toggled } from './selection'

type Source<R> = {
  items: readonly Item<R>[]
  indexOf: ReadonlyMap<string, number>
  selection: Selection
  onSelect(selection: Selection): void
  /** The rows of a line: itself, or those of a group. */
  rowsOf(item: Item<R>): readonly string[]
  nameOf(index: number): string
  /** How many rows match, shown or not; undefined: unknown. */
  matching: number | undefined
  /** Every row that matches; absent: only what is loaded can be ticked. */
  all: (() => readonly string[] | Promise<readonly string[]>) | undefined
}

const announceSelection = (message: string, options: { urgent?: true } = {}) =>
  announce(message, { key: 'selection', ...options })
const count = (n: number) => n.toLocaleString('en')

type Ticking = Pick<Source<unknown>, 'selection' | 'onSelect'>

/** Ticks rows, or unticks them where all are ticked, and says so. @param name of what they are, where that is one thing */
export function toggleAloud({ selection, onSelect }: Ticking, ids: readonly string[], name: string | undefined) {
  const next = toggled(selection, ids)
  onSelect(next)
  const isOn = ids.every((id) => next.has(id))
  const what = name === undefined ? '' : `${name} ${isOn ? 'selected' : 'not selected'}. `
  announceSelection(`${what}${count(next.size)} selected.`)
}

/** Unticks all, and says so. */
export function clearAloud({ onSelect }: Pick<Ticking, 'onSelect'>) {
  onSelect(emptySelection)
  announceSelection('Nothing selected.')
}

/** Ticking lines one by one, in ranges, and all of them; says how many are ticked. */
export function useSelecting<R>({ items, indexOf, selection, onSelect, rowsOf, nameOf, matching, all }: Source<R>) {
  const range = useRef<Range | undefined>(undefined)
  const [isAsking, setAsking] = useState(false)

  /** Without the rows that have lines of their own. */
  const alone = (item: Item<R>) => (item.is === 'group' && item.isExpanded ? [] : rowsOf(item))

  /** After a move, the next extension starts at the current line. */
  const endRange = () => {
    range.current = undefined
  }

  /** This line and those after it. */
  function toggle(index: number, lines = 1) {
    const ids = items.slice(index, index + lines).flatMap(rowsOf)
    if (ids.length === 0) return
    endRange()
    toggleAloud({ selection, onSelect }, ids, lines === 1 ? nameOf(index) : undefined)
  }

  /** Ticks from where the extension began to this line, and unticks what was only passed. */
  function extendTo(from: number, to: number) {
    const anchor = items[from]?.id
    const end = items[to]?.id
    if (anchor === undefined || end === undefined) return
    range.current ??= { anchor, base: selection }
    const rows = (id: string) => {
      const item = items[indexOf.get(id) ?? -1]
      return item ? alone(item) : []
    }
    const next = extended(
      range.current,
      items.map(({ id }) => id),
      end,
      rows
    )
    onSelect(next)
    announceSelection(`${count(next.size)} selected.`)
  }

  async function toggleAll() {
    endRange()
    const loaded = items.flatMap(alone)
    const isTicked = loaded.length > 0 && loaded.every((id) => selection.has(id))
    if (isTicked && all && (matching === undefined || selection.size < matching)) {
      setAsking(true)
      try {
        const ids = new Set(await all())
        onSelect(ids)
        announceSelection(`All ${count(ids.size)} selected.`)
      } catch (error) {
        announceSelection(
          `Could not select all: ${asSentence(error instanceof Error ? error.message : 'Something went wrong')}`,
          { urgent: true }
        )
      } finally {
        setAsking(false)
      }
      return
    }
    const next = new Set([...selection, ...loaded])
    onSelect(next)
    const isPart = matching === undefined || next.size < matching
    const matches = matching === undefined ? 'More may match' : `${count(matching)} match`
    const more = all ? `${matches}; press again to select all.` : `${matches}.`
    announceSelection(`${count(next.size)} selected.${isPart ? ` ${more}` : ''}`)
  }

  /** @returns whether anything was ticked */
  function clear(): boolean {
    endRange()
    if (selection.size === 0) return false
    clearAloud({ onSelect })
    return true
  }

  return { toggle, extendTo, toggleAll, clear, endRange, isAsking }
}
