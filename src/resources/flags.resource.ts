import type { ResourceDefinition } from './resource'

export default {
  kind: 'property',
  details: () => import('./flags.details'),
} satisfies ResourceDefinition
