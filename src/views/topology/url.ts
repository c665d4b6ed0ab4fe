import { z } from 'zod/mini'
import { filter, flag } from '../url-state/fields'
import { defineUrlState } from '../url-state/url-state'

export const layouts = ['cards', 'tree', 'picture'] as const
export type TopologyLayout = (typeof layouts)[number]

/** What the dashboard shows, in its address; search and order are where those of all lists are. */
export const topologyUrl = defineUrlState({
  /** By health. The name is the protocol's. */
  status: filter,
  type: filter,
  team: filter,
  agent_id: filter,
  /** `tier=gold:1` */
  labels: filter,
  showHiddenComponents: z._default(flag, true),
  layout: z._default(z.enum(layouts), 'cards'),
})
export type TopologyState = ReturnType<typeof topologyUrl.parse>
