import { expect, test } from 'vitest'
import { buildRoleRules, type AccessRule } from '@/shared/access/policy'
import { describeDeniedRight, describeMissingAccess, describeMissingRight } from './access-needed'

const viewer = { roles: ['viewer'], permissions: buildRoleRules(['viewer']) }
const denial = (rest: Partial<AccessRule>): AccessRule => ({
  id: '1',
  subject: 'viewer',
  object: 'catalog',
  action: 'read',
  condition: 'true',
  deny: true,
  ...rest,
})

test('names the missing right and the roles that have it', () => {
  expect(describeMissingAccess(viewer, 'connections', 'write')).toBe(
    'Requires write access to connections. Administrators have it.'
  )
  expect(describeMissingAccess(viewer, 'incident', 'write')).toBe(
    'Requires write access to incidents. Administrators, editors, commanders and responders have it.'
  )
  expect(describeMissingAccess(viewer, 'kratos', 'read')).toBe(
    'Requires read access to the sign-in service. No role has it.'
  )
})

test('names a denial instead of the roles, and who can remove it', () => {
  const denied = { ...viewer, permissions: [...viewer.permissions, denial({})] }
  const sentence = 'A permission denies you read access to the catalog. Administrators can remove it.'
  expect(describeMissingAccess(denied, 'database', 'read')).toBe(sentence)
  // A change also requires reading.
  expect(describeMissingAccess(denied, 'database', 'write')).toBe(sentence)
  expect(describeDeniedRight('the right to run checks')).toBe(
    'A permission denies you the right to run checks. Administrators can remove it.'
  )
})

test('does not call a built-in denial a permission, because nobody can remove it', () => {
  const limited = { ...viewer, permissions: [...viewer.permissions, denial({ id: 'na', object: 'connection' })] }
  expect(describeMissingAccess(limited, 'connections', 'read')).toBe(
    'Requires read access to connections. Administrators have it.'
  )
})

test('names administrators only for a backend with roles of its own', () => {
  const elsewhere = { ...viewer, deployment: { backend: 'gateway' } }
  expect(describeMissingAccess(elsewhere, 'incident', 'write')).toBe(
    'Requires write access to incidents. Administrators have it.'
  )
  expect(describeMissingRight(viewer, 'magic', () => false)).toBe('Requires magic. No role has it.')
})
