import { type Timeline, type TimelineEvent, frequencyKey } from '@/api/timeline/events'
import { rankCauses } from '@/lib/incidents/causes'
import { foldDerived } from '@/lib/timeline/fold-derived'

/** An event of the list with its rank. */
export type RankedEvent = TimelineEvent & {
  /** Rank among the likely causes, from 1; undefined for an event that cannot be a cause. */
  rank: number | undefined
  reasons: readonly string[]
  /** The events that follow from this change. */
  derived: readonly RankedEvent[]
}

/**
 * Notifications about a failure and its consequences cannot be its cause. Only scrapers record events late; the time of
 * all other events is exact, so one after the failure is no cause.
 */
function canBeCause({ is, on, at, isWaiting }: TimelineEvent, failedAt: number): boolean {
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
 * Returns the likeliest causes first, those by people and pipelines before events that Kubernetes derives, then the
 * events that cannot be a cause by time. A derived event is beneath the change that caused it, without a rank.
 * @param failedAt milliseconds since 1970
 */
export function rankEvents({ events, usual, usualDays }: Timeline, failedAt: number): RankedEvent[] {
  const steps = new Map(events.map(({ on }) => [on.id, on.steps]))
  const folded = foldDerived(events.toSorted((a, b) => a.at - b.at)).map((event) => ({
    ...event,
    derived: event.derived.map((one): RankedEvent => ({ ...one, rank: undefined, reasons: [], derived: [] })),
  }))
  const candidates = folded
    .filter((event) => canBeCause(event, failedAt))
    .map((event) => ({ ...event, on: event.on.id, event }))
  const ranked = rankCauses(failedAt, candidates, {
    distanceTo: (id) => steps.get(id),
    // Undefined for insights and checks: their earlier occurrences are not counted.
    countSimilar: (one) => usual.get(frequencyKey(one)),
    days: usualDays,
  })
    .toSorted((a, b) => Number(a.candidate.isDerived ?? false) - Number(b.candidate.isDerived ?? false))
    .map(({ candidate, reasons }, at): RankedEvent => ({ ...candidate.event, rank: at + 1, reasons }))
  const known = new Set(ranked.map(({ id }) => id))
  const rest = folded
    .filter(({ id }) => !known.has(id))
    .map((event): RankedEvent => ({ ...event, rank: undefined, reasons: [] }))
  return [...ranked, ...rest]
}

/** All events, those beneath a change included. */
export const flattenEvents = (rows: readonly RankedEvent[]): readonly RankedEvent[] =>
  rows.flatMap((row) => [row, ...row.derived])

/**
 * The times at which the resource itself failed, or, if none is recorded, at which checks that watch it failed.
 * Milliseconds since 1970, earliest first.
 */
export function findFailureTimes(events: readonly TimelineEvent[]): number[] {
  const within = (steps: number) => events.filter(({ is, on }) => is === 'failed' && on.steps <= steps)
  const own = within(0)
  const times = new Set((own.length > 0 ? own : within(1)).map(({ at }) => at))
  return [...times].toSorted((a, b) => a - b)
}
