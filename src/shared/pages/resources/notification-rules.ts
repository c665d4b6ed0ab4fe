import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    notificationrule: true
  }
}

export default defineResource({
  kind: 'notificationrule',
  noun: 'notification rule',
  path: '/notifications/rules',
  title: 'Notification rules',
  parent: '/notifications',
  access: { feature: 'settings.notifications', areas: ['notifications'], action: 'read' },
  hasCommands: true,
  nav: { icon: 'notifications', label: 'Rules', order: 1 },
  go: { id: 'go.notificationRules', title: 'Go to notification rules', keywords: 'alerts subscriptions recipients' },
  palette: { characters: [], words: ['notification rule', 'notification rules'], isOnlyMode: true },
  editable: true,
  hasManifest: true,
})
