import type { ResourceDefinition } from './resource'

export default {
  kind: 'canary',
  palette: { characters: [], words: ['canary', 'canaries'], isOnlyMode: true },
  editable: true,
  details: () => import('./canaries.details'),
} satisfies ResourceDefinition
