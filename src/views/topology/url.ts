import { z } from 'zod/mini'
import { filterParam, flagParam } from '../shared/url-state/fields'
import { defineUrlState } from '../shared/url-state/url-state'

export const topologyLayouts = ['cards', 'tree', 'picture'] as const
export type TopologyLayout = (typeof topologyLayouts)[number]

/** URL state of the dashboard. Search and sort order are in the URL state shared by all lists. */
export const topologyUrl = defineUrlState({
  /** Filters by health. The protocol defines this name. */
  status: filterParam,
  type: filterParam,
  team: filterParam,
  agent_id: filterParam,
  /** Label filters, such as `tier=gold:1`. */
  labels: filterParam,
  showHiddenComponents: z._default(flagParam, true),
  layout: z._default(z.enum(topologyLayouts), 'cards'),
})
export type TopologyState = ReturnType<typeof topologyUrl.parse>

/** The filter of components that need attention. */
export const failingOnly: Pick<TopologyState, 'status'> = { status: { unhealthy: 'include', warning: 'include' } }
