import type { ResourceDefinition } from '../resource'

export default {
  kind: 'person',
  palette: { characters: ['@'], words: ['person', 'people', 'user', 'users'] },
  details: () => import('./details'),
} satisfies ResourceDefinition
