import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    connection: true
  }
}

export default defineResource({
  kind: 'connection',
  path: '/settings/connections',
  title: 'Connections',
  access: { feature: 'settings.connections', areas: ['connections'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'connections' },
  go: { id: 'go.connections', title: 'Go to connections', keywords: 'credentials secrets databases clouds settings' },
  palette: { characters: [], words: ['connection', 'connections'], isOnlyMode: true },
  editable: true,
  hasManifest: true,
})
