import { queryOptions } from '@tanstack/react-query'
import { evidenceSources } from '../../api/evidence-sources'
import { type IncidentFound, incidents } from '../../api/incidents'
import type { EvidenceOf } from '../../lib/evidence-kinds'
import { whoami } from '../../api/whoami'
import { type Prefill, prefillOf } from './prefill'
import { likeliest, suggest, type Suggestion } from './suggest'

/** What the form of evidence begins with. */
export type LinkChoices = {
  prefill: Prefill
  suggestions: readonly Suggestion[]
  /** Whether there are open incidents that are not suggested. */
  hasMore: boolean
  /** The incident that was chosen beforehand, for example by a link. */
  chosen: IncidentFound | undefined
  /** The open incident that it belongs to, as far as can be told. */
  likeliest: Suggestion | undefined
}

/**
 * The choices for what becomes evidence; null when the incident that was chosen beforehand is gone.
 * @param incidentId empty: none was
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
    // What checks say changes with every run.
    staleTime: 0,
    gcTime: 0,
  })
