import type { EvidenceSource } from '../../api/evidence-sources'
import { checksOf, type IncidentFound } from '../../api/incidents'

/** Why an incident is offered before others. */
export type Reason = 'same check' | 'same config item' | 'same component' | 'same namespace' | 'used last'

export type Suggestion = { incident: IncidentFound; reason: Reason | undefined }

/** More are found by their title. */
const MOST = 4

/**
 * The open incidents that checks are most likely to belong to: first those about the same thing, then the one that this
 * person added to last, then the newest.
 * @param open the newest first
 */
export function suggest(
  open: readonly IncidentFound[],
  sources: readonly EvidenceSource[],
  personId: string | undefined
): Suggestion[] {
  const last = usedLast(open, personId)
  const tests: readonly (readonly [Reason, (incident: IncidentFound) => boolean])[] = [
    ['same check', isAbout('check_id', sources, ({ id }) => [id])],
    ['same config item', isAbout('config_id', sources, ({ configs }) => configs)],
    ['same component', isAbout('component_id', sources, ({ components }) => components)],
    ['same namespace', isInNamespace(sources)],
    ['used last', (incident) => incident === last],
  ]
  return open
    .map((incident) => ({ incident, rank: tests.findIndex(([, test]) => test(incident)) }))
    .toSorted((a, b) => (a.rank === -1 ? tests.length : a.rank) - (b.rank === -1 ? tests.length : b.rank))
    .slice(0, MOST)
    .map(({ incident, rank }) => ({ incident, reason: tests[rank]?.[0] }))
}

const evidencesOf = ({ hypotheses }: IncidentFound) => hypotheses.flatMap(({ evidences }) => evidences)

const isAbout = (
  column: 'check_id' | 'config_id' | 'component_id',
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

/** The names of the checks that are evidence of an incident already. */
export const namesIn = (incident: IncidentFound, sources: readonly { id: string; label: string }[]): string[] => {
  const known = checksOf(incident)
  return sources.filter(({ id }) => known.has(id)).map(({ label }) => label)
}
