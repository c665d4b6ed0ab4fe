import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import css from './list.module.css'

type Props = {
  /** What it opens at. */
  anchor: RefObject<HTMLElement | null>
  /** Somebody pressed elsewhere. */
  onDismiss: () => void
  children: ReactNode
}

const EDGE = 8
const GAP = 4
const TALLEST = 320
/** Below this it opens upwards, if there is more room. */
const ENOUGH = 200

/**
 * Opens below a control, or above it where there is more room. It covers everything but keeps its place in the
 * document, so that focus need not move into it and a dialog around does not treat it as outside.
 */
export function Popup({ anchor, onDismiss, children }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [box, at] = [popup.current, anchor.current]
    if (!box || !at) return
    box.showPopover()
    const place = () => placeAt(box, at)
    // What is typed into may grow.
    const observer = new ResizeObserver(place)
    observer.observe(at)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [anchor])
  // After each change of what is shown in it, which has another size.
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
  const isAbove = below < ENOUGH && above > below
  box.style.maxHeight = `${Math.min(TALLEST, isAbove ? above : below)}px`
  box.style.minWidth = `${Math.min(at.width, innerWidth - 2 * EDGE)}px`
  box.style.maxWidth = `min(30rem, ${innerWidth - 2 * EDGE}px)`
  box.style.top = isAbove ? 'auto' : `${at.bottom + GAP}px`
  box.style.bottom = isAbove ? `${innerHeight - at.top + GAP}px` : 'auto'
  // As wide as it would be with all the room there is: further to the right it would be squeezed.
  box.style.left = `${EDGE}px`
  box.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - box.offsetWidth - EDGE))}px`
}
