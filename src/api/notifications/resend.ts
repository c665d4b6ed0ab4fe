import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { historyKey } from './unread'

/** Queues another attempt at a notification that was not sent. Requires the embedded backend. */
export const resendNotification = () =>
  mutationOptions({
    meta: { invalidates: [historyKey] },
    mutationFn: (id: string) =>
      call({
        method: 'post',
        path: `/api/notification/send_history/${encodeURIComponent(id)}/_resend`,
        schema: z.object({ id: z.guid(), status: z.string() }),
      }),
  })
