import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { catalog } from './catalog'
import { call } from '../http'
import { timestamp } from '../time'

const counts = z.nullish(z.record(z.string(), z.number()))

const group = z.looseObject({
  type: z.string(),
  count: z.number(),
  health: counts,
  analysis: counts,
  changes: z.nullish(z.number()),
  cost_30d: z.nullish(z.number()),
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
})

/** Null instead of a list if there are no items. */
const rowsOf = <T>(row: z.ZodMiniType<T>) =>
  z.pipe(
    z.nullable(z.array(row)),
    z.transform((rows) => rows ?? [])
  )

/** The items of one type, or of one type and one value of a tag. */
export type TypeSummary = z.infer<typeof group> & {
  /** Undefined if the items are not grouped by a tag; null for items without the tag. */
  tag: { key: string; value: string | null } | undefined
}

/**
 * Items grouped by type, with their changes of the last seven days, as in the list, and their costs of the last 30
 * days.
 */
export const catalogSummary = ({ tag, withDeleted }: { tag: string | undefined; withDeleted: boolean }) =>
  queryOptions({
    queryKey: [...catalog.all, 'summary', tag, withDeleted],
    queryFn: async ({ signal }): Promise<TypeSummary[]> => {
      const rows = await call({
        method: 'post',
        path: '/api/catalog/summary',
        body: {
          groupBy: tag === undefined ? ['type'] : ['type', tag],
          deleted: withDeleted,
          changes: { since: '7d' },
          cost: '30d',
        },
        schema: rowsOf(group),
        signal,
      })
      return rows.map((row) => ({ ...row, tag: tag === undefined ? undefined : { key: tag, value: textOf(row[tag]) } }))
    },
  })

/**
 * The cost of each type on the last day. A summary has the costs of one period only, so this takes a second request.
 */
export const dayCosts = ({ withDeleted }: { withDeleted: boolean }) =>
  queryOptions({
    queryKey: [...catalog.all, 'day costs', withDeleted],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const rows = await call({
        method: 'post',
        path: '/api/catalog/summary',
        body: { groupBy: ['type'], deleted: withDeleted, cost: '1d' },
        schema: rowsOf(z.object({ type: z.string(), cost_1d: z.nullish(z.number()) })),
        signal,
      })
      return new Map(
        rows.flatMap(({ type, cost_1d: cost }) => (typeof cost === 'number' ? [[type, cost] as const] : []))
      )
    },
    // Costs are updated once a day.
    staleTime: 600_000,
  })

/** A response has the tag as a further member, under its own name. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
