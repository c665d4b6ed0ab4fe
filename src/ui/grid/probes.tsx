import { useLayoutEffect, useRef } from 'react'
import css from './grid.module.css'
import type { Sizes } from './lines'

/** Measures a row and a card, whose sizes depend on text size, density and pointer, as set in the style sheet. */
export function SizeProbes({ onSizes }: { onSizes(update: (now: Sizes) => Sizes): void }) {
  const row = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [rowElement, cardElement] = [row.current, card.current]
    const outer = cardElement?.parentElement
    if (!rowElement || !cardElement || !outer) return undefined
    const read = () => {
      const perLine = Math.max(1, Math.floor(outer.clientWidth / Math.max(1, cardElement.offsetWidth)))
      const next = { row: rowElement.offsetHeight, card: cardElement.offsetHeight, perLine }
      const isSame = (now: Sizes) => now.row === next.row && now.card === next.card && now.perLine === next.perLine
      // A height of 0 means not laid out yet, or hidden.
      if (next.row > 0) onSizes((now) => (isSame(now) ? now : next))
    }
    const observer = new ResizeObserver(read)
    for (const element of [outer, rowElement, cardElement]) observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [onSizes])
  return (
    <>
      <div ref={row} className={css.probe} />
      <div ref={card} className={css.cardProbe} />
    </>
  )
}
