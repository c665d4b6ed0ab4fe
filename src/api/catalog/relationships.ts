import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type FilterValues, filterKey, formatRequestFilter } from '@/shared/filter-values'
import { catalog, type ConfigRow, configRow } from './catalog'
import { configItemName } from '@/lib/catalog/config-name'
import { call, type QueryParams } from '../http'
import { select } from '../postgrest'
import { filterConditions } from '../list-conditions'
import { rowNames } from '../names'

const { config_class: _class, description: _description, labels: _labels, ...shared } = configRow.shape

const row = z.object({
  ...shared,
  /** Ids of the related items in the walk, whether listed or not; null if there are none. */
  related_ids: z.nullish(z.array(z.string())),
})

/** An item that the walk has reached. The call returns no class, so the last part of the type is used instead. */
export type RelationshipRow = ConfigRow & {
  related_ids: readonly string[]
  /** The related items that only a soft relationship connects. Absent if there are none. */
  soft_ids?: readonly string[]
}

/** A relationship of the walk, in its direction. */
const edge = z.object({ id: z.string(), related_id: z.string(), relation_type: z.nullish(z.string()) })

/** Relation types of the hierarchy. All other types are derived by a scraper, and soft. */
const hard: ReadonlySet<string | null | undefined> = new Set(['hard', 'parent'])

/** Direction in which relationships are followed from an item: `outgoing` is downstream. */
export const walkDirections = ['outgoing', 'incoming', 'all'] as const
export type WalkDirection = (typeof walkDirections)[number]

/** `both` includes soft relationships. */
export const relationKinds = ['hard', 'both'] as const
export type RelationKind = (typeof relationKinds)[number]

/** The default and maximum number of steps of the backend. */
export const MOST_STEPS = 10

/** Filters of the items of a walk by their names in the address, with their columns. */
const relationFilters = { configType: 'type', health: 'health', status: 'status' } as const

export type RelationshipWalk = {
  direction: WalkDirection
  incoming: RelationKind
  outgoing: RelationKind
  /** 1..10. */
  steps: number
  withDeleted: boolean
  filters: Readonly<Record<keyof typeof relationFilters, FilterValues>>
}

/** Uses the filter of the protocol if it can express the values. It cannot match items without a value. */
function conditionOf(column: string, values: FilterValues): QueryParams {
  const isOnlyIncluding = Object.values(values).every((mode) => mode === 'include')
  const written = isOnlyIncluding ? formatRequestFilter(values) : undefined
  return written === undefined ? filterConditions(column, values) : written === '' ? [] : [[filterKey(column), written]]
}

const walkParams = (id: string, walk: RelationshipWalk): QueryParams => [
  ['config_id', id],
  ['max_depth', String(walk.steps)],
  ['type_filter', walk.direction],
  ...(walk.direction === 'outgoing' ? [] : ([['incoming_relation', walk.incoming]] as const)),
  ...(walk.direction === 'incoming' ? [] : ([['outgoing_relation', walk.outgoing]] as const)),
]

const walkQuery = (id: string, walk: RelationshipWalk): QueryParams => [
  ...walkParams(id, walk),
  ['include_deleted_configs', String(walk.withDeleted)],
  ...Object.entries(relationFilters).flatMap(([field, column]) =>
    conditionOf(column, walk.filters[field as keyof typeof relationFilters])
  ),
]

/** Whether soft relationships are followed. */
const isSoftToo = ({ direction, incoming, outgoing }: RelationshipWalk) =>
  (direction !== 'incoming' && outgoing === 'both') || (direction !== 'outgoing' && incoming === 'both')

const pair = (from: string, to: string) => `${from} ${to}`

/** The pairs of items that only soft relationships connect. Sends no request if soft relationships are not followed. */
async function softPairs(id: string, walk: RelationshipWalk, signal: AbortSignal): Promise<ReadonlySet<string>> {
  if (!isSoftToo(walk)) return new Set()
  const edges = await call({
    path: '/api/db/rpc/config_relationships_recursive',
    query: [...walkParams(id, walk), select(...Object.keys(edge.shape))],
    schema: z.array(edge),
    signal,
  })
  const isHard = ({ relation_type: type }: z.infer<typeof edge>) => hard.has(type)
  const soft = new Set(edges.flatMap((one) => (isHard(one) ? [] : [pair(one.id, one.related_id)])))
  // Two items may be connected by both kinds of relationships.
  for (const one of edges) if (isHard(one)) soft.delete(pair(one.id, one.related_id))
  return soft
}

const all = [...catalog.all, 'relationships'] as const

export const relationships = {
  all,

  /**
   * All items related to an item, including itself and its ancestors, the nearest first: `related_configs_recursive`.
   */
  of: (id: string, walk: RelationshipWalk) =>
    queryOptions({
      queryKey: [...all, id, walk],
      meta: { names: rowNames<RelationshipRow>('config', configItemName) },
      queryFn: async ({ signal }): Promise<RelationshipRow[]> => {
        const [rows, soft] = await Promise.all([
          call({
            path: '/api/db/rpc/related_configs_recursive',
            query: walkQuery(id, walk),
            schema: z.array(row),
            signal,
          }),
          softPairs(id, walk, signal),
        ])
        return rows.map((one) => ({
          ...one,
          config_class: one.type.split('::').at(-1) ?? one.type,
          related_ids: one.related_ids ?? [],
          soft_ids: (one.related_ids ?? []).filter((to) => soft.has(pair(one.id, to))),
        }))
      },
    }),
}
