import type { ResourceDefinition } from '../resource'

export default {
  kind: 'incidentrule',
  palette: { characters: [], words: ['incident rule', 'incident rules'], isOnlyMode: true },
  editable: true,
  details: () => import('./details'),
} satisfies ResourceDefinition
