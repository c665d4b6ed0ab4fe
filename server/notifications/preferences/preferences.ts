import { z } from 'zod'
import {
  defaultPreferences,
  digestLimits,
  isCriticalEvent,
  type NotificationPreferences,
  timeOfDay,
  waitingKinds,
  weekdays,
} from '@/shared/notifications/preferences'
import { isZone } from '@/shared/time-zone'
import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { findQuietEnd } from './quiet-hours'

const time = z.string().regex(timeOfDay, 'Must be a time of day such as 22:00')

const quietHoursSchema = z.object({
  from: time,
  to: time,
  days: z.array(z.enum(weekdays)).min(1, 'Must have a day').max(weekdays.length),
  timeZone: z
    .string()
    .max(100)
    .refine((name) => isNamedZone(name), 'Must be the name of a time zone such as Europe/Berlin'),
})

export const preferencesSchema: z.ZodType<NotificationPreferences> = z.object({
  connectionId: z.guid().nullable(),
  quietHours: quietHoursSchema.nullable(),
  waits: z.enum(waitingKinds),
  digestMinutes: z.int().min(digestLimits.min).max(digestLimits.max).nullable(),
})

/** The engine also accepts an offset such as `+02:00`, which has no daylight time. */
const isNamedZone = (name: string) => /^[A-Za-z]/.test(name) && isZone(name)

/** The preferences of a person. Without any, mail is sent at once. */
export async function readPreferences(db: Queryable, personId: string): Promise<NotificationPreferences> {
  const [row] = await db.query<{ preferences: unknown }>(sql`
    select preferences from console.notification_preferences where person_id = ${personId}`)
  return preferencesSchema.safeParse(row?.preferences).data ?? defaultPreferences
}

export async function storePreferences(
  db: Queryable,
  personId: string,
  preferences: NotificationPreferences
): Promise<void> {
  const text = JSON.stringify(preferences)
  await db.run(sql`
    insert into console.notification_preferences (person_id, preferences) values (${personId}, ${text}::jsonb)
    on conflict (person_id) do update set preferences = excluded.preferences, updated_at = now()`)
}

/** Until when a message waits, and why, as a sentence; undefined if it is sent at once. */
export function findKeepTime(
  { quietHours, waits, digestMinutes }: NotificationPreferences,
  event: string,
  now: Date
): { until: Date; reason: string } | undefined {
  if (waits === 'notCritical' && isCriticalEvent(event)) return undefined
  const quietEnd = (at: Date) => (quietHours ? findQuietEnd(quietHours, at) : undefined)
  const end = quietEnd(now)
  if (end) return { until: end, reason: 'Kept until the quiet hours of the recipient end.' }
  if (digestMinutes === null) return undefined
  // Messages of one interval are due at the same time without knowing of each other.
  const interval = digestMinutes * 60_000
  const next = new Date((Math.floor(now.getTime() / interval) + 1) * interval)
  return { until: quietEnd(next) ?? next, reason: 'Kept for the next digest of the recipient.' }
}
