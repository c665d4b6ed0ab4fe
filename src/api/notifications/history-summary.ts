import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type FilterValues, formatRequestFilter } from '@/shared/filter-values'
import type { ListQuery } from '@/lib/list-query'
import type { Target } from '@/lib/kinds'
import { silencedKinds } from '@/lib/notifications/silence'
import { readMember } from '@/lib/tags'
import { ApiError, call, type ResultPage } from '../http'
import { timestamp } from '../time'
import { historyKey } from './unread'

const text = z.nullish(z.string())

const row = z.object({
  /** Null for events of incidents, which are counted together. */
  resource: z.nullish(
    z.object({ id: z.guid(), name: text, type: text, health: text, status: text, deleted_at: z.nullish(timestamp) })
  ),
  resource_type: text,
  resource_kind: text,
  first_observed: timestamp,
  last_seen: timestamp,
  total: z.int(),
  last_message: text,
  sent: z.int(),
  error: z.int(),
  suppressed: z.int(),
  in_progress: z.int(),
})
/** The notifications about one resource, as numbers. */
export type NotificationSummaryRow = z.infer<typeof row> & { id: string }

const answer = z.object({ total: z.int(), results: z.nullish(z.array(row)) })

const PATH = '/api/notification/summary'
/** Maximum number of rows in a response of the server. */
const MOST_SUMMARY_ROWS = 50

/** The list syntax `a,!b`; undefined for no filter. */
const listOf = (values: FilterValues = {}) => formatRequestFilter(values) || undefined

/** The tags as a label selector. Of several values of a key, any is enough. */
function selectorOf(values: FilterValues = {}): string | undefined {
  const of = (mode: 'include' | 'exclude') => {
    const byKey = new Map<string, string[]>()
    for (const [written, is] of Object.entries(values)) {
      if (is !== mode) continue
      const [key, value] = readMember(written)
      byKey.set(key, [...(byKey.get(key) ?? []), value])
    }
    return [...byKey]
  }
  const terms = [
    ...of('include').map(([key, list]) => `${key} in (${list.join(',')})`),
    ...of('exclude').map(([key, list]) => `${key} notin (${list.join(',')})`),
  ]
  return terms.join(',') || undefined
}

/** The id of the row that counts events of incidents, which have no resource. */
const NO_RESOURCE = '00000000-0000-0000-0000-000000000000'

const requestOf = ({ search, filters, time, withDeleted = false }: ListQuery) => {
  const { from, to } = time?.span() ?? {}
  // A comma would separate several names.
  const words = search.trim().replaceAll(',', '*')
  return {
    groupBy: ['resource'],
    resourceKind: listOf(filters['kind']),
    resourceType: listOf(filters['type']),
    tags: selectorOf(filters['tags']),
    // Anywhere in the name, as in the list of notifications.
    search: words === '' ? undefined : `*${words}*`,
    from: from?.toISOString(),
    to: to?.toISOString(),
    includeDeletedResources: withDeleted,
  }
}

/** Larger pages are read in parts, because a response of the server has at most `MOST_SUMMARY_ROWS` rows. */
async function readSummary(
  query: ListQuery,
  page: { index: number; size: number },
  signal: AbortSignal
): Promise<ResultPage<NotificationSummaryRow>> {
  const request = requestOf(query)
  const pageSize = Math.min(page.size, MOST_SUMMARY_ROWS)
  const parts = Math.ceil(page.size / pageSize)
  const rows: z.infer<typeof row>[] = []
  for (let part = 0; ; part++) {
    const { total, results } = await call({
      method: 'post',
      path: PATH,
      body: { ...request, pageIndex: page.index * parts + part, pageSize },
      schema: answer,
      signal,
    })
    rows.push(...(results ?? []))
    if (part + 1 >= parts || (results?.length ?? 0) < pageSize)
      return { rows: rows.map((one) => ({ ...one, id: one.resource?.id ?? NO_RESOURCE })), total }
  }
}

/** The resource of a row; undefined for events of incidents. */
export function summaryResource({
  resource,
  resource_kind,
}: Pick<NotificationSummaryRow, 'resource' | 'resource_kind'>): Target<(typeof silencedKinds)[number]> | undefined {
  const kind = silencedKinds.find((one) => one === resource_kind)
  return kind && resource ? { kind, id: resource.id, label: resource.name || resource.type || 'Unnamed' } : undefined
}

export const notificationSummary = {
  /** A page of the resources with notifications, the latest first. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...historyKey, 'summary', { ...query, time: query.time?.range }, page],
      queryFn: ({ signal }) => readSummary(query, page, signal),
    }),

  /** Whether the backend can summarise notifications. Earlier ones cannot. */
  isOffered: () =>
    queryOptions({
      queryKey: [...historyKey, 'isSummaryOffered'],
      queryFn: async ({ signal }): Promise<boolean> => {
        try {
          await call({
            method: 'post',
            path: PATH,
            body: { groupBy: ['resource'], pageIndex: 0, pageSize: 1 },
            schema: answer,
            signal,
          })
          return true
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return false
          throw error
        }
      },
      staleTime: 'static',
    }),
}
