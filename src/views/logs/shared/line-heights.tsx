import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { stripAnsi } from '@/shared/logs/ansi'
import { toDisplayedMessage } from '@/lib/logs/displayed-message'
import type { LogLine } from '@/lib/logs/line'
import { writeMembers } from '@/lib/tags'
import css from '../logs.module.css'
import { MAX_RENDERED_CHARS } from './line-text'

/** Maximum number of text lines of a message: wrapped, and expanded by the user. */
const MOST_WRAPPED = 12
const MOST_OPEN = 500
/** Maximum height of a list in pixels. Browsers limit the height of elements slightly above. */
const HIGHEST = 15_000_000

/** Number of letters in the probe element. */
const LETTERS = 10
/** Horizontal padding of a row in pixels. */
const BESIDE = 64

/** List width in rem up to which messages are below the other cells and as wide as the row (`grid.module.css`). */
const BELOW_REM = 25

type Room = { columns: number; lineHeight: number }

/**
 * Computes the heights of wrapped lines from their number of characters, because the font is monospaced. Only the number
 * of characters per line is measured.
 */
export function useLineHeights(
  rows: readonly LogLine[],
  { wraps, open }: { wraps: boolean; open: ReadonlySet<string> }
) {
  const [room, setRoom] = useState<Room>({ columns: 80, lineHeight: 18 })
  const most = useMemo(
    () => (wraps && rows.length * room.lineHeight * MOST_WRAPPED > HIGHEST ? fitting(rows.length, room) : MOST_WRAPPED),
    [wraps, rows.length, room]
  )
  const linesOf = useCallback(
    (row: LogLine): number => {
      if (open.has(row.id)) {
        const labels = Math.ceil(writeMembers(row.labels).join('  ').length / room.columns)
        return Math.min(MOST_OPEN, linesIn(row.message.slice(0, MAX_RENDERED_CHARS.open), room.columns) + labels)
      }
      return wraps
        ? Math.min(most, linesIn(toDisplayedMessage(row).slice(0, MAX_RENDERED_CHARS.wrapped), room.columns))
        : 1
    },
    [wraps, open, most, room]
  )
  const heightOf = useCallback(
    (row: LogLine, usual: number): number => usual + (linesOf(row) - 1) * room.lineHeight,
    [linesOf, room]
  )
  return { linesOf, onRoom: setRoom, ...((wraps || open.size > 0) && { heightOf }) }
}

/** The number of text lines per message with which all messages fit into the maximum height. */
const fitting = (count: number, { lineHeight }: Room) => Math.max(1, Math.floor(HIGHEST / count / lineHeight))

/** The number of lines that a text takes with this number of characters per line. */
function linesIn(message: string, columns: number): number {
  const text = stripAnsi(message)
  if (text.length <= columns && !text.includes('\n')) return 1
  let count = 0
  for (const line of text.split('\n')) count += Math.max(1, Math.ceil(line.length / columns))
  return count
}

type Update = (now: Room) => Room

/**
 * Measures the number of characters per line in the message column. Rendered next to the list.
 * @param within selector of the ancestor that contains the list
 */
export function LineWidthProbe({
  onRoom,
  within = 'main, [role=main]',
}: {
  onRoom(update: Update): void
  within?: string
}) {
  const letters = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const probe = letters.current
    const grid = probe?.closest(within)?.querySelector<HTMLElement>('[role="grid"]')
    const head = grid?.querySelector<HTMLElement>('[role="columnheader"][data-column="message"]')
    if (!probe || !grid || !head) return undefined
    const measure = () => {
      const isBelow = grid.clientWidth <= BELOW_REM * parseFloat(getComputedStyle(document.documentElement).fontSize)
      const width = isBelow ? grid.clientWidth - BESIDE : head.clientWidth
      const columns = Math.max(10, Math.floor(width / Math.max(1, probe.getBoundingClientRect().width / LETTERS)) - 1)
      const lineHeight = probe.offsetHeight
      onRoom((now) => (now.columns === columns && now.lineHeight === lineHeight ? now : { columns, lineHeight }))
    }
    const observer = new ResizeObserver(measure)
    for (const element of [grid, head, probe]) observer.observe(element)
    return () => observer.disconnect()
  }, [onRoom, within])
  return <span ref={letters} className={css.probe} aria-hidden="true" />
}
