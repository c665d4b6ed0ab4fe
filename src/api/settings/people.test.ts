import { expect, test } from 'vitest'
import { toPersonChange, joinPeople } from './people'

const row = (id: string, more: Partial<Parameters<typeof joinPeople>[0][number]> = {}) => ({
  id,
  name: 'Ada de Vries',
  email: 'ada@example.org',
  type: '',
  avatar: '',
  last_login: null,
  ...more,
})
const identity = (id: string, state = 'active') => ({
  id,
  state,
  traits: { email: 'ada.v@example.org', name: { first: 'Ada', last: 'de Vries' } },
})

test('joins people with their roles, in alphabetical order [USERS-02 USERS-03]', () => {
  const list = joinPeople(
    [row('c', { name: 'Zoe' }), row('a', { name: 'bert' }), row('b', { name: 'Ásta' })],
    [
      { id: 'a', roles: ['editor', 'responder'] },
      { id: 'gone', roles: ['admin'] },
    ],
    []
  )
  expect(list.map(({ id, roles }) => [id, roles])).toEqual([
    ['b', []],
    ['a', ['editor', 'responder']],
    ['c', []],
  ])
})

test.each([
  ['without an account', [], null, 'none'],
  ['who has never signed in', [identity('a')], null, 'invited'],
  ['who has signed in', [identity('a')], '2026-11-21T10:00:00Z', 'active'],
  ['whose account is off', [identity('a', 'inactive')], '2026-11-21T10:00:00Z', 'off'],
])('a person %s is %4$s', (_who, identities, last_login, account) => {
  expect(joinPeople([row('a', { last_login })], [], identities)[0]?.account).toBe(account)
})

test('excludes agents and the row of the console itself', () => {
  const rows = [row('a', { type: 'agent' }), row('b', { name: 'System', email: '' }), row('c', { name: 'System' })]
  expect(joinPeople(rows, [], []).map(({ id }) => id)).toEqual(['c'])
})

test('prefers the names of the account to those of the row [ENT-24]', () => {
  expect(joinPeople([row('a', { name: 'A. Vries' })], [], [identity('a')])[0]).toMatchObject({
    firstName: 'Ada',
    lastName: 'de Vries',
    email: 'ada.v@example.org',
  })
})

test.each([
  ['of an account includes its state', [identity('a', 'inactive')], { active: false, role: 'viewer' }],
  ['of a person without an account has no state', [], { role: 'viewer' }],
])('a change %s', (_what, identities, more) => {
  const [person] = joinPeople([row('a')], [], identities)
  if (!person) throw new Error('nobody')
  expect(toPersonChange(person, 'viewer')).toEqual({
    id: 'a',
    firstName: 'Ada',
    lastName: 'de Vries',
    email: identities.length > 0 ? 'ada.v@example.org' : 'ada@example.org',
    ...more,
  })
  expect(toPersonChange(person, undefined)).not.toHaveProperty('role')
})

test('lists assigned roles only, without the group of all users and teams', () => {
  const team = '0194a5b4-0000-7000-8000-000000000001'
  const [one] = joinPeople([row('a')], [{ id: 'a', roles: ['everyone', 'admin', team] }], [])
  expect(one?.roles).toEqual(['admin'])
})
