import { useLayoutEffect, useRef } from 'react'
import css from './grid.module.css'
import type { Sizes } from './lines'
import type { CardSize } from './props'

/** Pixels, as in the style sheet: beside and between cards, above and below a line of them, and of a scroll bar. */
const BESIDE = 8
const BETWEEN = 8
const ABOVE = 4
const SCROLL_BAR = 10

/** The higher with and without a scroll bar: how much a card shows depends on its width, and nothing of it is cut off. */
const heightOf = ({ width, height }: CardSize, within: number) =>
  Math.max(height(Math.min(width, within)), height(Math.min(width, within + SCROLL_BAR)))

type Props = { onSizes(update: (now: Sizes) => Sizes): void; cardSize: CardSize | undefined }

/** Measures a row and a card, whose sizes depend on text size, density and pointer, as set in the style sheet. */
export function SizeProbes({ onSizes, cardSize }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [rowElement, cardElement] = [row.current, card.current]
    const outer = cardElement?.parentElement
    if (!rowElement || !cardElement || !outer) return undefined
    const cardsOf = () => {
      const { clientWidth: room } = outer
      const width = Math.max(1, cardElement.offsetWidth)
      if (!cardSize) return { card: cardElement.offsetHeight, perLine: Math.max(1, Math.floor(room / width)) }
      const within = room - 2 * BESIDE - SCROLL_BAR
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      return {
        card: Math.ceil(heightOf(cardSize, within) * rem) + 2 * ABOVE,
        perLine: Math.max(1, Math.floor((within + BETWEEN) / (cardSize.width + BETWEEN))),
      }
    }
    const read = () => {
      const next = { row: rowElement.offsetHeight, ...cardsOf() }
      const isSame = (now: Sizes) => now.row === next.row && now.card === next.card && now.perLine === next.perLine
      // A height of 0 means not laid out yet, or hidden.
      if (next.row > 0) onSizes((now) => (isSame(now) ? now : next))
    }
    const observer = new ResizeObserver(read)
    for (const element of [outer, rowElement, cardElement]) observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [onSizes, cardSize])
  return (
    <>
      <div ref={row} className={css.probe} />
      <div ref={card} className={css.cardProbe} />
    </>
  )
}
