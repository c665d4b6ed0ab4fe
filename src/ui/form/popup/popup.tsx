import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import css from './list.module.css'

type Props = {
  /** The element that the popup opens at. */
  anchor: RefObject<HTMLElement | null>
  /** Called on a press outside. */
  onDismiss: () => void
  children: ReactNode
}

const EDGE = 8
const GAP = 4
const MAX_HEIGHT = 320
/** With less space than this below, in pixels, the popup opens upwards if there is more space there. */
const MIN_SPACE_BELOW = 200

/**
 * Opens below a control, or above it where there is more space. The popup is in the top layer but keeps its position in
 * the document, so that focus need not move into it and a surrounding dialog does not treat it as outside.
 */
export function Popup({ anchor, onDismiss, children }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [box, at] = [popup.current, anchor.current]
    if (!box || !at) return
    box.showPopover()
    const place = () => placeAt(box, at)
    // The text area that anchors the popup may grow, and so may what surrounds it: a centred dialog then moves.
    const observer = new ResizeObserver(place)
    for (let around: HTMLElement | null = at; around; around = around.parentElement) observer.observe(around)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [anchor])
  // Positioned after every render, because the content may have changed its size.
  useLayoutEffect(() => {
    if (popup.current && anchor.current) placeAt(popup.current, anchor.current)
  })

  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      const isInside = target instanceof Node && (popup.current?.contains(target) || anchor.current?.contains(target))
      if (!isInside) dismiss()
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => document.removeEventListener('pointerdown', onPointerDown, true)
  }, [anchor])
  return (
    <div ref={popup} popover="manual" className={css.popup}>
      {children}
    </div>
  )
}

function placeAt(box: HTMLElement, anchor: HTMLElement) {
  const at = anchor.getBoundingClientRect()
  const below = innerHeight - at.bottom - GAP - EDGE
  const above = at.top - GAP - EDGE
  const isAbove = below < MIN_SPACE_BELOW && above > below
  box.style.maxHeight = `${Math.min(MAX_HEIGHT, isAbove ? above : below)}px`
  box.style.minWidth = `${Math.min(at.width, innerWidth - 2 * EDGE)}px`
  box.style.maxWidth = `min(30rem, ${innerWidth - 2 * EDGE}px)`
  box.style.top = isAbove ? 'auto' : `${at.bottom + GAP}px`
  box.style.bottom = isAbove ? `${innerHeight - at.top + GAP}px` : 'auto'
  // Measured at the left edge, where the full width is available: further right, the box would shrink.
  box.style.left = `${EDGE}px`
  box.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - box.offsetWidth - EDGE))}px`
}
