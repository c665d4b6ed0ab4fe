import type { Resource } from './resource'

export default {
  kind: 'incidentrule',
  title: 'Incident rules',
  feature: 'settings.rules',
  access: { areas: ['incident'], action: 'read' },
  sidebar: { icon: 'rules', label: 'Rules' },
  go: {
    id: 'go.incidentRules',
    title: 'Go to incident rules',
    keywords: 'open incidents automatically unhealthy settings',
  },
  palette: { characters: [], words: ['incident rule', 'incident rules'], isOnlyMode: true },
  editable: true,
  details: () => import('./incident-rules.details'),
} satisfies Resource
