import { hashKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type RunFilter, runConditions } from './check-detail'
import { checks, type CheckStatus, runMessage } from './checks'
import { call, callPage } from '../http'
import { eq, gt, isNotNull, isNull, isOtherText, limit, lt, offset, or, order, select } from '../postgrest'
import { timestamp } from '../time'

/** Direction in time, seen from a run. */
type RunDirection = 'earlier' | 'later'

/** The runs beyond the page that continue a series of equal results. */
export type SeriesContinuation = {
  /** Number of runs of the series beyond the page. */
  count: number
  /** Time of the farthest of these runs; undefined if there are none. */
  farthest: string | undefined
  /** No run with another result follows within the time range. */
  isLast: boolean
}

/** Maximum length of a message to search for, in characters. A longer message does not fit into a URL. */
export const LONGEST_MESSAGE = 1000

const times = z.object({ time: timestamp })
const STALE_MS = 10_000

const from = (direction: RunDirection, time: string) => (direction === 'earlier' ? lt : gt)('time', time)
const until = (direction: RunDirection, time: string) => (direction === 'earlier' ? gt : lt)('time', time)
const nearestFirst = (direction: RunDirection) => order(direction === 'earlier' ? 'time.desc' : 'time.asc')
const farthestFirst = (direction: RunDirection) => order(direction === 'earlier' ? 'time.asc' : 'time.desc')

export const seriesContinuation = {
  /**
   * Continues the series of runs with the result and message of the last run of a page. Sends two requests, each for
   * one row.
   * @param page the page; while a response is pending, the previous response is shown only for the same page
   */
  alike: (
    id: string,
    windowMs: number,
    run: CheckStatus,
    direction: RunDirection,
    page: { index: number; size: number }
  ) => {
    const key = [...checks.all, 'alike', id, windowMs, direction, page, run.status, runMessage(run)] as const
    return queryOptions({
      queryKey: [...key, run.time],
      queryFn: async ({ signal }): Promise<SeriesContinuation> => {
        const path = '/api/db/check_statuses'
        const beyond = [...runConditions(id, windowMs), from(direction, run.time), select('time'), limit(1)]
        const [other] = await call({
          path,
          query: [...beyond, or(...otherResultConditions(run)), nearestFirst(direction)],
          schema: z.array(times),
          signal,
        })
        const { rows, total } = await callPage({
          path,
          query: [...beyond, ...(other ? [until(direction, other.time)] : []), farthestFirst(direction)],
          schema: times,
          signal,
        })
        return { count: total, farthest: rows[0]?.time, isLast: other === undefined }
      },
      staleTime: STALE_MS,
      placeholderData: (previous, query) =>
        hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(key) ? previous : undefined,
    })
  },

  /**
   * The failed run that is `by` failures away from a time, and its index among all runs of the list; null if there is
   * none.
   * @param isOldestFirst the order of the list
   */
  failed: (
    id: string,
    windowMs: number,
    filter: RunFilter,
    {
      time,
      direction,
      by,
      isOldestFirst,
    }: { time: string; direction: RunDirection; by: number; isOldestFirst: boolean }
  ) =>
    queryOptions({
      queryKey: [...checks.all, 'failedBeyond', id, windowMs, filter, time, direction, by, isOldestFirst],
      queryFn: async ({ signal }) => {
        const path = '/api/db/check_statuses'
        const runs = runConditions(id, windowMs, filter)
        const [found] = await call({
          path,
          query: [
            ...runs,
            eq('status', 0),
            from(direction, time),
            nearestFirst(direction),
            select('time'),
            limit(1),
            offset(by - 1),
          ],
          schema: z.array(times),
          signal,
        })
        if (!found) return null
        const before = await callPage({
          path,
          query: [...runs, from(isOldestFirst ? 'earlier' : 'later', found.time), select('time'), limit(1)],
          schema: times,
          signal,
        })
        return { time: found.time, place: before.total }
      },
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
}

/**
 * Conditions for a run with another result or message. SQL does not treat null as different from a text, so null is a
 * condition of its own.
 */
function otherResultConditions({ status, error, message }: CheckStatus) {
  const result = status === null ? [isNotNull('status')] : [isNull('status'), isOtherText('status', status ? '1' : '0')]
  if (error) return [...result, isNull('error'), isOtherText('error', error)]
  const words = message ? [isNull('message'), isOtherText('message', message)] : [isOtherText('message', '')]
  return [...result, isOtherText('error', ''), ...words]
}
