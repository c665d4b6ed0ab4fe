import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { gt, inList, limit, select } from '../postgrest'
import { unreadStatuses } from '@/lib/notifications/unread'

/** Key of all data about sent notifications. */
export const historyKey = ['notifications', 'history'] as const

/** Maximum number of unread notifications to count, so that the request stays cheap. */
export const MOST_UNREAD = 100

/** The number of notifications that were sent or failed since a time, at most `MOST_UNREAD`. */
export const unreadNotifications = (since: string) =>
  queryOptions({
    queryKey: [...historyKey, 'unread', since],
    queryFn: async ({ signal }): Promise<number> => {
      const rows = await call({
        path: '/api/db/notification_send_history',
        query: [inList('status', unreadStatuses), gt('created_at', since), select('id'), limit(MOST_UNREAD)],
        schema: z.array(z.object({ id: z.guid() })),
        signal,
      })
      return rows.length
    },
  })
