import { queryOptions } from '@tanstack/react-query'
import { evidenceSources } from '../../api/evidence-sources'
import { type IncidentFound, incidents } from '../../api/incidents'
import type { EvidenceOf } from '../../lib/evidence-kinds'
import { whoami } from '../../api/whoami'
import { type Prefill, prefillOf } from './prefill'
import { likeliest, suggest, type Suggestion } from './suggest'

/** The data of the "Link to incident" form. */
export type LinkChoices = {
  prefill: Prefill
  suggestions: readonly Suggestion[]
  /** Whether there are open incidents that are not suggested. */
  hasMore: boolean
  /** The preselected incident, for example by a link. */
  chosen: IncidentFound | undefined
  /** The open incident that the evidence most likely belongs to. */
  likeliest: Suggestion | undefined
}

/**
 * Loads the choices for new evidence; null when the preselected incident no longer exists.
 * @param incidentId the preselected incident, or an empty string
 */
export const linkChoices = (sources: readonly EvidenceOf[], incidentId: string) =>
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
      const suggestions = suggest(open, known, payload.user.id)
      return {
        prefill: prefillOf(known),
        suggestions,
        hasMore: open.length > suggestions.length,
        chosen,
        likeliest: likeliest(suggestions, sources.length),
      }
    },
    // The message of a check changes with every run.
    staleTime: 0,
    gcTime: 0,
  })
