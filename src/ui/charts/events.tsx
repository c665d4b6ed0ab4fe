import { type KeyboardEvent, useRef, useState } from 'react'
import { formatCount } from '../../lib/format'
import { formatAbsolute } from '../../lib/format-date'
import { type Health, StatusShape } from '../status'
import css from './charts.module.css'
import type { ChartEvent } from './spec'

/** Height of the lane above the lines, and the least distance of two events: what a finger can hit. */
export const EVENT_LANE = 24

type Props = {
  title: string
  list: readonly ChartEvent[]
  onOpen: (events: readonly ChartEvent[]) => void
  x: (time: number) => number
  timeZone: string
}

/** Events over the lines: one tab stop, arrow keys from one to the next. Events too close together share a button. */
export function Events({ title, list, onOpen, x, timeZone }: Props) {
  const [current, setCurrent] = useState(0)
  const lane = useRef<HTMLDivElement>(null)
  const groups = groupsOf(list, x)
  // Newer data may bring fewer of them.
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
        const label = labelOf(events, timeZone)
        const [first] = events
        return (
          <button
            key={`${first?.time} ${first?.label}`}
            type="button"
            className={css.event}
            style={{ left: x(first?.time ?? 0) - EVENT_LANE / 2 }}
            title={label}
            aria-label={label}
            tabIndex={at === entry ? 0 : -1}
            onFocus={() => setCurrent(at)}
            onClick={() => onOpen(events)}
          >
            <StatusShape health={worstOf(events)} size={10} />
            {events.length > 1 && <span className={css.many}>{events.length}</span>}
          </button>
        )
      })}
    </div>
  )
}

function groupsOf(list: readonly ChartEvent[], x: (time: number) => number): ChartEvent[][] {
  const groups: ChartEvent[][] = []
  for (const event of list.toSorted((a, b) => a.time - b.time)) {
    const group = groups.at(-1)
    const [first] = group ?? []
    // A button stands at the first of its group, so buttons never meet.
    if (group && first && x(event.time) - x(first.time) < EVENT_LANE) group.push(event)
    else groups.push([event])
  }
  return groups
}

const order: readonly Health[] = ['unhealthy', 'warning', 'unknown', 'healthy']
const worstOf = (events: readonly ChartEvent[]): Health =>
  order.find((health) => events.some((event) => event.health === health)) ?? 'unknown'

function labelOf(events: readonly ChartEvent[], timeZone: string): string {
  const said = events.map(({ time, label }) => `${label}, ${formatAbsolute(new Date(time), timeZone)}`).join('; ')
  return events.length === 1 ? said : `${formatCount(events.length, 'event')}: ${said}`
}
