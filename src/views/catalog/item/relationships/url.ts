import { z } from 'zod/mini'
import { walkDirections, MOST_STEPS, relationKinds, type RelationshipWalk } from '@/api/catalog/relationships'
import { createGroupedAddress } from '@/views/shared/list/list-address'
import { filterParam, flagParam } from '@/views/shared/url-state/fields'
import { defineUrlState } from '@/views/shared/url-state/url-state'

const steps = z.codec(z.string().check(z.regex(/^\d{1,2}$/)), z.int().check(z.gte(1), z.lte(MOST_STEPS)), {
  decode: Number,
  encode: String,
})

/** URL state of the Relationships tab: the filters and the layout. */
export const relationsUrl = defineUrlState({
  direction: z._default(z.enum(walkDirections), 'outgoing'),
  incoming: z._default(z.enum(relationKinds), 'hard'),
  outgoing: z._default(z.enum(relationKinds), 'hard'),
  depth: z._default(steps, MOST_STEPS),
  /** Undefined uses the user's preference. */
  deleted: z.optional(flagParam),
  configType: filterParam,
  health: filterParam,
  status: filterParam,
  layout: z._default(z.enum(['list', 'graph']), 'list'),
})
export type RelationsState = ReturnType<typeof relationsUrl.parse>

/** The request to the server. */
export const toWalk = (state: RelationsState, isDeletedPreferred: boolean): RelationshipWalk => ({
  direction: state.direction,
  incoming: state.incoming,
  outgoing: state.outgoing,
  steps: state.depth,
  withDeleted: state.deleted ?? isDeletedPreferred,
  filters: { configType: state.configType, health: state.health, status: state.status },
})

/** Sort order and grouping of the list in the URL. Grouped by type by default. */
export const relatedListUrl = createGroupedAddress('type')
