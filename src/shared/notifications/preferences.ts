export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** A period of each of some days, in a time zone. It can end on the next day; equal times are a whole day. */
export type QuietHours = {
  /** Times of day: `22:00`. */
  from: string
  to: string
  /** The days on which it begins. */
  days: readonly Weekday[]
  /** The IANA name of the time zone. */
  timeZone: string
}

/** Which notifications wait for the end of the quiet hours and for the digest. */
export const waitingKinds = ['notCritical', 'all'] as const

/** How a person wants to be notified. */
export type NotificationPreferences = {
  /** The id of the connection that receives the notifications of the person; null for mail. */
  connectionId: string | null
  /** Null without quiet hours. */
  quietHours: QuietHours | null
  waits: (typeof waitingKinds)[number]
  /** Notifications that may wait are sent together, at most this often. Null without a digest. */
  digestMinutes: number | null
}

export const defaultPreferences: NotificationPreferences = {
  connectionId: null,
  quietHours: null,
  waits: 'notCritical',
  digestMinutes: null,
}

export const digestLimits = { min: 5, max: 1440 } as const

export const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Whether an event is critical: something fails, or an incident changed. */
export const isCriticalEvent = (event: string): boolean =>
  event === 'check.failed' || event.endsWith('.unhealthy') || event.startsWith('incident.')
