import { CalendarClock, ChevronDown } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../button'
import css from './time-range.module.css'

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  label: string
  shown: string
  /** On hover or focus, before it is opened; for preloading. */
  onApproach(): void
  children: (anchor: RefObject<HTMLElement | null>, close: () => void) => ReactNode
}

/** Frames in which the dialog has gone, and with it what had focus. */
const SETTLED_AFTER = 20

/** A choice may redraw the page, so that the element to restore focus to is gone; the button then takes it. */
function comeBack(anchor: RefObject<HTMLElement | null>, frames: number): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body || document.activeElement?.getAttribute('tabindex') === '-1'
    if (isLost) anchor.current?.querySelector('button')?.focus()
    else if (frames > 0) comeBack(anchor, frames - 1)
  })
}

/** A button that says what is chosen and opens a dialog to choose. */
export function Trigger({ label, shown, onApproach, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const close = () => setOpen(false)
  useEffect(() => (isOpen ? () => comeBack(anchor, SETTLED_AFTER) : undefined), [isOpen])
  return (
    <span ref={anchor} className={css.trigger} onPointerEnter={onApproach} onFocus={onApproach}>
      <Button hasPopup="dialog" isExpanded={isOpen} label={`${label}: ${shown}`} onPress={() => setOpen(true)}>
        <CalendarClock {...icon} />
        <span className={css.shown}>{shown}</span>
        <ChevronDown {...icon} size={13} />
      </Button>
      {isOpen && <Suspense>{children(anchor, close)}</Suspense>}
    </span>
  )
}
