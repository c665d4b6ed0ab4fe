import type { EvidenceSource } from '@/api/incidents/evidence-sources'
import { type OpenIncident, listEvidenceIds } from '@/api/incidents/incidents'

/** Why an incident is suggested before others. */
type SuggestionReason =
  'same check' | 'same insight' | 'same config item' | 'same component' | 'same namespace' | 'used last'

export type IncidentSuggestion = {
  incident: OpenIncident
  reason: SuggestionReason | undefined
  /** Number of sources that the incident has evidence about: about the source itself, its config item or component. */
  shared: number
  /** The id of the hypothesis with that evidence; of several, the one with the closest match. */
  hypothesis: string | undefined
}

/** Maximum number of suggestions; the form searches the other incidents by title. */
const MOST = 4

/**
 * Suggests the open incidents that the sources most likely belong to: first those about the same resources (those that
 * match most sources first), then the one that the user added evidence to last, then the newest.
 * @param open newest first
 */
export function suggestIncidents(
  open: readonly OpenIncident[],
  sources: readonly EvidenceSource[],
  personId: string | undefined
): IncidentSuggestion[] {
  const last = findLastUsed(open, personId)
  const same = sameResourceTests(sources)
  const tests: readonly Test[] = [
    ...same,
    ['same namespace', isInNamespace(sources)],
    ['used last', (incident) => incident === last],
  ]
  const each = sources.map((source) => sameResourceTests([source]))
  return open
    .map((incident) => {
      const rank = tests.findIndex(([, test]) => test(incident))
      const shared = each.filter((own) => own.some(([, test]) => test(incident))).length
      return { incident, shared, reason: tests[rank]?.[0], rank: rank === -1 ? tests.length : rank }
    })
    .toSorted((a, b) => b.shared - a.shared || a.rank - b.rank)
    .slice(0, MOST)
    .map(({ incident, reason, shared }) => ({ incident, reason, shared, hypothesis: findHypothesis(incident, same) }))
}

/**
 * The incident to preselect: the first one that matches every source, or the only one that matches any of them.
 * Undefined if several incidents match some of the sources each.
 * @param suggestions sorted as by `suggestIncidents`
 * @param count number of sources
 */
export function findLikeliestIncident(
  suggestions: readonly IncidentSuggestion[],
  count: number
): IncidentSuggestion | undefined {
  const [first, ...others] = suggestions.filter(({ shared }) => shared > 0)
  return others.length === 0 || first?.shared === count ? first : undefined
}

/** The suggested incidents that at least one source can still be added to. */
export const findUnlinked = (
  suggestions: readonly IncidentSuggestion[],
  sources: readonly { id: string }[]
): IncidentSuggestion[] =>
  suggestions.filter(({ incident }) => {
    const linked = listEvidenceIds(incident)
    return sources.some(({ id }) => !linked.has(id))
  })

type Test = readonly [SuggestionReason, (incident: OpenIncident) => boolean]

/** Tests whether an incident has evidence about the same resource, closest match first. */
const sameResourceTests = (sources: readonly EvidenceSource[]): readonly Test[] => [
  ['same check', isAbout('check_id', sources, ({ id }) => [id])],
  ['same insight', isAbout('config_analysis_id', sources, ({ id }) => [id])],
  ['same config item', isAbout('config_id', sources, ({ configs }) => configs)],
  ['same component', isAbout('component_id', sources, ({ components }) => components)],
]

const findHypothesis = (incident: OpenIncident, same: readonly Test[]): string | undefined =>
  same.flatMap(([, test]) => incident.hypotheses.filter((one) => test({ ...incident, hypotheses: [one] })))[0]?.id

const allEvidence = ({ hypotheses }: OpenIncident) => hypotheses.flatMap(({ evidences }) => evidences)

const isAbout = (
  column: 'check_id' | 'config_analysis_id' | 'config_id' | 'component_id',
  sources: readonly EvidenceSource[],
  idsOf: (source: EvidenceSource) => readonly string[]
) => {
  const ids = new Set<unknown>(sources.flatMap(idsOf))
  return (incident: OpenIncident) => allEvidence(incident).some((evidence) => ids.has(evidence[column]))
}

function isInNamespace(sources: readonly EvidenceSource[]) {
  // The empty name is the default namespace, whose resources need not be related.
  const names = new Set<unknown>(sources.flatMap(({ namespace }) => namespace || []))
  return (incident: OpenIncident) => allEvidence(incident).some(({ checks: check }) => names.has(check?.namespace))
}

/** The incident that the user added evidence to last. */
function findLastUsed(open: readonly OpenIncident[], personId: string | undefined): OpenIncident | undefined {
  const times = open.map((incident) => {
    const own = allEvidence(incident).filter(({ created_by }) => personId !== undefined && created_by === personId)
    return { incident, at: Math.max(0, ...own.map(({ created_at }) => Date.parse(created_at ?? '') || 0)) }
  })
  return times.toSorted((a, b) => b.at - a.at).find(({ at }) => at > 0)?.incident
}

/** The names of the sources that are already evidence of an incident. */
export const findLinkedNames = (
  incident: OpenIncident,
  sources: readonly { id: string; label: string }[]
): string[] => {
  const linked = listEvidenceIds(incident)
  return sources.filter(({ id }) => linked.has(id)).map(({ label }) => label)
}
