import { queryOptions } from '@tanstack/react-query'
import { evidenceSources } from '@/api/incidents/evidence-sources'
import { type OpenIncident, incidents } from '@/api/incidents/incidents'
import type { EvidenceRef } from '@/lib/incidents/evidence-kinds'
import { whoami } from '@/api/sign-in/whoami'
import { type IncidentPrefill, prefillIncident } from './prefill'
import { findLikeliestIncident, findUnlinked, suggestIncidents, type IncidentSuggestion } from './suggestions'

/** The data of the "Link to incident" form. */
export type LinkChoices = {
  prefill: IncidentPrefill
  suggestions: readonly IncidentSuggestion[]
  /** Whether there are open incidents that are not suggested. */
  hasMore: boolean
  /** The preselected incident, for example by a link. */
  chosen: OpenIncident | undefined
  /** The open incident that the evidence most likely belongs to, of those that do not have all of it yet. */
  likeliest: IncidentSuggestion | undefined
}

/**
 * Loads the choices for new evidence; null when the preselected incident no longer exists.
 * @param incidentId the preselected incident, or an empty string
 */
export const linkChoices = (sources: readonly EvidenceRef[], incidentId: string) =>
  queryOptions({
    queryKey: [...incidents.all, 'choices', sources, incidentId],
    queryFn: async ({ client }): Promise<LinkChoices | null> => {
      const [known, open, { payload }, chosen] = await Promise.all([
        client.fetchQuery(evidenceSources(sources)),
        client.fetchQuery({ ...incidents.open(), staleTime: 0 }),
        client.fetchQuery(whoami()),
        incidentId === '' ? undefined : client.fetchQuery({ ...incidents.found(incidentId), staleTime: 0 }),
      ])
      if (chosen === null) return null
      const suggestions = suggestIncidents(open, known, payload.user.id)
      return {
        prefill: prefillIncident(known),
        suggestions,
        hasMore: open.length > suggestions.length,
        chosen,
        likeliest: findLikeliestIncident(findUnlinked(suggestions, sources), sources.length),
      }
    },
    // The message of a check changes with every run.
    staleTime: 0,
    gcTime: 0,
  })
