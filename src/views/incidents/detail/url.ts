import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { incidentPage, incidentsPage } from '@/shared/pages/incidents'
import { defineDetailAddress } from '../../shared/list/detail/detail-address'
import { defineUrlState } from '../../shared/url-state/url-state'

/** Milliseconds between refreshes: several users work on an incident at the same time. */
export const INCIDENT_POLL_MS = 15_000

/** The tabs of an incident. The first one is the default and has no URL parameter. */
const incidentPanels = ['hypotheses', 'timeline', 'done', 'related'] as const
export type IncidentPanel = (typeof incidentPanels)[number]

const panelUrl = defineUrlState({ panel: z._default(z.enum(incidentPanels), 'hypotheses') })

/** The URL of a tab, without the list parameters of other tabs. */
export const incidentPanelPath = (id: string, panel: IncidentPanel) =>
  panel === 'hypotheses' ? incidentPage.at(id) : `${incidentPage.at(id)}?panel=${panel}`

/** The incident and the tab in the URL. */
export function useIncidentAddress(): { id: string; panel: IncidentPanel } {
  const [, found] = useRoute(`${incidentsPage.path}/:id`)
  return { id: found?.id ?? '', panel: panelUrl.use().panel }
}

/** The hypothesis, evidence or comment whose detail is open beside the tree. */
export const treeRowAddress = defineDetailAddress('row', ['about'])
