import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    property: true
  }
}

export default defineResource({
  kind: 'property',
  path: '/settings/feature-flags',
  title: 'Feature flags',
  access: { feature: 'settings.feature_flags', areas: ['properties'], action: 'read' },
  hasCommands: true,
  nav: { icon: 'flags', label: 'Feature Flags' },
  go: { id: 'go.flags', title: 'Go to feature flags', keywords: 'properties settings disable features' },
})
