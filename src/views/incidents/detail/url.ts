import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { paths } from '../../../lib/paths'
import { defineDetailAddress } from '../../shell/list/detail/address'
import { defineUrlState } from '../../url-state/url-state'

/** Several people work on an incident at once: how often what is shown of it is renewed, in milliseconds. */
export const POLL_MS = 15_000

/** What there is about an incident, the first of them without a word in the address. */
export const incidentPanels = ['hypotheses', 'timeline', 'done', 'related'] as const
export type IncidentPanel = (typeof incidentPanels)[number]

const panelUrl = defineUrlState({ panel: z._default(z.enum(incidentPanels), 'hypotheses') })

/** Where a panel of an incident is. What belongs to the lists of other panels does not come along. */
export const pathOfPanel = (id: string, panel: IncidentPanel) =>
  panel === 'hypotheses' ? paths.incident(id) : `${paths.incident(id)}?panel=${panel}`

/** The incident and the panel in the address. */
export function useIncidentAddress(): { id: string; panel: IncidentPanel } {
  const [, found] = useRoute(`${paths.incidents}/:id`)
  return { id: found?.id ?? '', panel: panelUrl.use().panel }
}

/** The hypothesis, evidence or comment that is shown beside the tree. */
export const rowAddress = defineDetailAddress('row', ['about'])
