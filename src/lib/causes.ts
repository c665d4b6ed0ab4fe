import { formatAge, formatCount } from './format'

/** Something that happened near a failure: a change, an insight, a run of a playbook, another thing's failure. */
export type Candidate = {
  id: string
  /** What happened, as its source calls it: `diff`, `Deployment`, `ScalingReplicaSet`. */
  type: string
  /** The thing that it happened to. */
  on: string
  /** Milliseconds since 1970. */
  at: number
}

/** What is known about the surroundings of a failure. */
export type Surroundings = {
  /** Steps between the failing thing and another one, 0 for itself; undefined where none leads there. */
  distanceOf(thing: string): number | undefined
  /** How often this happened to this thing in the last days, this time included; undefined where nobody counts. */
  countOf(candidate: Candidate): number | undefined
  /** How many days that is; at first `USUAL_DAYS`. */
  days?: number
}

export type Cause<C extends Candidate> = {
  candidate: C
  /** Comparable within one ranking only: a difference of 1 makes it about three times as likely. */
  score: number
  /** Why it stands where it does, for people: when, where, how unusual. */
  reasons: readonly string[]
}

/** Whoever counts how often something happens looks back so many days. */
export const USUAL_DAYS = 30

const MINUTE_MS = 60_000

/** How long after it happened something is recorded at the latest, where a scraper has to see it first. */
const LATE_MS = 5 * MINUTE_MS
/** Of checks every minute or so: whether something happened 10 or 50 seconds before they failed says nothing. */
const UNSURE_MS = MINUTE_MS
/** What happens together does so within this time. */
const TOGETHER_MS = 10 * MINUTE_MS

/** How much rarer causes are with each step, apart from how many things there are. */
const PER_STEP = 0.3
/** How much less something says that happens to many things at the same time. */
const PER_COMPANION = 0.7
/** Once in twenty days: what is rarer than that is not rarer for who cannot look back further. */
const RAREST_A_DAY = 1 / 20

/**
 * What may have caused a failure, the likeliest first. Each counts by how long before it happened, how near, and how seldom
 * it happens there: the logarithms of how much likelier each is for a cause than for something that happened by chance.
 * What happened later than it could have been recorded late, or to things that nothing leads to, is left out.
 * @param failedAt milliseconds since 1970
 */
export function rankCauses<C extends Candidate>(
  failedAt: number,
  candidates: readonly C[],
  surroundings: Surroundings
): Cause<C>[] {
  const companionsOf = countCompanions(candidates)
  const thingsAt = countThings(candidates, surroundings)
  const { days = USUAL_DAYS } = surroundings
  return candidates
    .flatMap((candidate) => {
      const steps = surroundings.distanceOf(candidate.on)
      const beforeMs = failedAt - candidate.at
      if (steps === undefined || beforeMs < -LATE_MS) return []
      const count = surroundings.countOf(candidate)
      const companions = companionsOf(candidate)
      return {
        candidate,
        score:
          nearness(beforeMs) -
          PER_STEP * steps -
          // The more things there are so far away, the likelier something happens to one of them by chance.
          Math.log(thingsAt(steps)) -
          Math.log(Math.max(1, count ?? days) / days + RAREST_A_DAY) -
          PER_COMPANION * Math.log1p(companions),
        reasons: [whenOf(beforeMs), whereOf(steps), ...howUsual(count, days), ...togetherOf(companions)],
      }
    })
    .toSorted((a, b) => b.score - a.score || b.candidate.at - a.candidate.at)
}

/** Causes come before by seconds as often as by hours, chance comes at any time: a tenth of the time is ten times as likely. */
const nearness = (beforeMs: number) =>
  // What stands after the failure was recorded late, if it is the cause: that is seldom.
  -Math.log((beforeMs >= 0 ? beforeMs : 2 * -beforeMs + UNSURE_MS) / UNSURE_MS + 1)

/** To how many things so many steps away anything happened. */
function countThings(candidates: readonly Candidate[], { distanceOf }: Surroundings): (steps: number) => number {
  const counts = new Map<number, number>()
  for (const thing of new Set(candidates.map(({ on }) => on))) {
    const steps = distanceOf(thing)
    if (steps !== undefined) counts.set(steps, (counts.get(steps) ?? 0) + 1)
  }
  return (steps) => counts.get(steps) ?? 1
}

/** How many other things the same happened to at about the same time. */
function countCompanions(candidates: readonly Candidate[]): (candidate: Candidate) => number {
  const byType = new Map<string, Candidate[]>()
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

const whenOf = (beforeMs: number) =>
  beforeMs >= 0
    ? `${formatAge(beforeMs)} before`
    : `recorded ${formatAge(-beforeMs)} after, as scrapers see things late`

const whereOf = (steps: number) => (steps === 0 ? 'on the same thing' : `${formatCount(steps, 'step')} away`)

function howUsual(count: number | undefined, days: number): string[] {
  if (count === undefined) return []
  if (count <= 1) return [`the only one of its kind there in ${formatCount(days, 'day')}`]
  const aDay = Math.round(count / days)
  return aDay >= 1
    ? [`happens there about ${aDay === 1 ? 'once' : `${aDay} times`} a day`]
    : [`one of ${count} there in ${formatCount(days, 'day')}`]
}

const togetherOf = (companions: number) =>
  companions === 0 ? [] : [`at the same time on ${formatCount(companions, 'other thing')}`]
