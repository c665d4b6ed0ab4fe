import { formatAge, formatCount, formatNames } from '@/shared/format'

/** A resource that is evidence of an incident. */
export type IncidentResource = { kind: 'check' | 'component' | 'config'; id: string; name: string }

/** The members of an incident that are compared. */
export type ComparableIncident = {
  id: string
  title: string
  type: string
  resources: readonly IncidentResource[]
  /** Milliseconds since 1970. */
  from: number
  /** End of the incident; undefined while it is open. */
  to: number | undefined
}

type SimilarIncident<C extends ComparableIncident> = {
  incident: C
  /** Comparable within one ranking only: a difference of 1 makes a relation about three times as likely. */
  score: number
  /** Reasons for the rank: shared resources and words, then time and type, each the most significant first. */
  reasons: readonly string[]
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Incidents are opened some time after their cause. */
const UNSURE_MS = 60 * MINUTE_MS
/** Beyond this distance, time is not significant. */
const NEAR_MS = 2 * DAY_MS
/** How much less a resource counts with each step of distance, as for causes. */
const PER_STEP = 0.7
/** A word counts less than a resource, because titles are chosen freely. */
const PER_WORD = 0.5
const SHORTEST_WORD = 3

/** Words of titles without meaning. */
const EMPTY = new Set(
  'about after again all and are because been before but can cannot does down for from has have how into its more not now one out over since than that the their them then there this too unhealthy was were when which while will with'.split(
    ' '
  )
)

type Clue = { score: number; why: string }

/**
 * Ranks the incidents that are most likely related to one, the likeliest first. Each clue counts by its rarity among
 * all incidents: common evidence, resources a few steps away, words of the title, and the type. Distance in time counts
 * as well. Incidents with only the type or the time in common are left out.
 * @param stepsTo returns the distance of a resource from those of the incident; undefined if they are not connected
 */
export function rankIncidents<C extends ComparableIncident>(
  own: ComparableIncident,
  others: readonly C[],
  stepsTo: (thing: IncidentResource) => number | undefined = () => undefined
): SimilarIncident<C>[] {
  const all = [own, ...others]
  const rarityOf = <T>(keysOf: (one: ComparableIncident) => Iterable<T>) => {
    const counts = new Map<T, number>()
    for (const one of all) for (const key of new Set(keysOf(one))) counts.set(key, (counts.get(key) ?? 0) + 1)
    return (key: T) => Math.log((all.length + 1) / (counts.get(key) ?? 1))
  }
  const rarities = {
    thing: rarityOf(({ resources }) => resources.map(({ id }) => id)),
    word: rarityOf(({ title }) => significantWords(title)),
    type: rarityOf(({ type }) => [spelled(type)]),
  }
  const ownThings = new Set(own.resources.map(({ id }) => id))
  const ownWords = new Set(significantWords(own.title))
  return others
    .flatMap((incident): SimilarIncident<C>[] => {
      const shared = [
        ...resourceClues(incident, ownThings, rarities.thing),
        ...neighbourClues(incident, ownThings, stepsTo, rarities.thing),
        ...wordClues(incident, ownWords, rarities.word),
      ]
      // Incidents often happen at about the same time without a relation, so time and type only add to other clues.
      if (incident.id === own.id || shared.length === 0) return []
      const further = timeClues(own, incident)
      if (spelled(own.type) === spelled(incident.type))
        further.push({ score: rarities.type(spelled(own.type)), why: 'the same type' })
      return [
        {
          incident,
          score: [...shared, ...further].reduce((sum, { score }) => sum + score, 0),
          reasons: [shared, further]
            .flatMap((clues) => clues.toSorted((a, b) => b.score - a.score))
            .map(({ why }) => why),
        },
      ]
    })
    .toSorted((a, b) => b.score - a.score || b.incident.from - a.incident.from)
}

/** `technicalDebt` and `technical_debt` are spellings of one type. */
const spelled = (type: string) => type.replaceAll('_', '').toLowerCase()

/** The distinct significant words of a title. */
export const significantWords = (title: string): string[] => [
  ...new Set(
    title
      .toLowerCase()
      .split(/[^\p{L}\p{N}.]+/u)
      .map((word) => word.replaceAll(/^\.+|\.+$/g, ''))
      .filter((word) => word.length >= SHORTEST_WORD && !EMPTY.has(word))
  ),
]

const nouns = { check: 'check', component: 'component', config: 'config item' } as const
const kinds = Object.keys(nouns) as IncidentResource['kind'][]

/** Removes duplicates: a resource can be evidence several times. */
const each = (things: readonly IncidentResource[]) => [...new Map(things.map((one) => [one.id, one])).values()]

function resourceClues(
  { resources }: ComparableIncident,
  own: ReadonlySet<string>,
  rarity: (id: string) => number
): Clue[] {
  return kinds.flatMap((kind): Clue[] => {
    const same = each(resources).filter((one) => one.kind === kind && own.has(one.id))
    if (same.length === 0) return []
    const names = formatNames(same.map(({ name }) => name))
    return [
      {
        score: same.reduce((sum, { id }) => sum + rarity(id), 0),
        why: `the same ${nouns[kind]}${same.length === 1 ? '' : 's'}: ${names}`,
      },
    ]
  })
}

/** Counts only the nearest resource in the surroundings, because shared surroundings are a single clue. */
function neighbourClues(
  { resources }: ComparableIncident,
  own: ReadonlySet<string>,
  stepsTo: (thing: IncidentResource) => number | undefined,
  rarity: (id: string) => number
): Clue[] {
  const found = each(resources).flatMap((one): (Clue & { steps: number })[] => {
    const steps = own.has(one.id) ? undefined : stepsTo(one)
    if (steps === undefined || steps === 0) return []
    return [
      {
        steps,
        score: rarity(one.id) - PER_STEP * steps,
        why: `its ${nouns[one.kind]} ${one.name} is ${formatCount(steps, 'step')} away`,
      },
    ]
  })
  return found
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 1)
}

function wordClues({ title }: ComparableIncident, own: ReadonlySet<string>, rarity: (word: string) => number): Clue[] {
  const same = significantWords(title).filter((word) => own.has(word))
  if (same.length === 0) return []
  return [
    {
      score: PER_WORD * same.reduce((sum, word) => sum + rarity(word), 0),
      why: `${same.length === 1 ? 'the word' : 'the words'} ${formatNames(same.map((word) => `“${word}”`))} in the title`,
    },
  ]
}

function timeClues(own: ComparableIncident, other: ComparableIncident): Clue[] {
  const apart = Math.abs(own.from - other.from)
  if (apart > NEAR_MS) return []
  const side = other.from <= own.from ? 'before' : 'after'
  const during = side === 'before' ? 'and still open then' : 'while this one was open'
  const overlaps = other.from <= (own.to ?? Infinity) && own.from <= (other.to ?? Infinity)
  return [
    {
      score: Math.log((NEAR_MS + UNSURE_MS) / (apart + UNSURE_MS)),
      why: `opened ${formatAge(apart)} ${side}${overlaps ? `, ${during}` : ''}`,
    },
  ]
}
