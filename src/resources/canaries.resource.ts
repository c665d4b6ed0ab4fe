import type { Resource } from './resource'

export default {
  kind: 'canary',
  title: 'Canaries',
  feature: 'settings.health',
  access: { areas: ['canaries'], action: 'read' },
  sidebar: { icon: 'canaries' },
  go: { id: 'go.canaries', title: 'Go to canaries', keywords: 'health checks specs settings' },
  palette: { characters: [], words: ['canary', 'canaries'], isOnlyMode: true },
  editable: true,
  details: () => import('./canaries.details'),
} satisfies Resource
