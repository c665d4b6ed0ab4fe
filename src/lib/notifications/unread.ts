/** Statuses of notifications that reached a person, or should have. */
export const unreadStatuses = ['sent', 'error'] as const

/** Until notifications are first marked as read in this browser, those of this time are unread. In milliseconds. */
const FIRST_MS = 86_400_000

/**
 * The time since when notifications are unread.
 * @param readAt when they were last marked as read, as an ISO time; empty if never
 */
export const unreadSince = (readAt: string, now: number): string =>
  readAt === '' ? new Date(Math.floor((now - FIRST_MS) / 3_600_000) * 3_600_000).toISOString() : readAt

/** Whether a notification arrived after a time, and reached a person or should have. */
export const isUnread = (
  { status, created_at: at }: { status?: string | null | undefined; created_at: string },
  since: string
): boolean => unreadStatuses.some((one) => one === status) && Date.parse(at) > Date.parse(since)
