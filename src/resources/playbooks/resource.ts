import type { ResourceDefinition } from '../resource'

export default {
  kind: 'playbook',
  editable: true,
  details: () => import('./details'),
} satisfies ResourceDefinition
