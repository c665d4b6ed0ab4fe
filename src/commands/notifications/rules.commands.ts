import { notificationsOfRulePath } from '@/shared/pages/notifications'
import { defineCommand } from '../command'
import { type CommandContext, readAvailability, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { defineCommands } from '../registry'
import { targetSlot } from '../slots'

const runs = lazyFunctions(() => import('./rules.runs'))
const group = 'Notifications'
const feature = 'settings.notifications'
const ruleSlot = { ...targetSlot('notificationrule'), label: 'Notification rule' }

/** Only the embedded backend can evaluate rules on request. */
const isEmbedded = ({ deployment }: CommandContext) => deployment?.backend !== 'gateway'

export const notificationRuleCommands = defineCommands([
  defineCommand({
    id: 'notificationrule.dryRun',
    title: 'Dry run of the notification rule',
    group,
    keywords: 'what would have been sent simulate preview try alert',
    feature,
    slots: { rule: ruleSlot },
    available: (context) => isEmbedded(context) && writeAvailability(context, 'notifications'),
    effect: 'view',
    opens: 'dialog',
    preview: ({ rule: [one] }) => `Shows what ${one?.label} would have sent in the last 24 hours.`,
  }),
  defineCommand({
    id: 'notificationrule.history',
    title: 'Show notifications of the rule',
    group,
    keywords: 'sent failed silenced history alerts messages',
    feature,
    slots: { rule: ruleSlot },
    available: (context) => !context.isReadOnly && readAvailability(context, 'notifications'),
    effect: 'view',
    preview: ({ rule: [one] }) => `Lists the notifications of ${one?.label}.`,
    run({ rule: [one] }, { navigate }) {
      if (one) navigate(notificationsOfRulePath(one.id))
    },
  }),
  defineCommand({
    id: 'notificationrule.test',
    title: 'Send a test notification',
    group,
    keywords: 'try deliver check recipient rule alert message',
    feature,
    slots: { rule: ruleSlot },
    available: (context) => isEmbedded(context) && writeAvailability(context, 'notifications'),
    effect: 'change',
    undo: 'none',
    preview: ({ rule: [one] }) =>
      `Sends a message about the newest event of ${one?.label} to its recipients, marked as a test. It cannot be recalled.`,
    verb: () => 'Send test',
    run: runs((module) => module.testNotificationRule),
  }),
])
