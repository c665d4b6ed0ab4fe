import type { Person } from '../../src/api/settings/people'

const someone = (id: string, name: string, more: Partial<Person> = {}): Person => ({
  id,
  name,
  firstName: name,
  lastName: '',
  email: `${id}@quillmoor.example`,
  avatar: '',
  roles: ['viewer'],
  account: 'active',
  lastLogin: '2026-11-20T10:00:00Z',
  ...more,
})

export default [
  someone('ines', 'Ines Okonkwo', { roles: ['admin'] }),
  someone('mireille', 'Mireille Castellanos-Featherstonehaugh de la Vega', { roles: ['editor', 'responder'] }),
  someone('lior', 'ליאור בן־דוד', { account: 'off' }),
  someone('priya', 'Priya Nair', { account: 'invited', lastLogin: undefined }),
  someone('ken', '佐藤 健', { account: 'none', email: '', roles: [] }),
] satisfies readonly Person[]
