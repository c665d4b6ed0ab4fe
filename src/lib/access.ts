import { type AccessObject, type Action, allows, allowsSome, denies, type Rule } from './policy'
import { type Area, isInTable, objectsOf, roleMay } from './role-table'

export { type Area, areas } from './role-table'

export type Role = string

/** Who is asking. Undefined roles: not known yet. */
export type Who = { roles: readonly Role[] | undefined; permissions?: readonly Rule[] | undefined }

/** One of these is enough to write. */
const writing: readonly Action[] = ['create', 'update', 'delete']

/**
 * Whether somebody may read an area, or write there. The server enforces it; the console uses it for explanations only.
 * While the roles are unknown everything may be tried, and the server's answer is shown.
 */
export function may({ roles, permissions = [] }: Who, area: Area, action: 'read' | 'write'): boolean {
  if (roles === undefined) return true
  if (permissions.length === 0) return roles.some((role) => roleMay(role, area, action))
  // Changing playbooks does not include running them. The server decides which ones may be run.
  if (area === 'playbook_runs' && action === 'write') return allowsSome(permissions, 'playbooks', 'playbook:run')
  const objects: readonly AccessObject[] = objectsOf[area][action]
  const actions = action === 'read' ? (['read'] as const) : writing
  return actions.some((one) => objects.every((object) => allows(permissions, object, one)))
}

const runners = new Set<Role>(['admin', 'editor', 'commander', 'responder'])

/**
 * Whether somebody may run checks on demand: responders may, although they cannot change checks.
 * Of the permissions, only denials count.
 */
export const mayRunChecks = ({ roles, permissions = [] }: Who): boolean =>
  roles === undefined || (roles.some((role) => runners.has(role)) && !denies(permissions, 'canaries', 'create'))

const proxying = new Set<Role>(['admin', 'editor'])

/** Whether somebody may reach Kubernetes through the backend, which a kubeconfig is for. */
export const mayProxyKubernetes = ({ roles, permissions = [] }: Who): boolean =>
  roles === undefined ||
  (permissions.length === 0
    ? roles.some((role) => proxying.has(role))
    : allows(permissions, 'kubernetes-proxy', 'create'))

export const isAdmin = (roles: readonly Role[]): boolean => roles.includes('admin')

/** Read-only: viewer or guest, and no other role. */
export const isViewer = (roles: readonly Role[]): boolean =>
  roles.some((role) => role === 'viewer' || role === 'guest') &&
  roles.every((role) => role === 'viewer' || role === 'guest' || !isInTable(role))
