import type { ResourceDefinition } from '../resource'

export default {
  kind: 'logbackend',
  palette: { characters: [], words: ['log backend', 'log backends'], isOnlyMode: true },
  editable: true,
  details: () => import('./details'),
} satisfies ResourceDefinition
