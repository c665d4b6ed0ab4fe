import { expect, test } from 'vitest'
import { parseActions, allows, allowsSome, denies, type AccessRule, buildRoleRules, addImpliedRoles } from './policy'

const stored = (rest: Partial<AccessRule>): AccessRule => ({
  id: '018f',
  subject: 'guest',
  object: 'catalog',
  action: 'read',
  condition: 'true',
  ...rest,
})

test.each([
  ['admin', 'connection', 'delete', true],
  ['admin', 'database.system', 'read', true],
  ['admin', 'playbooks', 'playbook:cancel', true],
  ['admin', 'database.kratos', 'read', false],
  ['editor', 'canaries', 'create', true],
  ['editor', 'connection', 'read', false],
  ['editor', 'connection', 'update', false],
  ['editor', 'connection-detail', 'read', false],
  ['editor', 'connection-detail', 'update', false],
  ['editor', 'kubernetes-proxy', 'create', true],
  ['editor', 'playbooks', 'playbook:run', true],
  ['editor', 'incident', 'update', true],
  ['editor', 'catalog', 'update', true],
  ['editor', 'database.monitor', 'read', true],
  ['editor', 'database.monitor', 'update', false],
  ['editor', 'rbac', 'read', false],
  ['editor', 'people', 'read', false],
  ['commander', 'incident', 'update', true],
  ['responder', 'incident', 'create', true],
  ['responder', 'canaries', 'create', false],
  ['viewer', 'catalog', 'read', true],
  ['viewer', 'catalog', 'update', false],
  ['viewer', 'database.system', 'read', true],
  ['viewer', 'database.system', 'update', false],
  ['viewer', 'logs', 'read', false],
  ['viewer', 'artifact', 'read', false],
  ['guest', 'catalog', 'read', true],
  ['guest', 'catalog', 'create', false],
  ['agent', 'agent-push', 'update', true],
  ['agent', 'agent-push', 'delete', false],
  ['agent', 'topology', 'create', true],
  ['agent', 'topology', 'delete', false],
  ['no such role', 'catalog', 'read', true],
  ['no such role', 'people', 'read', false],
  ['no such role', 'catalog', 'update', false],
  ['__proto__', 'catalog', 'update', false],
] as const)('%s, %s, %s: %s', (role, object, action, expected) => {
  expect(allows(buildRoleRules([role]), object, action)).toBe(expected)
})

test('adds up roles, and lets a denial take precedence', () => {
  expect(allows(buildRoleRules(['viewer', 'responder']), 'incident', 'update')).toBe(true)
  expect(allows(buildRoleRules(['admin', 'editor']), 'database.kratos', 'read')).toBe(false)
})

test('lists implied roles first, each once', () => {
  expect(addImpliedRoles(['editor', 'commander'])).toEqual(['everyone', 'viewer', 'editor', 'commander'])
  expect(addImpliedRoles([])).toEqual(['everyone'])
})

test.each<[string, AccessRule, boolean]>([
  ['a grant adds to the roles', stored({ object: 'logs' }), true],
  ['a grant for single resources does not grant all', stored({ object: 'logs', condition: '{"config":"a"}' }), false],
  ['a grant of something else', stored({ object: 'artifact' }), false],
  ['a grant of another action', stored({ object: 'logs', action: 'update' }), false],
])('%s', (_name, rule, expected) => {
  expect(allows([...buildRoleRules(['guest']), rule], 'logs', 'read')).toBe(expected)
})

test('lets a stored denial remove default read access', () => {
  expect(allows([...buildRoleRules(['guest']), stored({ deny: true })], 'catalog', 'read')).toBe(false)
})

test('applies a denial of every action on playbooks', () => {
  const all = stored({ object: 'playbooks', action: 'playbook:*', deny: true })
  const rules = [...buildRoleRules(['admin']), all]
  expect(allows(rules, 'playbooks', 'playbook:cancel')).toBe(false)
  expect(allowsSome(rules, 'playbooks', 'playbook:run')).toBe(false)
  expect(allows(rules, 'playbooks', 'read')).toBe(true)
})

test('ignores a denial for single resources', () => {
  expect(denies([stored({ deny: true, condition: '{"config":"a"}' })], 'catalog', 'read')).toBe(false)
})

test('never locks an administrator out of the stored permissions', () => {
  const everything = stored({ object: '*', action: '*', deny: true })
  const rules = [...buildRoleRules(['admin']), everything]
  expect(allows(rules, 'database.system', 'delete')).toBe(true)
  expect(allows(rules, 'catalog', 'read')).toBe(false)
  expect(allows([...buildRoleRules(['editor']), everything], 'database.system', 'delete')).toBe(false)
})

test('does not let a stored permission grant the administrator role', () => {
  const forged = stored({ subject: 'admin', object: '*', action: '*' })
  const denial = stored({ object: '*', action: '*', deny: true })
  expect(allows([forged, denial], 'database.system', 'update')).toBe(false)
})

test.each([
  ['read', ['read']],
  ['create, read ,update,delete', ['create', 'read', 'update', 'delete']],
  ['*', ['create', 'read', 'update', 'delete', 'playbook:run', 'playbook:approve']],
  ['*,!delete', ['create', 'read', 'update', 'playbook:run', 'playbook:approve']],
  ['!delete', ['create', 'read', 'update', 'playbook:run', 'playbook:approve']],
  ['read,!read', []],
  ['playbook:*', ['playbook:run', 'playbook:approve']],
  ['*,!playbook:*', ['create', 'read', 'update', 'delete']],
  ['playbook:cancel', []],
  ['', []],
  ['constructor', []],
])('the stored action %s means %j', (list, expected) => expect(parseActions(list)).toEqual(expected))
