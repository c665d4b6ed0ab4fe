import { CalendarClock, ChevronDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../button'
import css from './time-range.module.css'

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  label: string
  shown: string
  /** Called on hover or focus, to load the dialog before it is opened. */
  onApproach(): void
  children: (anchor: RefObject<HTMLElement | null>, close: () => void) => ReactNode
}

/** The number of frames within which the dialog is removed and focus is lost. */
const SETTLED_AFTER = 20

/** Focuses the button if focus is lost: a selection may render the page again and remove the element to return to. */
function restoreFocus(anchor: RefObject<HTMLElement | null>, frames: number): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body || document.activeElement?.getAttribute('tabindex') === '-1'
    if (isLost) anchor.current?.querySelector('button')?.focus()
    else if (frames > 0) restoreFocus(anchor, frames - 1)
  })
}

/** A button that shows the selection and opens a dialog to change it. */
export function RangeTrigger({ label, shown, onApproach, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const close = () => setOpen(false)
  useEffect(() => (isOpen ? () => restoreFocus(anchor, SETTLED_AFTER) : undefined), [isOpen])
  return (
    <span ref={anchor} className={css.trigger} onPointerEnter={onApproach} onFocus={onApproach}>
      <Button hasPopup="dialog" isExpanded={isOpen} label={`${label}: ${shown}`} onPress={() => setOpen(true)}>
        <CalendarClock {...icon} />
        <span className={css.shown}>{shown}</span>
        <ChevronDown {...icon} size={13} />
      </Button>
      {isOpen && <>{children(anchor, close)}</>}
    </span>
  )
}
