import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    playbook: true
  }
}

export default defineResource({
  kind: 'playbook',
  path: '/playbooks',
  title: 'Playbooks',
  access: { feature: 'playbooks', areas: ['playbooks'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'play', order: 7 },
  go: { id: 'go.playbooks', title: 'Go to playbooks', keywords: 'actions automation remedies', keys: 'g p' },
  editable: true,
  hasManifest: true,
})
