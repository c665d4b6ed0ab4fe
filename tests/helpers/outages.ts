import { type CauseCandidate, rankCauses, type CauseContext } from '../../src/lib/incidents/causes'
import { type Random, createRandom } from '../../src/shared/random'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FAILED_AT = Date.UTC(2026, 10, 20, 3)

type Outage = {
  family: string
  failedAt: number
  /** The planted cause and 500 unrelated events, by time. */
  candidates: readonly CauseCandidate[]
  surroundings: CauseContext
  cause: string
}

/** A kind of planted cause: distance, type, time before the failure, and usual frequency. */
type Family = {
  name: string
  steps: readonly number[]
  type: string
  /** Minimum and maximum in milliseconds; negative: recorded after the failure. */
  beforeMs: readonly [number, number]
  /** Minimum and maximum per day. */
  aDay: readonly [number, number]
}

const MIN = MINUTE_MS
const families: readonly Family[] = [
  { name: 'own deployment', steps: [0], type: 'Deployment', beforeMs: [MIN / 6, 15 * MIN], aDay: [0.3, 2] },
  { name: 'edited config', steps: [0, 1], type: 'diff', beforeMs: [MIN / 3, 30 * MIN], aDay: [0.03, 0.3] },
  { name: 'node in trouble', steps: [1, 2], type: 'NotReady', beforeMs: [MIN / 3, 10 * MIN], aDay: [0, 0.05] },
  { name: 'shared database', steps: [2, 3], type: 'Parameter', beforeMs: [MIN, 45 * MIN], aDay: [0, 0.1] },
  { name: 'certificate', steps: [1, 2], type: 'Rotated', beforeMs: [MIN / 3, 120 * MIN], aDay: [0.01, 0.05] },
  { name: 'commonplace', steps: [0], type: 'Scaled', beforeMs: [MIN / 6, 5 * MIN], aDay: [5, 20] },
  { name: 'slow burn', steps: [0, 1], type: 'diff', beforeMs: [30 * MIN, 360 * MIN], aDay: [0.05, 0.3] },
  { name: 'recorded late', steps: [0, 1], type: 'diff', beforeMs: [-4 * MIN, 0], aDay: [0.03, 0.3] },
]

/** Unrelated events: their share of all events, and how often each happens per resource. */
const bystanders = [
  { share: 0.45, types: ['StatusUpdate', 'Heartbeat', 'Pulled'], aDay: [100, 1440] },
  { share: 0.3, types: ['BackupCompleted', 'Scaled', 'Synced'], aDay: [1, 24] },
  { share: 0.2, types: ['Deployment', 'diff', 'Restarted', 'Parameter'], aDay: [0.1, 1] },
  { share: 0.05, types: ['diff', 'Rotated', 'NotReady', 'PolicyFinding', 'Run'], aDay: [0, 0.05] },
] as const
const COUNT = 500
/** Number of resources at each distance. */
const around = [
  [1, 1],
  [3, 8],
  [10, 30],
  [30, 90],
] as const

/**
 * Outages with one planted cause each, of the families in turn. Each covers a day of the failing resource and of
 * resources up to three steps away: 500 unrelated events, a twentieth of them as rare as a cause. Half of the outages
 * follow a roll-out to twenty to sixty resources within ten minutes.
 */
export const outagesFrom = (seed: number, count: number): Outage[] =>
  Array.from({ length: count }, (_, index) => {
    const family = families[index % families.length]
    if (!family) throw new RangeError('no family')
    return outageOf(family, createRandom(seed * 100_003 + index))
  })

function outageOf(family: Family, random: Random): Outage {
  const between = (from: number, to: number) => from + ((to - from) * random.below(1_000_000)) / 1_000_000
  const things = around.flatMap(([least, most], steps) =>
    Array.from({ length: least + random.below(most - least + 1) }, (_, index) => ({ id: `${steps}-${index}`, steps }))
  )
  const usual = new Map<string, number>()
  const events: CauseCandidate[] = []
  const add = (on: string, type: string, at: number, aDay: number) => {
    const key = `${on} ${type}`
    // The usual number of the days before, plus this event.
    if (!usual.has(key)) usual.set(key, Math.floor(aDay * 30 + between(0, 1)))
    usual.set(key, (usual.get(key) ?? 0) + 1)
    const id = String(events.length)
    events.push({ id, type, on, at })
    return id
  }

  const steps = random.pick(family.steps)
  const [soonest, latest] = family.beforeMs
  const beforeMs = soonest > 0 ? Math.exp(between(Math.log(soonest), Math.log(latest))) : between(soonest, latest)
  const cause = add(
    random.pick(things.filter((thing) => thing.steps === steps)).id,
    family.type,
    FAILED_AT - beforeMs,
    between(...family.aDay)
  )

  const rollOut = random.chance(0.5) ? 20 + random.below(41) : 0
  for (let index = 0; index < rollOut; index++)
    add(random.pick(things.filter((thing) => thing.steps > 0)).id, 'Deployment', FAILED_AT - between(0, 10 * MIN), 0.5)
  while (events.length <= COUNT) {
    let share = between(0, 1)
    const kind = bystanders.find((one) => (share -= one.share) < 0) ?? bystanders[0]
    const [least, most] = kind.aDay
    add(random.pick(things).id, random.pick(kind.types), FAILED_AT - between(-5 * MIN, DAY_MS), between(least, most))
  }

  const stepsOf = new Map(things.map((thing) => [thing.id, thing.steps]))
  return {
    family: family.name,
    failedAt: FAILED_AT,
    candidates: events.toSorted((a, b) => a.at - b.at),
    surroundings: {
      distanceTo: (thing) => stepsOf.get(thing),
      countSimilar: ({ on, type }) => usual.get(`${on} ${type}`) ?? 0,
    },
    cause,
  }
}

const FIRST = 3

/** Rank of the cause, from 1; after all others when it is not ranked. */
const placeIn = ({ cause }: Outage, ranked: readonly CauseCandidate[]) => {
  const at = ranked.findIndex(({ id }) => id === cause)
  return at < 0 ? Infinity : at + 1
}

export const ranked = ({ failedAt, candidates, surroundings }: Outage) =>
  rankCauses(failedAt, candidates, surroundings).map(({ candidate }) => candidate)

/** Ranks by time: the last event before the failure, or recorded soon after it. */
export const mostRecent = ({ candidates }: Outage) => candidates.toReversed()

/** Share of outages whose cause is among the first three, 0..1. */
export const scoreRanking = (outages: readonly Outage[], by: (outage: Outage) => readonly CauseCandidate[]) =>
  outages.filter((outage) => placeIn(outage, by(outage)) <= FIRST).length / outages.length
