import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    silence: true
  }
}

export default defineResource({
  kind: 'silence',
  path: '/notifications/silences',
  title: 'Silences',
  access: { feature: 'settings.notifications', areas: ['notifications'], action: 'read' },
  hasCommands: true,
  nav: { icon: 'notifications', order: 2 },
  parent: '/notifications',
  go: { id: 'go.silences', title: 'Go to silences', keywords: 'silenced maintenance notifications', keys: 'g s' },
  palette: { characters: [], words: ['silence', 'silences'], isOnlyMode: true },
  editable: true,
  hasManifest: true,
})
