import { expect, test } from 'vitest'
import { may, permissionsOf } from './policy'
import { actionOf, objectOf } from './relations'

test.each([
  ['admin', 'connection', 'delete', true],
  ['admin', 'database.system', 'read', true],
  ['admin', 'database.kratos', 'read', false],
  ['editor', 'canaries', 'create', true],
  ['editor', 'connection', 'update', true],
  ['editor', 'connection-detail', 'read', true],
  ['editor', 'connection-detail', 'update', false],
  ['editor', 'incident', 'read', false],
  ['editor', 'database.monitor', 'read', false],
  ['commander', 'incident', 'update', true],
  ['responder', 'incident', 'create', true],
  ['responder', 'canaries', 'create', false],
  ['viewer', 'catalog', 'read', true],
  ['viewer', 'catalog', 'update', false],
  ['viewer', 'database.system', 'read', false],
  ['guest', 'catalog', 'read', true],
  ['guest', 'catalog', 'create', false],
  ['no such role', 'people', 'read', true],
  ['no such role', 'people', 'update', false],
] as const)('%s, %s, %s: %s', (role, object, action, expected) => {
  expect(may([role], object, action)).toBe(expected)
})

test('roles add up, but a denial wins', () => {
  expect(may(['viewer', 'responder'], 'incident', 'update')).toBe(true)
  expect(may(['admin', 'editor'], 'database.kratos', 'read')).toBe(false)
})

test('whoami lists the rules of each role', () => {
  expect(permissionsOf(['admin', 'everyone'])).toEqual([
    { id: 'na', subject: 'admin', object: '*', action: '*', condition: 'true' },
    { id: 'na', subject: 'everyone', object: 'database.kratos', action: '*', condition: 'true', deny: true },
  ])
})

test.each([
  ['checks', 'canaries'],
  ['rpc/related_configs_recursive', 'catalog'],
  ['access_tokens', 'database.kratos'],
  ['canary_names', undefined],
  ['rpc/pg_sleep', undefined],
  ['__proto__', undefined],
])('the relation %s counts as %s', (relation, object) => expect(objectOf(relation)).toBe(object))

test.each([
  ['GET', 'read'],
  ['PATCH', 'update'],
  ['PUT', undefined],
  ['HEAD', undefined],
  ['constructor', undefined],
])('the method %s means %s', (method, action) => expect(actionOf(method)).toBe(action))
