import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    incidentrule: true
  }
}

export default defineResource({
  kind: 'incidentrule',
  noun: 'incident rule',
  path: '/settings/incident_rules',
  title: 'Incident rules',
  access: { feature: 'settings.rules', areas: ['incident'], action: 'read' },
  hasItems: true,
  nav: { icon: 'rules', label: 'Rules' },
  go: {
    id: 'go.incidentRules',
    title: 'Go to incident rules',
    keywords: 'open incidents automatically unhealthy settings',
  },
  palette: { characters: [], words: ['incident rule', 'incident rules'], isOnlyMode: true },
  editable: true,
  hasManifest: true,
})
