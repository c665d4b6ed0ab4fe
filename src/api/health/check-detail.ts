import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { ListQuery } from '@/lib/list-query'
import { relationMembers, selectedRelations } from './check-relations'
import { checks, checkStatus } from './checks'
import { ApiError, call, callPage, type QueryParams } from '../http'
import { eq, gt, gte, limit, offset, order, select } from '../postgrest'
import { timestamp } from '../time'

/**
 * The row of a check with its relations. It has the members that the summary omits, and also exists for checks that the
 * summary omits.
 */
const checkDetail = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.string(),
  status: z.catch(z.enum(['healthy', 'unhealthy', 'unknown']), 'unknown'),
  namespace: z.nullish(z.string()),
  description: z.nullish(z.string()),
  icon: z.nullish(z.string()),
  severity: z.nullish(z.string()),
  labels: z.nullish(z.record(z.string(), z.string())),
  /** The part of the canary spec that defines this check. */
  spec: z.nullish(z.record(z.string(), z.unknown())),
  last_runtime: z.nullish(timestamp),
  last_transition_time: z.nullish(timestamp),
  next_runtime: z.nullish(timestamp),
  silenced_at: z.nullish(timestamp),
  deleted_at: z.nullish(timestamp),
  canaries: z.nullish(z.object({ id: z.guid(), name: z.string(), source: z.nullish(z.string()) })),
  agents: z.nullish(z.object({ id: z.guid(), name: z.string() })),
  ...relationMembers,
})
export type CheckDetail = z.infer<typeof checkDetail>

const checkGraph = z.object({
  // Null if no check ran in the window.
  status: z.nullish(
    z.array(
      z.object({
        time: timestamp,
        /** Average duration of the runs in this part of the window, in milliseconds. */
        duration: z.number(),
        passed: z._default(z.int(), 0),
        failed: z._default(z.int(), 0),
      })
    )
  ),
  /** Milliseconds; absent without measurements. */
  latency: z.object({ p95: z.optional(z.number()), p97: z.optional(z.number()), p99: z.optional(z.number()) }),
  uptime: z.object({ passed: z.int(), failed: z.int() }),
})
export type CheckGraph = z.infer<typeof checkGraph>

/** Which runs of a check to request. */
export type RunFilter = {
  status: 'healthy' | 'unhealthy' | undefined
  /** Minimum duration of a run, in milliseconds. */
  durationMs: number | undefined
}

/** Number of points in the graph. Specification, "Business constants". */
export const GRAPH_POINTS = 300

const HISTORY_STALE_MS = 10_000

export const checkDetails = {
  /** The canary of a check, as written. */
  spec: (id: string) =>
    queryOptions({
      queryKey: [...checks.all, 'spec', id],
      queryFn: async ({ signal }) => {
        const [found] = await call({
          path: '/api/db/checks',
          query: [eq('id', id), select('canaries(name,namespace,labels,spec)')],
          schema: z.array(z.object({ canaries: z.nullable(z.record(z.string(), z.unknown())) })),
          signal,
        })
        if (!found?.canaries) throw new ApiError('http', 'This check has no spec.', { status: 404 })
        return found.canaries
      },
    }),

  /**
   * One check; null if it does not exist.
   * @param isAlone omits the relations, for deployments with checks only
   */
  byId: (id: string, isAlone = false) =>
    queryOptions({
      queryKey: [...checks.all, 'byId', id, ...(isAlone ? ['alone'] : [])],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/checks',
          query: [
            eq('id', id),
            select(
              '*',
              'canaries!checks_canary_id_fkey(id,name,source)',
              'agents!checks_agent_id_fkey(id,name)',
              ...(isAlone ? [] : selectedRelations)
            ),
          ],
          schema: z.array(checkDetail),
          signal,
        }),
      select: ([first]) => first ?? null,
    }),

  /**
   * A page of the runs within the last `windowMs`, and the total number of runs.
   * @param sort by `age`, `duration` or `message`; the newest run first by default
   */
  history: (
    id: string,
    windowMs: number,
    filter: RunFilter,
    page: { index: number; size: number },
    sort?: ListQuery['sort']
  ) =>
    queryOptions({
      queryKey: [...checks.all, 'history', id, windowMs, filter, page, sort],
      queryFn: ({ signal }) =>
        callPage({
          path: '/api/db/check_statuses',
          query: [
            ...runConditions(id, windowMs, filter),
            historyOrder(sort),
            select('time', 'status', 'duration', 'message', 'error'),
            limit(page.size),
            offset(page.index * page.size),
          ],
          schema: checkStatus,
          signal,
        }),
      staleTime: HISTORY_STALE_MS,
      placeholderData: (previous, query) => (query?.queryKey[2] === id ? keepPreviousData(previous) : undefined),
    }),

  /** The results of the runs within the last `windowMs`, as a series and in total. */
  graph: (id: string, windowMs: number) =>
    queryOptions({
      queryKey: [...checks.all, 'graph', id, windowMs],
      queryFn: ({ signal }) =>
        call({
          path: '/api/canary/api/graph',
          query: [
            ['check', id],
            ['count', String(GRAPH_POINTS)],
            // Minutes, because the length of a month is ambiguous.
            ['start', `${Math.round(windowMs / 60_000)}m`],
          ],
          schema: checkGraph,
          signal,
        }),
      staleTime: HISTORY_STALE_MS,
      placeholderData: (previous, query) => (query?.queryKey[2] === id ? keepPreviousData(previous) : undefined),
    }),
}

/** Conditions for the runs of a check within the last `windowMs` that match the filter. */
export const runConditions = (
  id: string,
  windowMs: number,
  { status, durationMs }: Partial<RunFilter> = {}
): QueryParams => [
  eq('check_id', id),
  gt('time', new Date(Date.now() - windowMs).toISOString()),
  ...(status ? [eq('status', status === 'healthy' ? 1 : 0)] : []),
  ...(durationMs === undefined ? [] : [gte('duration', durationMs)]),
]

/** Runs with equal values are ordered by time, so that no run is on two pages. */
function historyOrder(sort: ListQuery['sort']) {
  const direction = sort?.isDescending ? 'desc' : 'asc'
  switch (sort?.column) {
    case 'duration':
      return order(`duration.${direction}.nullslast`, 'time.desc')
    case 'message':
      // A run with an error shows the error instead of the message.
      return order(`error.${direction}.nullslast`, `message.${direction}.nullslast`, 'time.desc')
    default:
      // The oldest run has the highest age.
      return order(sort?.column === 'age' && sort.isDescending ? 'time.asc' : 'time.desc')
  }
}

/** The endpoint of a check: the first of these members in its spec, without the credentials of a URL. */
export function safeCheckEndpoint({ spec, type }: Pick<CheckDetail, 'spec' | 'type'>): string | null {
  const names = ['url', 'endpoint', 'addr', 'address', 'host', 'server', 'connection', 'path', 'query'] as const
  const found = names.map((name) => spec?.[name]).find((value) => typeof value === 'string' && value !== '')
  // Without a scheme, the password can be anywhere in the address of a database.
  if (['mysql', 'mssql'].includes(type) && !String(found).includes('://')) return null
  return typeof found === 'string' ? found.replace(/(?<=:\/\/)[^/@\s]*@/, '') : null
}
