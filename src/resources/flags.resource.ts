import type { Resource } from './resource'

export default {
  kind: 'property',
  title: 'Feature flags',
  feature: 'settings.feature_flags',
  access: { areas: ['properties'], action: 'read' },
  sidebar: { icon: 'flags', label: 'Feature Flags' },
  go: { id: 'go.flags', title: 'Go to feature flags', keywords: 'properties settings disable features' },
  details: () => import('./flags.details'),
} satisfies Resource
