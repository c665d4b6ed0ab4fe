import type { Resource } from './resource'

export default {
  kind: 'playbook',
  title: 'Playbooks',
  feature: 'playbooks',
  access: { areas: ['playbooks'], action: 'read' },
  go: { id: 'go.playbooks', title: 'Go to playbooks', keywords: 'actions automation remedies', keys: 'g p' },
  editable: true,
  details: () => import('./playbooks.details'),
} satisfies Resource
