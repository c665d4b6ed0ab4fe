import { useLayoutEffect, useRef } from 'react'
import css from './grid.module.css'
import type { LineSizes } from './line-layout'
import type { CardSize } from './props'

/** Pixels, as in the style sheet: the side padding, the gap between cards, the padding of a line, and a scroll bar. */
const SIDE_PADDING = 8
const GAP = 8
const LINE_PADDING = 4
const SCROLL_BAR = 10

/**
 * The height of a line in pixels that fits the card of a row: the larger one with and without a scroll bar, because the
 * height depends on the width, and no card may be cut off.
 */
export const cardHeight =
  <R,>({ heightOf }: CardSize<R>, { cardWidth = 0, perLine, rem = 16 }: LineSizes) =>
  (row: R): number =>
    Math.ceil(Math.max(heightOf(row, cardWidth), heightOf(row, cardWidth + SCROLL_BAR / perLine)) * rem) +
    2 * LINE_PADDING

type Props = {
  onSizes(update: (now: LineSizes) => LineSizes): void
  /** The minimum width of a card in pixels, if its height depends on its content. */
  cardWidth: number | undefined
}

/** Measures a row and a card: the style sheet sets their sizes by text size, density and pointer. */
export function SizeProbes({ onSizes, cardWidth: least }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [rowElement, cardElement] = [row.current, card.current]
    const outer = cardElement?.parentElement
    if (!rowElement || !cardElement || !outer) return undefined
    const measureCards = () => {
      const { clientWidth: room } = outer
      const width = Math.max(1, cardElement.offsetWidth)
      if (least === undefined) return { card: cardElement.offsetHeight, perLine: Math.max(1, Math.floor(room / width)) }
      const within = room - 2 * SIDE_PADDING - SCROLL_BAR
      const perLine = Math.max(1, Math.floor((within + GAP) / (least + GAP)))
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      return { card: cardElement.offsetHeight, perLine, cardWidth: (within - (perLine - 1) * GAP) / perLine, rem }
    }
    const read = () => {
      const next = { row: rowElement.offsetHeight, ...measureCards() }
      const isSame = (now: LineSizes) => JSON.stringify(now) === JSON.stringify(next)
      // A height of 0 means that the row is hidden or not laid out yet.
      if (next.row > 0) onSizes((now) => (isSame(now) ? now : next))
    }
    const observer = new ResizeObserver(read)
    for (const element of [outer, rowElement, cardElement]) observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [onSizes, least])
  return (
    <>
      <div ref={row} className={css.probe} />
      <div ref={card} className={css.cardProbe} />
    </>
  )
}
