import type { ResourceDefinition } from '../resource'

export default {
  kind: 'canary',
  palette: { characters: [], words: ['canary', 'canaries'], isOnlyMode: true },
  editable: true,
  details: () => import('./details'),
} satisfies ResourceDefinition
