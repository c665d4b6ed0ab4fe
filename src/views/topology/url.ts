import { z } from 'zod/mini'
import { filter, flag } from '../url-state/fields'
import { defineUrlState } from '../url-state/url-state'

export const layouts = ['cards', 'tree', 'picture'] as const
export type TopologyLayout = (typeof layouts)[number]

/** URL state of the dashboard. Search and sort order are in the URL state shared by all lists. */
export const topologyUrl = defineUrlState({
  /** Filters by health. The protocol defines this name. */
  status: filter,
  type: filter,
  team: filter,
  agent_id: filter,
  /** Label filters, such as `tier=gold:1`. */
  labels: filter,
  showHiddenComponents: z._default(flag, true),
  layout: z._default(z.enum(layouts), 'cards'),
})
export type TopologyState = ReturnType<typeof topologyUrl.parse>
