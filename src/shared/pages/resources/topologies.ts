import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    topology: true
  }
}

export default defineResource({
  kind: 'topology',
  path: '/settings/topologies',
  title: 'Topologies',
  access: { feature: 'settings.topology', areas: ['topologies'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'topologies' },
  go: { id: 'go.topologies', title: 'Go to topologies', keywords: 'components specs settings' },
  palette: { characters: [], words: ['topology', 'topologies'], isOnlyMode: true },
  editable: true,
  hasManifest: true,
})
