import { CalendarClock, ChevronDown } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { Button } from '../button'
import css from './time-range.module.css'

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  label: string
  shown: string
  /** Somebody may be about to open it. */
  onApproach(): void
  children: (anchor: RefObject<HTMLElement | null>, close: () => void) => ReactNode
}

/** A button that says what is chosen and opens a dialog to choose. */
export function Trigger({ label, shown, onApproach, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <span ref={anchor} className={css.trigger} onPointerEnter={onApproach} onFocus={onApproach}>
      <Button hasPopup="dialog" isExpanded={isOpen} label={`${label}: ${shown}`} onPress={() => setOpen(true)}>
        <CalendarClock {...icon} />
        <span className={css.shown}>{shown}</span>
        <ChevronDown {...icon} size={13} />
      </Button>
      {isOpen && <Suspense>{children(anchor, () => setOpen(false))}</Suspense>}
    </span>
  )
}
