import { formatAge, formatCount } from '@/shared/format'

/** An event near a failure: a change, an insight, a playbook run, or the failure of another resource. */
export type CauseCandidate = {
  id: string
  /** Type of the event in its source: `diff`, `Deployment`, `ScalingReplicaSet`. */
  type: string
  /** Id of the resource. */
  on: string
  /** Milliseconds since 1970. */
  at: number
}

/** Data about the surroundings of a failure. */
export type CauseContext = {
  /**
   * Distance of a resource from the failing one, 0 for the failing resource itself; undefined if they are not
   * connected.
   */
  distanceTo(thing: string): number | undefined
  /** Number of such events on this resource in the last days, including this one; undefined if unknown. */
  countSimilar(candidate: CauseCandidate): number | undefined
  /** The number of days. Defaults to `FREQUENCY_DAYS`. */
  days?: number
}

type RankedCause<C extends CauseCandidate> = {
  candidate: C
  /** Comparable within one ranking only: a difference of 1 makes the candidate about three times as likely. */
  score: number
  /** Reasons for the rank: time, distance and frequency. */
  reasons: readonly string[]
}

/** Number of days for which the usual frequency of an event is counted. */
export const FREQUENCY_DAYS = 30

const MINUTE_MS = 60_000

/** Maximum delay of the record of an event that a scraper has to find first. */
const LATE_MS = 5 * MINUTE_MS
/** Checks run every minute or so, so differences within a minute have no meaning. */
const UNSURE_MS = MINUTE_MS
/** Events within this time count as simultaneous. */
const TOGETHER_MS = 10 * MINUTE_MS

/** How much less likely a cause is with each step of distance, independently of the number of resources. */
const PER_STEP = 0.3
/** How much less likely a cause is for each simultaneous event of the same type on another resource. */
const PER_COMPANION = 0.7
/** Once in twenty days: rarer events count the same, regardless of how far back they are counted. */
const RAREST_A_DAY = 1 / 20

/**
 * Ranks the possible causes of a failure, the likeliest first, by how long before the failure they occurred, how near, and
 * how rarely they occur there. Each term is the logarithm of how much likelier the value is for a cause than for a chance
 * event. Events after the maximum recording delay, and on resources that are not connected, are left out.
 * @param failedAt milliseconds since 1970
 */
export function rankCauses<C extends CauseCandidate>(
  failedAt: number,
  candidates: readonly C[],
  surroundings: CauseContext
): RankedCause<C>[] {
  const companionsOf = countCompanions(candidates)
  const resourcesAt = countResourcesAt(candidates, surroundings)
  const { days = FREQUENCY_DAYS } = surroundings
  return candidates
    .flatMap((candidate) => {
      const steps = surroundings.distanceTo(candidate.on)
      const beforeMs = failedAt - candidate.at
      if (steps === undefined || beforeMs < -LATE_MS) return []
      const count = surroundings.countSimilar(candidate)
      const companions = companionsOf(candidate)
      return {
        candidate,
        score:
          nearness(beforeMs) -
          PER_STEP * steps -
          // The more resources are at a distance, the likelier an event happens to one of them by chance.
          Math.log(resourcesAt(steps)) -
          Math.log(Math.max(1, count ?? days) / days + RAREST_A_DAY) -
          PER_COMPANION * Math.log1p(companions),
        reasons: [
          describeTime(beforeMs),
          describeDistance(steps),
          ...describeFrequency(count, days),
          ...describeCompanions(companions),
        ],
      }
    })
    .toSorted((a, b) => b.score - a.score || b.candidate.at - a.candidate.at)
}

/**
 * Causes precede failures by seconds as often as by hours, whereas chance events come at any time: a tenth of the time
 * is ten times as likely.
 */
const nearness = (beforeMs: number) =>
  // A cause that is recorded after the failure was recorded late, which is rare.
  -Math.log((beforeMs >= 0 ? beforeMs : 2 * -beforeMs + UNSURE_MS) / UNSURE_MS + 1)

/** Number of resources with events at a distance. */
function countResourcesAt(
  candidates: readonly CauseCandidate[],
  { distanceTo }: CauseContext
): (steps: number) => number {
  const counts = new Map<number, number>()
  for (const resource of new Set(candidates.map(({ on }) => on))) {
    const steps = distanceTo(resource)
    if (steps !== undefined) counts.set(steps, (counts.get(steps) ?? 0) + 1)
  }
  return (steps) => counts.get(steps) ?? 1
}

/** Number of other resources with an event of the same type at about the same time. */
function countCompanions(candidates: readonly CauseCandidate[]): (candidate: CauseCandidate) => number {
  const byType = new Map<string, CauseCandidate[]>()
  for (const candidate of candidates) {
    const same = byType.get(candidate.type)
    if (same) same.push(candidate)
    else byType.set(candidate.type, [candidate])
  }
  return ({ type, at, on }) => {
    const others = byType.get(type)?.filter((one) => one.on !== on && Math.abs(one.at - at) <= TOGETHER_MS) ?? []
    return new Set(others.map((one) => one.on)).size
  }
}

const describeTime = (beforeMs: number) =>
  beforeMs >= 0
    ? `${formatAge(beforeMs)} before`
    : `recorded ${formatAge(-beforeMs)} after, because scrapers report with a delay`

const describeDistance = (steps: number) =>
  steps === 0 ? 'on the same resource' : `${formatCount(steps, 'step')} away`

function describeFrequency(count: number | undefined, days: number): string[] {
  if (count === undefined) return []
  if (count <= 1) return [`first in ${formatCount(days, 'day')}`]
  const aDay = Math.round(count / days)
  return aDay >= 1
    ? [`happens about ${aDay === 1 ? 'once' : `${aDay} times`} a day`]
    : [`${count} times in ${formatCount(days, 'day')}`]
}

const describeCompanions = (companions: number) =>
  companions === 0 ? [] : [`at the same time on ${formatCount(companions, 'other resource')}`]
