import { notificationPreferences } from '@/api/notifications/preferences'
import type { NotificationPreferences } from '@/shared/notifications/preferences'
import type { Effects, Outcome } from '../command'

/** Stores how the user is notified. */
export async function storeNotificationPreferences(
  { preferences }: { preferences: NotificationPreferences },
  effects: Effects
): Promise<Outcome> {
  const { preferences: before } = await effects.fetch({ ...notificationPreferences.own(), staleTime: 0 })
  await effects.mutate(notificationPreferences.store(), preferences)
  const undo = async () => {
    await effects.mutate(notificationPreferences.store(), before)
    return { message: 'Restored your notification preferences.' }
  }
  return { message: 'Saved your notification preferences.', undo }
}
