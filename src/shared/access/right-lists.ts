import { assignableRoles } from './policy'

// Apart from the policy, which is in the initial load of the console.

/** Every action that is checked. */
export const accessActions = [
  'create',
  'read',
  'update',
  'delete',
  'playbook:run',
  'playbook:approve',
  'playbook:cancel',
] as const

/** Every role that can have permissions. Everyone has the role `everyone`. */
export const subjectRoles = [...assignableRoles, 'agent', 'everyone'] as const
