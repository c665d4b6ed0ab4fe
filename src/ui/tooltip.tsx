import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useEventListener, useUnmount } from './hooks'
import css from './tooltip.module.css'

/** Long enough that passing over a control by pointer or Tab opens no tip. */
const DELAY_MS = 400
/** Time for the pointer to move from the control into the tip. */
const GRACE_MS = 150
const GAP = 6
const EDGE = 8

/** The time when the last tip closed. Soon after it, the next tip opens at once, as along a toolbar. */
let lastShownAt = -Infinity

type Tip = {
  isShown: boolean
  /** Called on hover or focus. Opens the tip after a delay. */
  show(): void
  /** Closes the tip, unless the pointer moves into it. */
  leave(): void
  /** Closes the tip now. It opens again with the next hover or focus. */
  hide(): void
}

/** The state of the tip of one control. */
export function useTooltip(): Tip {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useUnmount(() => clearTimeout(timer.current))
  const showAfter = (ms: number, shown: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!shown) lastShownAt = performance.now()
      setShown(shown)
    }, ms)
  }
  return {
    isShown,
    show: () => showAfter(isShown || performance.now() - lastShownAt < DELAY_MS ? 0 : DELAY_MS, true),
    leave: () => (isShown ? showAfter(GRACE_MS, false) : clearTimeout(timer.current)),
    hide() {
      clearTimeout(timer.current)
      setShown(false)
    },
  }
}

/** Whether a pointer can hover. Touch cannot. */
export const canHover = ({ pointerType }: { pointerType: string }): boolean => pointerType !== 'touch'

type Props = {
  anchor: RefObject<HTMLElement | null>
  tip: Tip
  children: ReactNode
}

/**
 * The name and shortcut of a control for sighted users. Screen readers get both from the control itself. The tip is
 * above or below the control and never covers it. The pointer may move into it, and Escape closes it.
 */
export function Tooltip({ anchor, tip: { show, leave, hide }, children }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    box.current?.showPopover()
    placeAt(box, anchor)
  }, [anchor])
  useEventListener(window, 'resize', () => placeAt(box, anchor))
  useEventListener(window, 'scroll', () => placeAt(box, anchor), { capture: true })
  const onKeyDown = ({ key }: KeyboardEvent) => {
    // The event continues, so that one press of Escape also closes a dialog.
    if (key === 'Escape') hide()
  }
  useEventListener(window, 'keydown', onKeyDown, { capture: true })
  return (
    <span
      ref={box}
      popover="manual"
      role="tooltip"
      aria-hidden="true"
      className={css.tip}
      onPointerEnter={show}
      onPointerLeave={leave}
    >
      {children}
    </span>
  )
}

function placeAt({ current: tip }: RefObject<HTMLElement | null>, anchor: Props['anchor']) {
  const at = anchor.current?.getBoundingClientRect()
  if (!tip || !at) return
  const { offsetWidth, offsetHeight } = tip
  const isBelow = at.bottom + GAP + offsetHeight + EDGE <= innerHeight
  const left = at.left + (at.width - offsetWidth) / 2
  tip.style.top = `${isBelow ? at.bottom + GAP : Math.max(0, at.top - GAP - offsetHeight)}px`
  tip.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - offsetWidth - EDGE))}px`
}
