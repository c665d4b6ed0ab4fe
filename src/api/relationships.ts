import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type FilterValues, filterKey, formatRequestFilter } from '../lib/filter-values'
import { catalog, type ConfigRow, configRow } from './catalog'
import { nameOfConfig } from '../lib/config-name'
import { call, type Query } from './http'
import { chosenIn } from './list-conditions'
import { rowNames } from './row-names'

const { config_class: _class, description: _description, labels: _labels, ...shared } = configRow.shape

const row = z.object({
  ...shared,
  /** The ids of what it leads to in the walk, shown or not; null where there is nothing. */
  related_ids: z.nullish(z.array(z.string())),
})

/** An item that the walk has reached. The call has no class of it: the end of its type stands for that. */
export type RelatedRow = ConfigRow & { related_ids: readonly string[] }

/** Which way relationships are followed from an item: `outgoing` is downstream. */
export const directions = ['outgoing', 'incoming', 'all'] as const
export type Direction = (typeof directions)[number]

/** `both`: soft relationships besides the hard ones. */
export const relationKinds = ['hard', 'both'] as const
export type RelationKind = (typeof relationKinds)[number]

/** As many steps as the backend is asked for by default, and at most. */
export const MOST_STEPS = 10

/** The fields that the items of a walk are filtered by, by their names in the address, and their columns. */
export const relationFilters = { configType: 'type', health: 'health', status: 'status' } as const

export type Walk = {
  direction: Direction
  incoming: RelationKind
  outgoing: RelationKind
  /** 1..10. */
  steps: number
  withDeleted: boolean
  filters: Readonly<Record<keyof typeof relationFilters, FilterValues>>
}

/** The protocol's own filter, where it can say what is meant: it has no word for what has no value at all. */
function conditionOf(column: string, values: FilterValues): Query {
  const isOnlyIncluding = Object.values(values).every((mode) => mode === 'include')
  const written = isOnlyIncluding ? formatRequestFilter(values) : undefined
  return written === undefined ? chosenIn(column, values) : written === '' ? [] : [[filterKey(column), written]]
}

const questionOf = (id: string, walk: Walk): Query => [
  ['config_id', id],
  ['include_deleted_configs', String(walk.withDeleted)],
  ['max_depth', String(walk.steps)],
  ['type_filter', walk.direction],
  ...(walk.direction === 'outgoing' ? [] : ([['incoming_relation', walk.incoming]] as const)),
  ...(walk.direction === 'incoming' ? [] : ([['outgoing_relation', walk.outgoing]] as const)),
  ...Object.entries(relationFilters).flatMap(([field, column]) =>
    conditionOf(column, walk.filters[field as keyof typeof relationFilters])
  ),
]

const all = [...catalog.all, 'relationships'] as const

export const relationships = {
  all,

  /** All that an item is related to, itself and what it is part of included, the nearest first: `related_configs_recursive`. */
  of: (id: string, walk: Walk) =>
    queryOptions({
      queryKey: [...all, id, walk],
      meta: { names: rowNames<RelatedRow>('config', nameOfConfig) },
      queryFn: async ({ signal }): Promise<RelatedRow[]> => {
        const rows = await call({
          path: '/api/db/rpc/related_configs_recursive',
          query: questionOf(id, walk),
          schema: z.array(row),
          signal,
        })
        return rows.map((one) => ({
          ...one,
          config_class: one.type.split('::').at(-1) ?? one.type,
          related_ids: one.related_ids ?? [],
        }))
      },
    }),
}
