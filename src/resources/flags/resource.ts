import type { ResourceDefinition } from '../resource'

export default {
  kind: 'property',
  details: () => import('./details'),
} satisfies ResourceDefinition
