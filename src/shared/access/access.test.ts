import { describe, expect, test } from 'vitest'
import { type Area, areas, isAdmin, isViewer, isAllowed, canRunChecks, type AccessCaller } from './access'
import { type AccessRule, buildRoleRules } from './policy'

const guarded = new Set<Area>(['connections', 'identities', 'rbac'])
const incidents: Area[] = ['responder', 'incident', 'evidences', 'comments']
const others = areas.filter((area) => !guarded.has(area))

test('lists the areas of the specification [ROLE-19]', () => {
  expect(areas.toSorted()).toEqual(
    `agents auth canaries comments config_scrapers connections database evidences identities incident integrations kratos
    logging_backends notifications permissions playbook_runs playbooks properties rbac responder topologies`.split(
      /\s+/
    )
  )
})

// The roles decide if the backend lists no permissions.
const matrix: [role: string, 'read' | 'write', readonly Area[]][] = [
  ['admin', 'read', areas],
  ['admin', 'write', areas],
  ['editor', 'read', others],
  ['editor', 'write', others],
  ['commander', 'read', others],
  ['commander', 'write', incidents],
  ['responder', 'read', others],
  ['responder', 'write', incidents],
  ['viewer', 'read', others],
  ['viewer', 'write', []],
  ['guest', 'read', others],
  ['guest', 'write', []],
]
test.each(matrix)(
  '%s may %s the areas of the specification [ROLE-04 ROLE-05 ROLE-06 ROLE-07 ROLE-08 ROLE-09 ROLE-10 ROLE-11 ROLE-12 ROLE-13 ROLE-14 ROLE-15]',
  (role, action, expected) => {
    expect(areas.filter((area) => isAllowed({ roles: [role] }, area, action))).toEqual(expected.toSorted(inOrder))
  }
)
const inOrder = (a: Area, b: Area) => areas.indexOf(a) - areas.indexOf(b)

test('counts every known role and ignores others [ROLE-01]', () => {
  const counting = ['admin', 'editor', 'viewer', 'guest', 'commander', 'responder', 'agent', 'everyone', 'owner']
  expect(counting.filter((role) => isAllowed({ roles: [role] }, 'database', 'read'))).toEqual(counting.slice(0, 6))
})

test('adds up the rights of several roles', () => {
  expect(isAllowed({ roles: ['viewer', 'responder'] }, 'incident', 'write')).toBe(true)
  expect(isAllowed({ roles: ['viewer', 'responder'] }, 'canaries', 'write')).toBe(false)
  expect(isAllowed({ roles: [] }, 'incident', 'read')).toBe(false)
})

const as = (role: string, ...rules: Partial<AccessRule>[]): AccessCaller => ({
  roles: [role],
  permissions: [
    ...buildRoleRules([role]),
    ...rules.map((rule) => ({
      id: '1',
      subject: role,
      object: 'catalog',
      action: 'read',
      condition: 'true',
      ...rule,
    })),
  ],
})

describe('permissions take precedence over roles', () => {
  test.each<[string, AccessCaller, Area, 'read' | 'write', boolean]>([
    ['an editor writes incidents', as('editor'), 'incident', 'write', true],
    ['an editor does not read connections', as('editor'), 'connections', 'read', false],
    [
      'an editor who was granted it reads connections',
      as('editor', { object: 'connection' }),
      'connections',
      'read',
      true,
    ],
    [
      'a notification is read by whoever may read both of its objects',
      as('guest', { object: 'notification', deny: true }),
      'notifications',
      'read',
      false,
    ],
    ['a guest reads what a viewer reads', as('guest'), 'topologies', 'read', true],
    [
      'a guest who was granted it writes',
      as('guest', { object: 'canaries', action: 'update' }),
      'canaries',
      'write',
      true,
    ],
    ['a read permission does not grant writing', as('guest', { object: 'logs' }), 'canaries', 'write', false],
    ['a denial wins', as('editor', { object: 'canaries', action: 'read', deny: true }), 'canaries', 'read', false],
    [
      'a denial of all writing',
      as('editor', { object: 'canaries', action: 'create,update,delete', deny: true }),
      'canaries',
      'write',
      false,
    ],
    [
      'one of the three is enough',
      as('editor', { object: 'canaries', action: 'delete', deny: true }),
      'canaries',
      'write',
      true,
    ],
    [
      'a denial of reading',
      as('editor', { object: 'canaries', action: 'read', deny: true }),
      'canaries',
      'write',
      false,
    ],
    [
      'a denial of reading playbooks',
      as('editor', { object: 'playbooks', action: 'read', deny: true }),
      'playbook_runs',
      'write',
      false,
    ],
    ['a viewer runs no playbooks', as('viewer'), 'playbook_runs', 'write', false],
    [
      'some playbooks',
      as('viewer', { object: '*', action: 'playbook:run', condition: '{"selector":{}}' }),
      'playbook_runs',
      'write',
      true,
    ],
    [
      'none, if all are denied',
      as('viewer', { object: 'playbooks', action: 'playbook:run', deny: true }),
      'playbook_runs',
      'write',
      false,
    ],
    ['no role reads the sign-in service', as('admin'), 'kratos', 'read', false],
  ])('%s [ROLE-02 ROLE-03]', (_name, who, area, action, expected) =>
    expect(isAllowed(who, area, action)).toBe(expected)
  )
})

test('leaves the decision to the server while the roles are unknown', () => {
  expect(isAllowed({ roles: undefined }, 'rbac', 'write')).toBe(true)
  expect(canRunChecks({ roles: undefined })).toBe(true)
})

test.each([
  ['admin', true],
  ['editor', true],
  ['commander', true],
  ['responder', true],
  ['viewer', false],
  ['guest', false],
  ['everyone', false],
])('%s may run checks: %s', (role, expected) => {
  expect(canRunChecks({ roles: [role] })).toBe(expected)
  expect(canRunChecks({ roles: [role], permissions: buildRoleRules([role]) })).toBe(expected)
})

test('refuses to run checks if checks are denied', () => {
  const denial: AccessRule = {
    id: '1',
    subject: 'responder',
    object: 'canaries',
    action: 'create',
    condition: 'true',
    deny: true,
  }
  expect(canRunChecks({ roles: ['responder'], permissions: [denial] })).toBe(false)
  // The result shows the check.
  expect(canRunChecks({ roles: ['responder'], permissions: [{ ...denial, action: 'read' }] })).toBe(false)
})

test('recognises the administrator by the role [ROLE-16]', () => {
  expect([['admin'], ['viewer', 'admin'], ['editor'], []].map(isAdmin)).toEqual([true, true, false, false])
})

test.each([
  [['viewer'], true],
  [['guest'], true],
  [['everyone', 'viewer', 'editor'], false],
  [['guest', 'responder'], false],
  [['everyone'], false],
])('%j is read-only: %s [ROLE-17 ROLE-18]', (roles, expected) => expect(isViewer(roles)).toBe(expected))
