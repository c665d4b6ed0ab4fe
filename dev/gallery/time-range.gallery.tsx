import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { metricRanges } from '@/lib/time/lists'
import { absoluteRange, mappedRange, relativeRange, type TimeRange } from '@/lib/time/range'
import { TimeRangePicker } from '@/ui/time-range/time-range'
import type { Exhibit } from './exhibit'

const dates = absoluteRange(new Date('2026-11-18T08:00:00Z'), new Date('2026-11-21T13:05:09Z'))
const recent = [1, 2, 3, 4, 5].map((day) => ({
  from: `2026-11-0${day}T00:00:00.000Z`,
  to: `2026-11-0${day}T12:30:00.000Z`,
}))

function Picker({ value: initial, ...rest }: Omit<ComponentProps<typeof TimeRangePicker>, 'onChange'>) {
  const [value, setValue] = useState<TimeRange | undefined>(initial)
  return <TimeRangePicker {...rest} value={value} onChange={setValue} />
}

/** The picker directly after opening. */
function Opened({ children }: { children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => around.current?.querySelector('button')?.click(), [])
  return <div ref={around}>{children}</div>
}

export default {
  title: 'Time range',
  states: {
    'Nothing chosen': () => <Picker value={undefined} />,
    Relative: () => <Picker value={relativeRange('now-1h')} />,
    Calendar: () => <Picker value={mappedRange('Previous month')} />,
    'Two dates': () => <Picker value={dates} />,
    'Short list': () => <Picker offer={metricRanges} value={relativeRange('now-1h')} />,
    Future: () => <Picker label="Silent until" offer="future" value={relativeRange('now+2h')} />,
  },
  apart: {
    'Open, nothing chosen': () => (
      <Opened>
        <Picker value={undefined} />
      </Opened>
    ),
    'Open, two dates and recent ones': () => (
      <Opened>
        <Picker value={dates} recent={recent} />
      </Opened>
    ),
    'Open, future': () => (
      <Opened>
        <Picker label="Silent until" offer="future" value={relativeRange('indefinitely')} />
      </Opened>
    ),
    'Open, short list': () => (
      <Opened>
        <Picker offer={metricRanges} value={relativeRange('now-1h')} />
      </Opened>
    ),
  },
} satisfies Exhibit
