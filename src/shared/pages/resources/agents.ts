import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    agent: true
  }
}

export default defineResource({
  kind: 'agent',
  path: '/settings/agents',
  title: 'Agents',
  access: { feature: 'agents', areas: ['agents'], action: 'read' },
  hasCommands: true,
  nav: { icon: 'scrapers' },
  go: { id: 'go.agents', title: 'Go to agents', keywords: 'remote installations clusters push install settings' },
  palette: { characters: [], words: ['agent', 'agents'], isOnlyMode: true },
})
