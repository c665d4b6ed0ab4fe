import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ShortRange } from '@/lib/time/lists'
import { absoluteRange, mappedRange, relativeRange, type TimeRange } from '@/lib/time/range'
import { ShortRangePicker } from '@/ui/time-range/short-range'
import { TimeRangePicker } from '@/ui/time-range/time-range'
import type { Exhibit } from './exhibit'

const dates = absoluteRange(new Date('2026-11-18T08:00:00Z'), new Date('2026-11-21T13:05:09Z'))
const recent = [1, 2, 3, 4, 5].map((day) => ({
  from: `2026-11-0${day}T00:00:00.000Z`,
  to: `2026-11-0${day}T12:30:00.000Z`,
}))

function Long({ value: initial, ...rest }: Omit<ComponentProps<typeof TimeRangePicker>, 'onChange'>) {
  const [value, setValue] = useState<TimeRange | undefined>(initial)
  return <TimeRangePicker {...rest} value={value} onChange={setValue} />
}

function Short({ value: initial }: { value: ShortRange }) {
  const [value, setValue] = useState(initial)
  return <ShortRangePicker value={value} onChange={setValue} />
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
    'Nothing chosen': () => <Long value={undefined} />,
    Relative: () => <Long value={relativeRange('now-1h')} />,
    Calendar: () => <Long value={mappedRange('Previous month')} />,
    'Two dates': () => <Long value={dates} />,
    'Short list': () => <Short value="1h" />,
    Future: () => <Long label="Silent until" direction="future" value={relativeRange('now+2h')} />,
  },
  apart: {
    'Open, nothing chosen': () => (
      <Opened>
        <Long value={undefined} />
      </Opened>
    ),
    'Open, two dates and recent ones': () => (
      <Opened>
        <Long value={dates} recent={recent} />
      </Opened>
    ),
    'Open, future': () => (
      <Opened>
        <Long label="Silent until" direction="future" value={relativeRange('indefinitely')} />
      </Opened>
    ),
    'Open, short list': () => (
      <Opened>
        <Short value="1h" />
      </Opened>
    ),
  },
} satisfies Exhibit
