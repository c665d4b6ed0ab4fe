import { useCallback, useState } from 'react'
import { cutReason } from '@/lib/triage/triage'
import type { QueueRow } from './queue-rows'

/** Sizes in pixels at the usual text size: the height of a line, and the width of a letter with a margin. */
const LINE = 18
const LETTER = 7.2
/** The maximum number of lines of a name or a reason, as in the style sheet. */
const MOST_LINES = 6

/** List width up to which the reason is below the other cells (`grid.module.css`). */
const BELOW = 400
/** Width of what precedes the name in its column. */
const BEFORE_NAME = 44
/** Widths of the other columns: the list drops the kind in 896 pixels and the severity in 720 (`grid.module.css`). */
const widthOfOthers = (room: number): number => (room > 896 ? 470 : room > 720 ? 350 : room > BELOW ? 252 : 236)
/** The shares of the name and the reason in the rest, as in the columns. */
const NAME_SHARE = 1.4 / 3.4
/** The minimum width of the name column. */
const MIN_NAME = 128

/** The lines of a text: words wrap, and a word that is longer than a line is broken. */
function linesIn(text: string, width: number): number {
  const room = Math.max(4, Math.floor(width / LETTER))
  let lines = 1
  let left = room
  for (const word of text.split(' ')) {
    const length = [...word].length
    if (length > left && left < room) {
      lines++
      left = room
    }
    lines += Math.max(0, Math.ceil(length / room) - 1)
    left = (length <= room ? left : room) - (length <= room ? length : length % room || room) - 1
  }
  return Math.min(MOST_LINES, lines)
}

/** The height of a row that shows its whole name and reason, in a list of this width. */
export function queueRowHeight({ name, why, state }: QueueRow, usual: number, width: number, scale = 1): number {
  const room = width / scale
  const reason = state === 'untriaged' ? cutReason(why) : ''
  if (room <= BELOW) {
    // The usual height of a narrow row has two lines for the name and one for the reason.
    const more = Math.max(0, linesIn(name, room - widthOfOthers(room)) - 2) + linesIn(reason, room - BEFORE_NAME) - 1
    return usual + more * LINE * scale
  }
  const rest = room - widthOfOthers(room)
  const nameWidth = Math.max(MIN_NAME, rest * NAME_SHARE)
  const lines = Math.max(linesIn(name, nameWidth - BEFORE_NAME), linesIn(reason, rest - nameWidth))
  return usual + (lines - 1) * LINE * scale
}

/** The heights of rows for the width of the element with `ref`, which is as wide as the list. */
export function useQueueRowHeights() {
  const [size, setSize] = useState({ width: 1200, scale: 1 })
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      const width = element.clientWidth
      setSize((now) => (now.width === width && now.scale === scale ? now : { width, scale }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const heightOf = useCallback(
    (row: QueueRow, usual: number) => queueRowHeight(row, usual, size.width, size.scale),
    [size]
  )
  return { ref, heightOf }
}
