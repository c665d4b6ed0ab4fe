import type { ResourceDefinition } from '../resource'

export default {
  kind: 'topology',
  palette: { characters: [], words: ['topology', 'topologies'], isOnlyMode: true },
  editable: true,
  details: () => import('./details'),
} satisfies ResourceDefinition
