import type { Resource } from './resource'

export default {
  kind: 'logbackend',
  title: 'Log backends',
  feature: 'settings.logging_backends',
  access: { areas: ['logging_backends'], action: 'read' },
  sidebar: { icon: 'logs', label: 'Log Backends' },
  go: { id: 'go.logBackends', title: 'Go to log backends', keywords: 'logging logs elasticsearch loki settings' },
  palette: { characters: [], words: ['log backend', 'log backends'], isOnlyMode: true },
  editable: true,
  details: () => import('./log-backends.details'),
} satisfies Resource
