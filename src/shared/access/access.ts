import { type AccessObject, type AccessAction, allows, allowsSome, denies, type AccessRule } from './policy'
import { type Area, isKnownRole, areaObjects, roleAllows } from './role-table'

export { type Area, areas } from './role-table'

export type Role = string

/** The caller. Roles are undefined until they are known. */
export type AccessCaller = { roles: readonly Role[] | undefined; permissions?: readonly AccessRule[] | undefined }

/** One of these actions is enough to write. */
const writing: readonly AccessAction[] = ['create', 'update', 'delete']

/**
 * Whether the caller may read an area or write to it. The server enforces this; the console uses it for explanations
 * only. While the roles are unknown, everything is offered, and the response of the server is shown.
 */
export function isAllowed({ roles, permissions = [] }: AccessCaller, area: Area, action: 'read' | 'write'): boolean {
  if (roles === undefined) return true
  if (permissions.length === 0) return roles.some((role) => roleAllows(role, area, action))
  // A change selects and returns rows, so the server requires that they may be read.
  if (action === 'write' && isDenied({ roles, permissions }, area, 'read')) return false
  // Changing playbooks does not include running them. The server decides which playbooks may be run.
  if (area === 'playbook_runs' && action === 'write') return allowsSome(permissions, 'playbooks', 'playbook:run')
  const objects: readonly AccessObject[] = areaObjects[area][action]
  const actions = action === 'read' ? (['read'] as const) : writing
  return actions.some((one) => objects.every((object) => allows(permissions, object, one)))
}

/** Whether a stored permission denies the access, whatever the roles of the caller. */
export function isDenied({ permissions = [] }: AccessCaller, area: Area, action: 'read' | 'write'): boolean {
  const objects: readonly AccessObject[] = areaObjects[area][action]
  const actions =
    action === 'read' ? (['read'] as const) : area === 'playbook_runs' ? (['playbook:run'] as const) : writing
  return objects.some((object) => actions.every((one) => denies(permissions, object, one)))
}

/** The access that a page requires. */
type RequiredAccess = {
  areas: readonly Area[]
  objects?: readonly AccessObject[] | undefined
  action: 'read' | 'write'
}

/** The first area that the caller may not access, or object that is denied; undefined if nothing is missing. */
export function findMissingAccess(
  who: AccessCaller,
  { areas, objects = [], action }: RequiredAccess
): { area: Area } | { object: AccessObject } | undefined {
  const area = areas.find((one) => !isAllowed(who, one, action))
  if (area !== undefined) return { area }
  const object = objects.find((one) => denies(who.permissions ?? [], one, 'read'))
  return object === undefined ? undefined : { object }
}

/** The roles that may run checks. */
export const runners: ReadonlySet<Role> = new Set(['admin', 'editor', 'commander', 'responder'])

/**
 * Whether the caller may run checks on demand. Responders may, although they cannot change checks. Of the permissions,
 * only denials count.
 */
export const canRunChecks = ({ roles, permissions = [] }: AccessCaller): boolean =>
  roles === undefined ||
  (roles.some((role) => runners.has(role)) &&
    !denies(permissions, 'canaries', 'create') &&
    !denies(permissions, 'canaries', 'read'))

/** The roles that may reach Kubernetes. */
export const proxying: ReadonlySet<Role> = new Set(['admin', 'editor'])

/** Whether the caller may reach Kubernetes through the backend, which a kubeconfig requires. */
export const canProxyKubernetes = ({ roles, permissions = [] }: AccessCaller): boolean =>
  roles === undefined ||
  (permissions.length === 0
    ? roles.some((role) => proxying.has(role))
    : allows(permissions, 'kubernetes-proxy', 'create'))

export const isAdmin = (roles: readonly Role[]): boolean => roles.includes('admin')

/** Whether the roles are read-only: viewer or guest, and no other role. */
export const isViewer = (roles: readonly Role[]): boolean =>
  roles.some((role) => role === 'viewer' || role === 'guest') &&
  roles.every((role) => role === 'viewer' || role === 'guest' || !isKnownRole(role))
