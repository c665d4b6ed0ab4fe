import { z } from 'zod/mini'
import { directions, MOST_STEPS, relationKinds, type Walk } from '../../../../api/relationships'
import { groupedBy } from '../../../shell/list/list-address'
import { filter, flag } from '../../../url-state/fields'
import { defineUrlState } from '../../../url-state/url-state'

const steps = z.codec(z.string().check(z.regex(/^\d{1,2}$/)), z.int().check(z.gte(1), z.lte(MOST_STEPS)), {
  decode: Number,
  encode: String,
})

/** URL state of the Relationships tab: the filters and the layout. */
export const relationsUrl = defineUrlState({
  direction: z._default(z.enum(directions), 'outgoing'),
  incoming: z._default(z.enum(relationKinds), 'hard'),
  outgoing: z._default(z.enum(relationKinds), 'hard'),
  depth: z._default(steps, MOST_STEPS),
  /** Undefined uses the user's preference. */
  deleted: z.optional(flag),
  configType: filter,
  health: filter,
  status: filter,
  layout: z._default(z.enum(['list', 'graph']), 'list'),
})
export type RelationsState = ReturnType<typeof relationsUrl.parse>

/** The request to the server. */
export const walkOf = (state: RelationsState, isDeletedPreferred: boolean): Walk => ({
  direction: state.direction,
  incoming: state.incoming,
  outgoing: state.outgoing,
  steps: state.depth,
  withDeleted: state.deleted ?? isDeletedPreferred,
  filters: { configType: state.configType, health: state.health, status: state.status },
})

/** Sort order and grouping of the list in the URL. Grouped by type by default. */
export const groupedUrl = groupedBy('type')
