import { type Timeline, type TimelineEvent, usualKey } from '../../api/timeline'
import { rankCauses } from '../../lib/causes'

/** An event as the list has it. */
export type Entry = TimelineEvent & {
  /** Its place among the likely causes, from 1; undefined for what cannot be one. */
  rank: number | undefined
  reasons: readonly string[]
}

/**
 * What is told about a failure, or follows from it, is not its cause. Only scrapers see things late: of what else happened
 * afterwards, the time is exact.
 */
function mayCause({ is, on, at, isWaiting }: TimelineEvent, failedAt: number): boolean {
  switch (is) {
    case 'change':
    case 'insight':
      return true
    case 'failed':
      return on.steps > 0 && at < failedAt
    case 'run':
      return at < failedAt && !isWaiting
    default:
      return false
  }
}

/**
 * The likeliest causes first; then what cannot be one, in order of time.
 * @param failedAt milliseconds since 1970
 */
export function rank({ events, usual, usualDays }: Timeline, failedAt: number): Entry[] {
  const steps = new Map(events.map(({ on }) => [on.id, on.steps]))
  const candidates = events
    .filter((event) => mayCause(event, failedAt))
    .map((event) => ({ ...event, on: event.on.id, event }))
  const ranked = rankCauses(failedAt, candidates, {
    distanceOf: (id) => steps.get(id),
    // Of insights and checks nobody keeps how often they came before.
    countOf: (one) => usual.get(usualKey(one)),
    days: usualDays,
  }).map(({ candidate, reasons }, at): Entry => ({ ...candidate.event, rank: at + 1, reasons }))
  const known = new Set(ranked.map(({ id }) => id))
  const rest = events
    .filter(({ id }) => !known.has(id))
    .toSorted((a, b) => a.at - b.at)
    .map((event): Entry => ({ ...event, rank: undefined, reasons: [] }))
  return [...ranked, ...rest]
}

/** When the thing itself failed, the earliest first; where that is not recorded, when checks that watch it did. */
export function failuresOf(events: readonly TimelineEvent[]): number[] {
  const within = (steps: number) => events.filter(({ is, on }) => is === 'failed' && on.steps <= steps)
  const own = within(0)
  const times = new Set((own.length > 0 ? own : within(1)).map(({ at }) => at))
  return [...times].toSorted((a, b) => a - b)
}
