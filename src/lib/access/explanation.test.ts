import { expect, test } from 'vitest'
import type { AccessExplanation, StoredRule } from '@/shared/access/explanation'
import { describeExplanation, describeOtherRules } from './explanation'

const base: AccessExplanation = {
  subject: { type: 'person', id: 'a', name: 'Ada Lovelace' },
  action: 'playbook:run',
  object: 'playbooks',
  resources: [{ kind: 'playbook', id: 'p', name: 'restart-pods' }],
  isAllowed: false,
  right: { action: 'playbook:run', object: 'playbooks' },
  rules: [],
  holders: { roles: ['admin'], teams: [], people: null },
}
const denial: StoredRule = {
  is: 'permission',
  id: '5a000002-0000-4000-8000-000000000001',
  deny: true,
  action: 'playbook:run',
  object: 'playbooks',
  isConditional: false,
  name: 'no restarts',
  subject: { type: 'team', id: 't', name: 'platform' },
}
const admin = { is: 'role', role: 'admin', action: '*', object: '*' } as const

test.each<[string, Partial<AccessExplanation>, string]>([
  [
    'a denial',
    { rules: [denial] },
    'Ada Lovelace may not run the playbook restart-pods: the permission “no restarts” denies playbook:run on playbooks to the team platform.',
  ],
  [
    'a denial with an end, a description and no name',
    { rules: [{ ...denial, name: denial.id, description: 'release freeze', until: '2026-12-24 00:00:00+00' }] },
    'Ada Lovelace may not run the playbook restart-pods: the permission “release freeze” denies playbook:run on playbooks to the team platform until 2026-12-24.',
  ],
  [
    'a denial that the user may not read',
    { rules: [{ ...denial, name: undefined, subject: undefined }] },
    'Ada Lovelace may not run the playbook restart-pods: a permission denies playbook:run on playbooks.',
  ],
  [
    'a denial for individual resources',
    { rules: [{ ...denial, isConditional: true, subject: { type: 'group', id: 'everyone', name: null } }] },
    'Ada Lovelace may not run the playbook restart-pods: the permission “no restarts” denies playbook:run on individual resources of playbooks to everyone.',
  ],
  [
    'a right that nothing grants',
    {},
    'Ada Lovelace may not run the playbook restart-pods: no role and no permission of Ada Lovelace grants playbook:run on playbooks.',
  ],
  [
    'a grant of every right',
    { isAllowed: true, rules: [admin] },
    'Ada Lovelace may run the playbook restart-pods: the role admin has every right.',
  ],
  [
    'a run without the right to read its resource',
    {
      resources: [...base.resources, { kind: 'config', id: 'c', name: 'api' }],
      right: { action: 'read', object: 'catalog' },
      rules: [{ ...denial, action: 'read', object: 'catalog' }],
    },
    'Ada Lovelace may not run the playbook restart-pods for the config item api: it also requires read on the catalog, and the permission “no restarts” denies read on the catalog to the team platform.',
  ],
  [
    'an object',
    {
      subject: { type: 'role', id: 'viewer', name: 'viewer' },
      action: 'create',
      object: 'connection',
      resources: [],
      right: { action: 'create', object: 'connection' },
    },
    'The role viewer may not create connections: no permission of viewer grants create on connections.',
  ],
  [
    'everyone',
    {
      subject: { type: 'role', id: 'everyone', name: 'everyone' },
      action: 'read',
      object: 'catalog',
      resources: [],
      isAllowed: true,
      right: { action: 'read', object: 'catalog' },
      rules: [{ is: 'role', role: 'everyone', action: 'read', object: 'catalog' }],
    },
    'Everyone may read the catalog: everyone who is signed in has read on the catalog.',
  ],
  [
    'the sign-in service',
    {
      resources: [],
      object: 'database.kratos',
      action: 'read',
      right: { action: 'read', object: 'database.kratos' },
      rules: [{ is: 'closed' }],
    },
    'Ada Lovelace may not read the sign-in service: the sign-in service is closed to every role.',
  ],
  [
    'row-level access',
    {
      action: 'read',
      object: 'catalog',
      resources: [{ kind: 'config', id: 'c', name: 'api' }],
      right: { action: 'read', object: 'catalog' },
      rules: [{ is: 'rowAccess' }],
    },
    'Ada Lovelace may not read the config item api: row-level access hides it from guests.',
  ],
])('explains %s', (_what, rest, expected) => {
  expect(describeExplanation({ ...base, ...rest })).toBe(expected)
})

test('lists further rules once', () => {
  const other: StoredRule = { ...denial, name: 'freeze', subject: { type: 'person', id: 'a', name: 'Ada Lovelace' } }
  expect(describeOtherRules({ ...base, rules: [denial, other, other] })).toEqual([
    'The permission “freeze” denies playbook:run on playbooks to Ada Lovelace.',
  ])
})
