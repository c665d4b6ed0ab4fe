import { useRef, useState } from 'react'
import { asSentence } from '@/shared/format'
import { announce } from '../voice'
import type { GridLine } from './model'
import { extendSelection, emptySelection, type SelectionRange, type RowSelection, toggleRows } from './selection'

type Source<R> = {
  items: readonly GridLine<R>[]
  indexOf: ReadonlyMap<string, number>
  selection: RowSelection
  onSelect(selection: RowSelection): void
  /** The row ids of a line: its own, or those of a group. */
  rowsOf(item: GridLine<R>): readonly string[]
  nameOf(index: number): string
  /** Number of matching rows, shown or not; undefined if unknown. */
  matching: number | undefined
  /** Returns the ids of all matching rows. Undefined if only loaded rows can be selected. */
  all: (() => readonly string[] | Promise<readonly string[]>) | undefined
}

const announceSelection = (message: string) => announce(message, { key: 'selection' })
const count = (n: number) => n.toLocaleString('en')

type SelectionState = Pick<Source<unknown>, 'selection' | 'onSelect'>

/**
 * Selects rows, or deselects them if all are selected, and announces the result.
 * @param name the name of the row or group; undefined for several
 */
export function toggleAndAnnounce(
  { selection, onSelect }: SelectionState,
  ids: readonly string[],
  name: string | undefined
) {
  const next = toggleRows(selection, ids)
  onSelect(next)
  const isOn = ids.every((id) => next.has(id))
  const subject = name === undefined ? '' : `${name} ${isOn ? 'selected' : 'not selected'}. `
  announceSelection(`${subject}${count(next.size)} selected.`)
}

/** Clears the selection and announces it. */
export function clearAndAnnounce({ onSelect }: Pick<SelectionState, 'onSelect'>) {
  onSelect(emptySelection)
  announceSelection('Nothing selected.')
}

/** Selects single lines, ranges and all lines, and announces the number of selected rows. */
export function useRowSelection<R>({ items, indexOf, selection, onSelect, rowsOf, nameOf, matching, all }: Source<R>) {
  const range = useRef<SelectionRange | undefined>(undefined)
  const [isLoadingAll, setLoadingAll] = useState(false)

  /** The rows of a line, except those that have a line of their own. */
  const ownRows = (item: GridLine<R>) => (item.is === 'group' && item.isExpanded ? [] : rowsOf(item))

  /** Called after a move: the next extension starts at the current line. */
  const endRange = () => {
    range.current = undefined
  }

  /** Toggles this line and those after it. */
  function toggle(index: number, lines = 1) {
    const ids = items.slice(index, index + lines).flatMap(rowsOf)
    if (ids.length === 0) return
    endRange()
    toggleAndAnnounce({ selection, onSelect }, ids, lines === 1 ? nameOf(index) : undefined)
  }

  /** Selects from the start of the extension to this line, and deselects lines that were only passed. */
  function extendTo(from: number, to: number) {
    const anchor = items[from]?.id
    const end = items[to]?.id
    if (anchor === undefined || end === undefined) return
    range.current ??= { anchor, base: selection }
    const rows = (id: string) => {
      const item = items[indexOf.get(id) ?? -1]
      return item ? ownRows(item) : []
    }
    const next = extendSelection(
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
    const loaded = items.flatMap(ownRows)
    const isSelected = loaded.length > 0 && loaded.every((id) => selection.has(id))
    if (isSelected && all && (matching === undefined || selection.size < matching)) {
      setLoadingAll(true)
      try {
        const ids = new Set(await all())
        onSelect(ids)
        announceSelection(`All ${count(ids.size)} selected.`)
      } catch (error) {
        announce(
          `Could not select all: ${asSentence(error instanceof Error ? error.message : 'Something went wrong')}`,
          {
            urgent: true,
          }
        )
      } finally {
        setLoadingAll(false)
      }
      return
    }
    const next = new Set([...selection, ...loaded])
    onSelect(next)
    const isPartial = matching === undefined || next.size < matching
    const matches = matching === undefined ? 'More may match' : `${count(matching)} match`
    const more = all ? `${matches}; press again to select all.` : `${matches}.`
    announceSelection(`${count(next.size)} selected.${isPartial ? ` ${more}` : ''}`)
  }

  /** @returns whether any row was selected */
  function clear(): boolean {
    endRange()
    if (selection.size === 0) return false
    clearAndAnnounce({ onSelect })
    return true
  }

  return { toggle, extendTo, toggleAll, clear, endRange, isLoadingAll }
}
