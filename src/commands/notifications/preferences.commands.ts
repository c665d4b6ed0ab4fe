import { notificationPreferencesSchema } from '@/api/notifications/preferences'
import { defineCommand, type Availability } from '../command'
import type { CommandContext } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { defineCommands } from '../registry'
import { jsonField } from '../slots'

const runs = lazyFunctions(() => import('./preferences.runs'))

/** Users change their own preferences. Only the embedded backend stores them. */
const preferencesAvailability = (context: CommandContext): Availability =>
  context.deployment?.backend !== 'gateway' && !context.isReadOnly

export const notificationPreferenceCommands = defineCommands([
  defineCommand({
    id: 'notification.preferences',
    title: 'Notification preferences',
    group: 'Notifications',
    keywords: 'quiet hours digest do not disturb sleep mail slack connection night settings me',
    slots: { preferences: jsonField('Preferences', notificationPreferencesSchema) },
    available: preferencesAvailability,
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: () => 'Changes how you are notified.',
    run: runs((module) => module.storeNotificationPreferences),
  }),
])
