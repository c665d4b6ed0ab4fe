import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    person: true
  }
}

export default defineResource({
  kind: 'person',
  path: '/settings/users',
  title: 'People',
  access: { feature: 'settings.users', areas: ['identities'], action: 'read' },
  hasCommands: true,
  nav: { icon: 'people' },
  go: {
    id: 'go.people',
    title: 'Go to people',
    keywords: 'users accounts roles members settings who is on call',
    keys: 'g u',
  },
  palette: { characters: ['@'], words: ['person', 'people', 'user', 'users'] },
})
