import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import css from './tooltip.module.css'

/** Long enough that a pointer or a Tab passing by opens no tip. */
const DELAY_MS = 400
/** Time for the pointer to move from the control into the tip. */
const GRACE_MS = 150
const GAP = 6
const EDGE = 8

/** When the last tip closed: the next one opens at once, so that tips along a toolbar need no waiting. */
let lastShownAt = -Infinity

type Tip = {
  isShown: boolean
  /** Hovered or focused: opens after a delay. */
  come(): void
  /** Closes, unless the pointer has moved into it. */
  leave(): void
  /** Closes now, and opens again with the next hover or focus. */
  hide(): void
}

/** The state of one control's tip. */
export function useTip(): Tip {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (ms: number, shown: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!shown) lastShownAt = performance.now()
      setShown(shown)
    }, ms)
  }
  return {
    isShown,
    come: () => later(isShown || performance.now() - lastShownAt < DELAY_MS ? 0 : DELAY_MS, true),
    leave: () => (isShown ? later(GRACE_MS, false) : clearTimeout(timer.current)),
    hide() {
      clearTimeout(timer.current)
      setShown(false)
    },
  }
}

/** A finger does not hover. */
export const isHovering = ({ pointerType }: { pointerType: string }): boolean => pointerType !== 'touch'

type Props = {
  anchor: RefObject<HTMLElement | null>
  tip: Tip
  children: ReactNode
}

/**
 * The name and key of a control, for sighted users: screen readers get both from the control itself. It lies above or
 * below the control, never over it; the pointer may go into it, and Escape closes it.
 */
export function Tooltip({ anchor, tip: { come, leave, hide }, children }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const [tip, at] = [box.current, anchor.current]
    if (!tip || !at) return
    tip.showPopover()
    const place = () => placeAt(tip, at.getBoundingClientRect())
    place()
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [anchor])
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    // The event is not stopped, so that Escape need not be pressed twice to leave a dialog.
    if (key === 'Escape') hide()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  return (
    <span
      ref={box}
      popover="manual"
      role="tooltip"
      aria-hidden="true"
      className={css.tip}
      onPointerEnter={come}
      onPointerLeave={leave}
    >
      {children}
    </span>
  )
}

function placeAt(tip: HTMLElement, at: DOMRect) {
  const { offsetWidth, offsetHeight } = tip
  const isBelow = at.bottom + GAP + offsetHeight + EDGE <= innerHeight
  const left = at.left + (at.width - offsetWidth) / 2
  tip.style.top = `${isBelow ? at.bottom + GAP : Math.max(0, at.top - GAP - offsetHeight)}px`
  tip.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - offsetWidth - EDGE))}px`
}
