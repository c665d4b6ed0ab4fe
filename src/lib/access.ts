import { type AccessObject, type Action, allows, allowsSome, denies, type Rule } from './policy'
import { type Area, isInTable, objectsOf, roleMay } from './role-table'

export { type Area, areas } from './role-table'

export type Role = string

/** The caller. Roles are undefined until they are known. */
export type Who = { roles: readonly Role[] | undefined; permissions?: readonly Rule[] | undefined }

/** One of these actions is enough to write. */
const writing: readonly Action[] = ['create', 'update', 'delete']

/**
 * Whether the caller may read an area or write to it. The server enforces this; the console uses it for explanations
 * only. While the roles are unknown, everything is offered, and the response of the server is shown.
 */
export function may({ roles, permissions = [] }: Who, area: Area, action: 'read' | 'write'): boolean {
  if (roles === undefined) return true
  if (permissions.length === 0) return roles.some((role) => roleMay(role, area, action))
  // Changing playbooks does not include running them. The server decides which playbooks may be run.
  if (area === 'playbook_runs' && action === 'write') return allowsSome(permissions, 'playbooks', 'playbook:run')
  const objects: readonly AccessObject[] = objectsOf[area][action]
  const actions = action === 'read' ? (['read'] as const) : writing
  return actions.some((one) => objects.every((object) => allows(permissions, object, one)))
}

const runners = new Set<Role>(['admin', 'editor', 'commander', 'responder'])

/**
 * Whether the caller may run checks on demand. Responders may, although they cannot change checks. Of the permissions,
 * only denials count.
 */
export const mayRunChecks = ({ roles, permissions = [] }: Who): boolean =>
  roles === undefined || (roles.some((role) => runners.has(role)) && !denies(permissions, 'canaries', 'create'))

const proxying = new Set<Role>(['admin', 'editor'])

/** Whether the caller may reach Kubernetes through the backend, which a kubeconfig requires. */
export const mayProxyKubernetes = ({ roles, permissions = [] }: Who): boolean =>
  roles === undefined ||
  (permissions.length === 0
    ? roles.some((role) => proxying.has(role))
    : allows(permissions, 'kubernetes-proxy', 'create'))

export const isAdmin = (roles: readonly Role[]): boolean => roles.includes('admin')

/** Whether the roles are read-only: viewer or guest, and no other role. */
export const isViewer = (roles: readonly Role[]): boolean =>
  roles.some((role) => role === 'viewer' || role === 'guest') &&
  roles.every((role) => role === 'viewer' || role === 'guest' || !isInTable(role))
