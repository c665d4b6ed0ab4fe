import type { EvidenceSource } from '../../api/evidence-sources'
import { type IncidentFound, linkedTo } from '../../api/incidents'

/** Why an incident is offered before others. */
export type Reason =
  'same check' | 'same insight' | 'same config item' | 'same component' | 'same namespace' | 'used last'

export type Suggestion = {
  incident: IncidentFound
  reason: Reason | undefined
  /** Of how many of the checks it is about the same thing: the check itself, its config item or its component. */
  shared: number
  /** The id of the hypothesis whose evidence that is; where several have it, of the one with the nearest. */
  hypothesis: string | undefined
}

/** More are found by their title. */
const MOST = 4

/**
 * The open incidents that checks are most likely to belong to: first those about the same thing, of several checks those
 * about most of them, then the one that this person added to last, then the newest.
 * @param open the newest first
 */
export function suggest(
  open: readonly IncidentFound[],
  sources: readonly EvidenceSource[],
  personId: string | undefined
): Suggestion[] {
  const last = usedLast(open, personId)
  const same = sameThing(sources)
  const tests: readonly Test[] = [
    ...same,
    ['same namespace', isInNamespace(sources)],
    ['used last', (incident) => incident === last],
  ]
  const each = sources.map((source) => sameThing([source]))
  return open
    .map((incident) => {
      const rank = tests.findIndex(([, test]) => test(incident))
      const shared = each.filter((own) => own.some(([, test]) => test(incident))).length
      return { incident, shared, reason: tests[rank]?.[0], rank: rank === -1 ? tests.length : rank }
    })
    .toSorted((a, b) => b.shared - a.shared || a.rank - b.rank)
    .slice(0, MOST)
    .map(({ incident, reason, shared }) => ({ incident, reason, shared, hypothesis: hypothesisOf(incident, same) }))
}

/**
 * The incident that checks belong to unless somebody says otherwise: the first that is about the same thing as each of
 * them, or the only one that is about any of them. Where several are about some of them each, nothing tells which.
 * @param suggestions as `suggest` sorts them
 * @param count of the checks
 */
export function likeliest(suggestions: readonly Suggestion[], count: number): Suggestion | undefined {
  const [first, ...others] = suggestions.filter(({ shared }) => shared > 0)
  return others.length === 0 || first?.shared === count ? first : undefined
}

type Test = readonly [Reason, (incident: IncidentFound) => boolean]

/** The nearest first. */
const sameThing = (sources: readonly EvidenceSource[]): readonly Test[] => [
  ['same check', isAbout('check_id', sources, ({ id }) => [id])],
  ['same insight', isAbout('config_analysis_id', sources, ({ id }) => [id])],
  ['same config item', isAbout('config_id', sources, ({ configs }) => configs)],
  ['same component', isAbout('component_id', sources, ({ components }) => components)],
]

const hypothesisOf = (incident: IncidentFound, same: readonly Test[]): string | undefined =>
  same.flatMap(([, test]) => incident.hypotheses.filter((one) => test({ ...incident, hypotheses: [one] })))[0]?.id

const evidencesOf = ({ hypotheses }: IncidentFound) => hypotheses.flatMap(({ evidences }) => evidences)

const isAbout = (
  column: 'check_id' | 'config_analysis_id' | 'config_id' | 'component_id',
  sources: readonly EvidenceSource[],
  idsOf: (source: EvidenceSource) => readonly string[]
) => {
  const ids = new Set<unknown>(sources.flatMap(idsOf))
  return (incident: IncidentFound) => evidencesOf(incident).some((evidence) => ids.has(evidence[column]))
}

function isInNamespace(sources: readonly EvidenceSource[]) {
  // The empty name is that of the default namespace, which says nothing about what is in it.
  const names = new Set<unknown>(sources.flatMap(({ namespace }) => namespace || []))
  return (incident: IncidentFound) => evidencesOf(incident).some(({ checks: check }) => names.has(check?.namespace))
}

/** The incident that somebody has added the newest evidence to. */
function usedLast(open: readonly IncidentFound[], personId: string | undefined): IncidentFound | undefined {
  const times = open.map((incident) => {
    const own = evidencesOf(incident).filter(({ created_by }) => personId !== undefined && created_by === personId)
    return { incident, at: Math.max(0, ...own.map(({ created_at }) => Date.parse(created_at ?? '') || 0)) }
  })
  return times.toSorted((a, b) => b.at - a.at).find(({ at }) => at > 0)?.incident
}

/** The names of the things that are evidence of an incident already. */
export const namesIn = (incident: IncidentFound, sources: readonly { id: string; label: string }[]): string[] => {
  const known = linkedTo(incident)
  return sources.filter(({ id }) => known.has(id)).map(({ label }) => label)
}
