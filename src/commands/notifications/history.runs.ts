import { notificationHistory, notificationResource } from '@/api/notifications/history'
import { resendNotification } from '@/api/notifications/resend'
import { resourcePath } from '@/shared/routing/registry'
import { bulkOutcome } from '../bulk-outcome'
import { runForEach } from '../bulk'
import { callTo } from '../call-to'
import type { Effects, Outcome, Target } from '../command'

/** Opens the page of the resource that a notification is about. */
export async function openNotificationResource(
  { notification: [one] }: { notification: readonly Target<'notification'>[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const about = one.about ?? (await readResource(one, effects))
  const path = about && resourcePath(about.kind, about.id)
  if (path === undefined) return { message: 'The resource has no page, or no longer exists.', isFailure: true }
  effects.navigate(path)
}

/** @throws {Error} if the notification no longer exists */
async function readResource({ id }: Target, effects: Effects): Promise<Target | undefined> {
  const found = await effects.fetch(notificationHistory.byId(id))
  if (!found) throw new Error('This notification no longer exists.')
  return notificationResource(found)
}

/** Queues another attempt for each notification. */
export async function resendNotifications(
  { notifications: list }: { notifications: readonly Target<'notification'>[] },
  effects: Effects
): Promise<Outcome> {
  const bulk = await runForEach(list, effects, (one) => effects.mutate(resendNotification(), one.id))
  return bulkOutcome(bulk, list, (names) => `Queued ${names} to be sent again.`, {
    notDone: 'Not queued',
    retry: (failed) => callTo('notification.resend', { notifications: failed }),
  })
}
