import type { Resource } from './resource'

export default {
  kind: 'person',
  title: 'People',
  feature: 'settings.users',
  access: { areas: ['identities'], action: 'read' },
  sidebar: { icon: 'people' },
  go: {
    id: 'go.people',
    title: 'Go to people',
    keywords: 'users accounts roles members settings who is on call',
    keys: 'g u',
  },
  palette: { characters: ['@'], words: ['person', 'people', 'user', 'users'] },
  details: () => import('./people.details'),
} satisfies Resource
