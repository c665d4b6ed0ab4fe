import { type KeyboardEvent, useRef, useState } from 'react'
import { formatCount } from '@/shared/format'
import { formatAbsolute } from '../../lib/format-date'
import { formatTickTime } from '@/lib/charts/series-ticks'
import { type HealthShape, StatusShape } from '../status'
import css from './charts.module.css'
import type { ChartEvent } from './chart-spec'

/** The height of the event lane and the minimum distance of two events, in pixels: the size of a touch target. */
export const EVENT_BUTTON_SIZE = 24

type Props = {
  title: string
  list: readonly ChartEvent[]
  onOpen: (events: readonly ChartEvent[]) => void
  x: (time: number) => number
  /** The time range of the chart, which decides whether times need a date. */
  rangeMs: number
  timeZone: string
}

/** Events above the lines, with one tab stop and arrow keys. Events too close together share a button. */
export function ChartEvents({ title, list, onOpen, x, rangeMs, timeZone }: Props) {
  const [current, setCurrent] = useState(0)
  const lane = useRef<HTMLDivElement>(null)
  const groups = groupEvents(list, x)
  // Newer data may contain fewer events.
  const entry = Math.min(current, groups.length - 1)

  function onKeyDown(event: KeyboardEvent) {
    const target = { ArrowLeft: entry - 1, ArrowRight: entry + 1, Home: 0, End: groups.length - 1 }[event.key]
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    lane.current?.querySelectorAll('button')[Math.max(0, Math.min(groups.length - 1, target))]?.focus()
  }
  if (groups.length === 0) return null
  return (
    <div
      ref={lane}
      className={css.events}
      role="toolbar"
      aria-label={`Events: ${title}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {groups.map((events, at) => {
        const label = describeGroup(events, rangeMs, timeZone)
        const [first] = events
        return (
          <button
            key={`${first?.time} ${first?.label}`}
            type="button"
            className={css.event}
            style={{ left: x(first?.time ?? 0) - EVENT_BUTTON_SIZE / 2 }}
            title={label}
            aria-label={label}
            tabIndex={at === entry ? 0 : -1}
            onFocus={() => setCurrent(at)}
            onClick={() => onOpen(events)}
          >
            <StatusShape health={worstHealth(events)} size={10} />
            {events.length > 1 && <span className={css.many}>{events.length}</span>}
          </button>
        )
      })}
    </div>
  )
}

function groupEvents(list: readonly ChartEvent[], x: (time: number) => number): ChartEvent[][] {
  const groups: ChartEvent[][] = []
  for (const event of list.toSorted((a, b) => a.time - b.time)) {
    const group = groups.at(-1)
    const [first] = group ?? []
    // A button is at the first event of its group, so buttons never overlap.
    if (group && first && x(event.time) - x(first.time) < EVENT_BUTTON_SIZE) group.push(event)
    else groups.push([event])
  }
  return groups
}

const order: readonly HealthShape[] = ['unhealthy', 'warning', 'unknown', 'healthy']
const worstHealth = (events: readonly ChartEvent[]): HealthShape =>
  order.find((health) => events.some((event) => event.health === health)) ?? 'unknown'

/** The label of one event, or the count and time of several. Events are ordered by time. */
function describeGroup(events: readonly ChartEvent[], rangeMs: number, timeZone: string): string {
  const [first, ...others] = events
  if (!first) return ''
  const last = others.at(-1)
  if (!last) return `${first.label}, ${formatAbsolute(new Date(first.time), timeZone)}`
  const [from, to] = [first, last].map(({ time }) => formatTickTime(time, rangeMs, timeZone))
  return `${formatCount(events.length, 'event')}, ${from === to ? from : `${from} to ${to}`}`
}
