import { queryOptions, skipToken } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { checks, runMessage } from './checks'
import { call } from '../http'
import { eq, gte, inList, select } from '../postgrest'
import { timestamp } from '../time'

/** The message of the latest run, embedded in a query of checks. */
export const latestRun = {
  column: 'check_statuses!check_statuses_check_id_fkey(message,error)',
  query: [
    ['check_statuses.order', 'time.desc'],
    ['check_statuses.limit', '1'],
  ],
  fields: {
    check_statuses: z._default(z.array(z.object({ message: z.nullish(z.string()), error: z.nullish(z.string()) })), []),
  },
} as const

const failures = z.array(z.object({ id: z.guid(), ...latestRun.fields }))

const buckets = z.array(z.object({ check_id: z.guid(), created_at: timestamp, passed: z.int(), failed: z.int() }))

const once = { staleTime: 0, gcTime: 0, retry: false } as const

/**
 * Latest runs of many checks, which the summary omits. Nothing is cached here: the caller stores the result with its
 * rows.
 */
export const recentRuns = {
  /** The message of the latest failed run of each check. Checks without a message are left out. */
  failures: (ids: readonly string[]) =>
    queryOptions({
      queryKey: [...checks.all, 'failures', ids],
      queryFn: async ({ signal }) => {
        const found = await call({
          path: '/api/db/checks',
          query: [
            inList('id', ids),
            select('id', latestRun.column),
            eq('check_statuses.status', 0),
            ...latestRun.query,
          ],
          schema: failures,
          signal,
        })
        return new Map(
          found.flatMap(({ id, check_statuses: [latest] }) => {
            const message = latest && runMessage(latest)
            return message ? [[id, message] as const] : []
          })
        )
      },
      ...once,
    }),

  /** The message of the latest failure of a check, written by a list. It is never requested. */
  failure: (id: string) =>
    queryOptions<string | null>({ queryKey: [...checks.all, 'failure', id], queryFn: skipToken }),

  /**
   * Numbers of passed and failed runs of the checks per bucket of five minutes since a time. Buckets without runs are
   * left out.
   */
  buckets: (ids: readonly string[], sinceMs: number) =>
    queryOptions({
      queryKey: [...checks.all, 'buckets', ids, sinceMs],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/check_statuses_5m',
          query: [
            inList('check_id', ids),
            gte('created_at', new Date(sinceMs).toISOString()),
            select('check_id', 'created_at', 'passed', 'failed'),
          ],
          schema: buckets,
          signal,
        }),
      ...once,
    }),
}
