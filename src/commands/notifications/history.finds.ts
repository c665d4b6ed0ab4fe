import { findNotifications, toNotificationTarget } from '@/api/notifications/history'
import { sendStatusLabel } from '@/lib/notifications/send-status'
import { notificationSubject } from '@/lib/notifications/subject'
import { formatAgo } from '@/shared/format'
import type { SlotOption, Target } from '../command'

/** Finds the latest notifications by the name of their resource. */
export async function findNotificationOptions(
  words: string,
  signal: AbortSignal
): Promise<SlotOption<readonly Target<'notification'>[]>[]> {
  const found = await findNotifications(words.trim(), signal)
  return found.map((row) => ({
    value: [toNotificationTarget(row)],
    label: `${notificationSubject(row)}: ${row.source_event}`,
    hint: `${sendStatusLabel(row.status)}, ${formatAgo(Date.now() - Date.parse(row.created_at))}`,
  }))
}
