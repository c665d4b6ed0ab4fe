import { expect, test } from 'vitest'
import { type Area, areas, isAllowed } from '@/shared/access/access'
import { type AccessRule, buildRoleRules } from '@/shared/access/policy'
import { whoami } from './whoami'

const rule = (subject: string, objects: string, action: string, more: Partial<AccessRule> = {}): AccessRule[] =>
  objects.split(' ').map((object) => ({ id: 'na', subject, object, action, condition: 'true', ...more }))

/** Mission Control has roles that differ from those of the embedded backend. */
const missionControl = {
  guest: rule('everyone', 'database.kratos', '*', { deny: true }),
  viewer: rule('viewer', 'database.public canaries catalog playbooks topology people', 'read'),
  editor: rule(
    'editor',
    'canaries catalog topology playbooks kubernetes-proxy notification connection',
    'create'
  ).concat(rule('editor', 'connection', 'read')),
  admin: rule('admin', '*', '*'),
}

const as = (roles: readonly string[], permissions: readonly AccessRule[] | null) =>
  whoami().select?.({
    payload: { user: { id: 'a', name: 'A' }, roles: [...roles], permissions: permissions && [...permissions] },
  })

const lists = (roles: readonly (keyof typeof missionControl)[], action: 'read' | 'write') => {
  const me = as(roles, [...missionControl.guest, ...roles.flatMap((role) => missionControl[role])])
  return me && areas.filter((area) => isAllowed(me, area, action))
}
const known: Area[] = ['database', 'canaries', 'topologies', 'identities', 'playbooks', 'playbook_runs']

test.each<[(keyof typeof missionControl)[], Area[], Area[]]>([
  // Permissions that everyone has are not in the list.
  [['guest'], known, []],
  [['viewer'], known, []],
  [
    ['editor', 'viewer'],
    [...known, 'connections'],
    ['canaries', 'topologies', 'connections', 'notifications', 'playbooks'],
  ],
  [['admin'], areas.filter((area) => area !== 'kratos'), areas.filter((area) => area !== 'kratos')],
])('applies the rules of the gateway to %j [ROLE-02]', (roles, reading, writing) => {
  expect(new Set(lists(roles, 'read'))).toEqual(new Set(reading))
  expect(new Set(lists(roles, 'write'))).toEqual(new Set(writing))
})

test('adds no rules for a backend that lists the rules for everyone', () => {
  const rules = buildRoleRules(['guest'])
  expect(as(['guest'], rules)?.permissions).toEqual(rules)
})

test.each([[null], [[]]])('adds no rules for a backend that lists none: %j', (permissions) => {
  expect(as(['viewer'], permissions)?.permissions).toEqual([])
})
