import { isResendable } from '@/lib/notifications/send-status'
import { findDisplayedSend } from '@/lib/notifications/displayed-sends'
import { silencedKinds } from '@/lib/notifications/silence'
import { notificationPath, notificationsOfPath } from '@/shared/pages/notifications'
import { changePreference } from '../change-preference'
import { choiceCommandFactory } from '../choice-command'
import { type Availability, defineCommand, type Slot, type Target } from '../command'
import { type CommandContext, readAvailability, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { destinationSlot, targetSlot, targetsSlot } from '../slots'
import { formatTargetNames } from '../target-names'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./history.runs'))
const finds = lazyFunctions(() => import('./history.finds'))
const group = 'Notifications'
const feature = 'settings.notifications'
const choosing = choiceCommandFactory({ group, feature })

const historyAvailability = (context: CommandContext): Availability =>
  !context.isReadOnly && readAvailability(context, 'notifications')

const notificationSlot: Slot<readonly Target<'notification'>[]> = {
  ...destinationSlot('notification'),
  options: {
    from: 'server',
    kinds: ['notification'],
    isFew: true,
    find: finds((module) => module.findNotificationOptions),
  },
}

/** Whether one of the notifications can be sent again, as far as their statuses are shown. */
const isAnyResendable = (list: readonly Target[]) =>
  list.length === 0 || list.some(({ id }) => isResendable(findDisplayedSend(id) ?? { status: 'error' }))

export const notificationCommands = defineCommands([
  defineCommand({
    id: 'notification.open',
    title: 'Go to notification',
    group,
    keywords: 'jump find show message sent failed alert',
    feature,
    slots: { notification: notificationSlot },
    available: historyAvailability,
    effect: 'view',
    preview: ({ notification: [one] }) => `Opens ${one?.label}.`,
    run({ notification: [one] }, { navigate }) {
      if (one) navigate(notificationPath(one.id))
    },
  }),
  defineCommand({
    id: 'notification.openResource',
    title: 'Go to the resource of the notification',
    group,
    keywords: 'subject check component config item up',
    feature,
    slots: { notification: targetSlot('notification') },
    available: historyAvailability,
    effect: 'view',
    preview: ({ notification: [one] }) => `Opens what ${one?.label} is about.`,
    run: runs((module) => module.openNotificationResource),
  }),
  defineCommand({
    id: 'notification.history',
    title: 'Show sent notifications',
    group,
    keywords: 'failed silenced alerts of resource',
    feature,
    slots: { of: targetSlot(...silencedKinds) },
    available: historyAvailability,
    effect: 'view',
    preview: ({ of: [one] }) => `Lists all notifications about ${one?.label}.`,
    run({ of: [one] }, { navigate }) {
      if (one) navigate(notificationsOfPath(one.id))
    },
  }),
  defineCommand({
    id: 'notification.resend',
    title: 'Send again',
    group,
    keywords: 'resend retry repeat failed notification message deliver',
    feature,
    slots: { notifications: targetsSlot('notification') },
    // Only the embedded backend can queue another attempt.
    available: (context, { notifications: list = [] }) =>
      context.deployment?.backend !== 'gateway' && isAnyResendable(list) && writeAvailability(context, 'notifications'),
    effect: 'change',
    undo: 'none',
    preview: ({ notifications: list }) =>
      `Sends ${formatTargetNames(list)} to the same recipient again. What was sent cannot be recalled.`,
    verb: () => 'Send again',
    run: runs((module) => module.resendNotifications),
  }),
  defineCommand({
    id: 'notification.markRead',
    title: 'Mark all notifications as read',
    group,
    keywords: 'unread bell clear seen reset count',
    feature,
    available: historyAvailability,
    effect: 'change',
    undo: 'inverse',
    preview: () => 'Resets the number of unread notifications in this browser.',
    run: () =>
      changePreference('notificationsReadAt', new Date().toISOString(), (now) =>
        now === '' ? 'Notifications are unread again.' : 'Marked all notifications as read.'
      ),
  }),
  // Handled by the page.
  choosing(
    'notifications.view',
    'Show notifications one by one or by resource',
    'notificationView',
    'Show',
    'summary counts group list history layout'
  ),
  defineCommand({
    id: 'notifications.held',
    title: 'Show or hide silenced and skipped notifications',
    group,
    keywords: 'include exclude suppressed all filter',
    feature,
    effect: 'view',
  }),
])
