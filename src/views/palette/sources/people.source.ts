import { people, type Person } from '../../../api/people'
import type { Item } from '../item'
import { indexed, type Source } from './source'

export default {
  id: 'people',
  section: 'People',
  name: 'the people',
  characters: ['@'],
  words: ['person', 'people', 'user', 'users'],
  prompt: 'Search people',
  of: 'person',
  feature: 'settings.users',
  area: 'identities',
  index: indexed(people.list, itemOf),
} satisfies Source

function itemOf({ id, name, email, roles }: Person): Item {
  return {
    id,
    source: 'people',
    section: 'People',
    title: name,
    group: 'Person',
    does: { is: 'thing', target: { kind: 'person', id, label: name } },
    hint: [email, roles.join(', ')].filter(Boolean).join(' · '),
    keywords: [email, ...roles].join(' '),
  }
}
