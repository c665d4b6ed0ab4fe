import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { labelsOf, type Row } from './columns'
import { MOST_DRAWN } from './line-text'

/** Lines of text that a message takes at most: wrapped, and where somebody has opened it. */
const MOST_WRAPPED = 12
const MOST_OPEN = 500
/** Pixels that a list may be high; browsers place nothing below some more. */
const HIGHEST = 15_000_000

type Room = { columns: number; lineHeight: number }

/**
 * How high lines are where they wrap, told from their characters: their letters are all as wide. Measured is only how many
 * have room.
 */
export function useHeights(
  /** What stands beside the list, with the probe. */
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  { wraps, open }: { wraps: boolean; open: ReadonlySet<string> }
) {
  const [room, setRoom] = useState<Room>({ columns: 80, lineHeight: 18 })
  const measure = useCallback(() => {
    const text = list.current?.parentElement?.querySelector<HTMLElement>('[data-log-text]')
    const probe = list.current?.querySelector<HTMLElement>('[data-log-probe]')
    if (!text || !probe || probe.offsetWidth === 0) return
    const columns = Math.max(10, Math.floor(text.clientWidth / (probe.offsetWidth / 100)) - 1)
    const lineHeight = probe.offsetHeight
    setRoom((now) => (now.columns === columns && now.lineHeight === lineHeight ? now : { columns, lineHeight }))
  }, [list])
  useLayoutEffect(measure)
  useLayoutEffect(() => {
    const around = list.current?.parentElement
    if (!around) return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(around)
    return () => observer.disconnect()
  }, [list, measure])

  const most = useMemo(
    () => (wraps && rows.length * room.lineHeight * MOST_WRAPPED > HIGHEST ? fitting(rows.length, room) : MOST_WRAPPED),
    [wraps, rows.length, room]
  )
  const linesOf = useCallback(
    (row: Row): number => {
      if (open.has(row.id)) {
        const labels = Math.ceil(labelsOf(row).join('  ').length / room.columns)
        return Math.min(MOST_OPEN, linesIn(row.message.slice(0, MOST_DRAWN.open), room.columns) + labels)
      }
      return wraps ? Math.min(most, linesIn(row.message.slice(0, MOST_DRAWN.wrapped), room.columns)) : 1
    },
    [wraps, open, most, room]
  )
  const heightOf = useCallback(
    (row: Row, usual: number): number => usual + (linesOf(row) - 1) * room.lineHeight,
    [linesOf, room]
  )
  return { linesOf, ...((wraps || open.size > 0) && { heightOf }) }
}

/** So many lines that all of them have room. */
const fitting = (count: number, { lineHeight }: Room) => Math.max(1, Math.floor(HIGHEST / count / lineHeight))

/** How many lines of so many letters a text takes. */
function linesIn(text: string, columns: number): number {
  if (text.length <= columns && !text.includes('\n')) return 1
  let count = 0
  for (const line of text.split('\n')) count += Math.max(1, Math.ceil(line.length / columns))
  return count
}
