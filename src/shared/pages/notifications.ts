import { definePage } from '../routing/page'

/** One notification next to the list. */
export const notificationPath = (id: string) => `/notifications?id=${encodeURIComponent(id)}`

/** All notifications about a resource, silenced and skipped ones, too. */
export const notificationsOfPath = (resourceId: string) =>
  `/notifications?status=&resource=${encodeURIComponent(resourceId)}`

/** All notifications of a rule, silenced and skipped ones, too. */
export const notificationsOfRulePath = (ruleId: string) => `/notifications?status=&rule=${encodeURIComponent(ruleId)}`

export const notificationsPage = definePage({
  path: '/notifications',
  title: 'Notifications',
  files: ['src/views/notifications/notifications.page.tsx'],
  addresses: { notification: notificationPath },
  access: { feature: 'settings.notifications', areas: ['notifications'], action: 'read' },
  nav: { icon: 'notifications', order: 8 },
  go: {
    id: 'go.notifications',
    title: 'Go to notifications',
    keywords: 'alerts messages sent failed history inbox bell',
    keys: 'g n',
  },
})
