import type { TimeRange } from '../../lib/time/range'
import type { RecentRange } from '../../lib/time/recent'
import { lazyComponent } from '../lazy-component'
import { useNow } from '../use-now'
import { useTimeDisplay } from '../time'
import { formatDateRange } from './format-range'
import { RangeTrigger } from './range-trigger'

const Panel = lazyComponent({ load: () => import('./panel') })

type Props = {
  /** The purpose of the range, read before it, such as 'Time range' or 'Silent until'. */
  label?: string
  value: TimeRange | undefined
  /** Called with undefined when the range is cleared. */
  onChange(range: TimeRange | undefined): void
  /** Newest first. */
  recent?: readonly RecentRange[]
  /** The direction of the relative ranges. */
  direction?: 'past' | 'future'
}

const none: readonly RecentRange[] = []

/** The full picker: calendar ranges, ranges relative to now, or two dates. */
export function TimeRangePicker({ label = 'Time range', value, onChange, recent = none, direction = 'past' }: Props) {
  const shown = useRangeName(value)
  return (
    <RangeTrigger label={label} shown={shown} onApproach={() => void Panel.prefetch()}>
      {(anchor, close) => (
        <Panel
          anchor={anchor}
          label={label}
          value={value}
          recent={recent}
          direction={direction}
          onClose={close}
          onChange={(range) => {
            onChange(range)
            close()
          }}
        />
      )}
    </RangeTrigger>
  )
}

/** `Last hour`, `Yesterday`, or the two dates. */
function useRangeName(range: TimeRange | undefined): string {
  const { timeZone } = useTimeDisplay()
  return useNow((now) => {
    if (!range) return 'Any time'
    return range.type === 'absolute' ? formatDateRange(range, new Date(now), timeZone) : range.display
  })
}
