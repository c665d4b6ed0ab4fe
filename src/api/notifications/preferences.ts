import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type NotificationPreferences, waitingKinds, weekdays } from '@/shared/notifications/preferences'
import { call } from '../http'

const PATH = '/api/_notification_preferences'
const key = ['notificationPreferences'] as const

export const notificationPreferencesSchema = z.object({
  connectionId: z.nullable(z.guid()),
  quietHours: z.nullable(
    z.object({ from: z.string(), to: z.string(), days: z.array(z.enum(weekdays)), timeZone: z.string() })
  ),
  waits: z.enum(waitingKinds),
  digestMinutes: z.nullable(z.int()),
})

const responseSchema = z.object({
  preferences: notificationPreferencesSchema,
  /** The connections that can be chosen. */
  connections: z.array(z.object({ id: z.guid(), name: z.string(), namespace: z.string(), type: z.string() })),
  email: z.nullable(z.string()),
})
export type NotificationPreferencesResponse = z.infer<typeof responseSchema>

/** How the user wants to be notified. Only the embedded backend has it. */
export const notificationPreferences = {
  own: () =>
    queryOptions({
      queryKey: key,
      queryFn: ({ signal }) => call({ path: PATH, schema: responseSchema, signal }),
    }),

  store: () =>
    mutationOptions({
      meta: { invalidates: [key] },
      mutationFn: (preferences: NotificationPreferences) =>
        call({ method: 'put', path: PATH, body: preferences, schema: notificationPreferencesSchema }),
    }),
}
