import { CalendarClock, ChevronDown } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { TimeRange } from '../../lib/time/range'
import type { RecentRange } from '../../lib/time/recent'
import { Button } from '../button'
import { lazyComponent } from '../lazy-component'
import { useTimeDisplay } from '../time'
import { useNow } from '../use-now'
import { formatRangeName } from './format-range'
import css from './time-range.module.css'

const Panel = lazyComponent({ load: () => import('./panel') })
const ListPanel = lazyComponent({ load: () => import('./list-panel') })

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  /** The purpose of the range, read before it, such as 'Time range' or 'Silent until'. */
  label?: string
  value: TimeRange | undefined
  /** Called with undefined when the range is cleared, which is possible unless the picker offers a list. */
  onChange(range: TimeRange | undefined): void
  /**
   * The ranges to choose from: a list of them, or any range, with suggestions up to now (`past`) or from now
   * (`future`).
   */
  offer?: 'past' | 'future' | readonly TimeRange[]
  /** Chosen before, newest first. Not shown with a list. */
  recent?: readonly RecentRange[]
}

const none: readonly RecentRange[] = []

/** A button that shows the time range and opens a dialog to change it. */
export function TimeRangePicker({ label = 'Time range', value, onChange, offer = 'past', recent = none }: Props) {
  const { timeZone } = useTimeDisplay()
  const shown = useNow((now) => formatRangeName(value, new Date(now), timeZone))
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)

  const isList = typeof offer !== 'string'
  const prefetch = () => void (isList ? ListPanel : Panel).prefetch()
  function close() {
    setOpen(false)
    restoreFocus(anchor, SETTLED_AFTER)
  }
  const panel = {
    anchor,
    label,
    value,
    onClose: close,
    onChange(range: TimeRange | undefined) {
      onChange(range)
      close()
    },
  }
  return (
    <span ref={anchor} className={css.trigger} onPointerEnter={prefetch} onFocus={prefetch}>
      <Button hasPopup="dialog" isExpanded={isOpen} label={`${label}: ${shown}`} onPress={() => setOpen(true)}>
        <CalendarClock {...icon} />
        <span className={css.shown}>{shown}</span>
        <ChevronDown {...icon} size={13} />
      </Button>
      {isOpen &&
        (isList ? <ListPanel {...panel} ranges={offer} /> : <Panel {...panel} direction={offer} recent={recent} />)}
    </span>
  )
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
