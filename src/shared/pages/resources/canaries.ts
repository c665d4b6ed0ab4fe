import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    canary: true
  }
}

export default defineResource({
  kind: 'canary',
  path: '/settings/canaries',
  title: 'Canaries',
  access: { feature: 'settings.health', areas: ['canaries'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'canaries' },
  go: { id: 'go.canaries', title: 'Go to canaries', keywords: 'health checks specs settings' },
  palette: { characters: [], words: ['canary', 'canaries'], isOnlyMode: true },
  editable: true,
  hasManifest: true,
})
