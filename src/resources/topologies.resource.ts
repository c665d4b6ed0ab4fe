import type { Resource } from './resource'

export default {
  kind: 'topology',
  title: 'Topologies',
  feature: 'settings.topology',
  access: { areas: ['topologies'], action: 'read' },
  sidebar: { icon: 'topologies' },
  go: { id: 'go.topologies', title: 'Go to topologies', keywords: 'components specs settings' },
  palette: { characters: [], words: ['topology', 'topologies'], isOnlyMode: true },
  editable: true,
  details: () => import('./topologies.details'),
} satisfies Resource
