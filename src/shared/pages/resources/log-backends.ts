import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    logbackend: true
  }
}

export default defineResource({
  kind: 'logbackend',
  noun: 'log backend',
  path: '/settings/log-backends',
  title: 'Log backends',
  access: { feature: 'settings.logging_backends', areas: ['logging_backends'], action: 'read' },
  nav: { icon: 'logs', label: 'Log Backends' },
  go: {
    id: 'go.logBackends',
    title: 'Go to log backends',
    keywords: 'logging logs elasticsearch loki settings',
  },
  palette: { characters: [], words: ['log backend', 'log backends'], isOnlyMode: true },
  editable: true,
})
