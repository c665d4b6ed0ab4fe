import { type AccessCaller, type Area, isDenied } from '@/shared/access/access'
import { assignableRoles, BUILT_IN } from '@/shared/access/policy'
import { roleAllows } from '@/shared/access/role-table'
import { capital, formatNames } from '@/shared/format'

/** Names of areas as part of a sentence. */
const areaNames: Record<Area, string> = {
  database: 'the catalog',
  rbac: 'roles',
  auth: 'accounts',
  responder: 'responders',
  incident: 'incidents',
  evidences: 'evidence',
  comments: 'comments',
  canaries: 'canaries',
  topologies: 'topologies',
  config_scrapers: 'scrapers',
  identities: 'people',
  connections: 'connections',
  kratos: 'the sign-in service',
  agents: 'agents',
  properties: 'feature flags',
  logging_backends: 'log backends',
  integrations: 'integrations',
  notifications: 'notifications',
  playbooks: 'playbooks',
  playbook_runs: 'playbook runs',
  permissions: 'permissions',
}

/** The user, and the backend, whose roles may differ from those of the role table. */
type Reader = AccessCaller & { deployment?: { backend: string } | undefined }

/**
 * The message for missing access with those who have it, for example `Requires write access to incidents. Administrators
 * have it.`, or that a stored permission denies it, which no role changes.
 */
export function describeMissingAccess(who: Reader, area: Area, action: 'read' | 'write'): string {
  // Built-in denials, such as those of row-level access, cannot be removed.
  const permissions = who.permissions?.filter(({ id }) => id !== BUILT_IN)
  const denied = (['read', action] as const).find((one) => isDenied({ ...who, permissions }, area, one))
  return denied
    ? describeDenial(denied, areaNames[area])
    : describeMissingRight(
        who,
        `${action} access to ${areaNames[area]}`,
        (role) =>
          // The sign-in service is closed to every role.
          area !== 'kratos' && roleAllows(role, area, action)
      )
}

/** @param what as part of a sentence. */
export const describeDenial = (action: 'read' | 'write', what: string): string =>
  describeDeniedRight(`${action} access to ${what}`)

/** @param what as part of a sentence. */
export const describeDeniedRight = (what: string): string =>
  `A permission denies you ${what}. Administrators can remove it.`

/**
 * The message for a missing right, with the roles that have it.
 * @param what as part of a sentence
 */
export function describeMissingRight({ deployment }: Reader, what: string, has: (role: string) => boolean): string {
  // A Mission Control has roles of its own, in which administrators have every right.
  const roles = assignableRoles.filter((role) => (deployment?.backend === 'gateway' ? role === 'admin' : has(role)))
  const names = roles.map((role) => (role === 'admin' ? 'administrators' : `${role}s`))
  return `Requires ${what}. ${names.length === 0 ? 'No role has' : `${capital(formatNames(names, names.length))} have`} it.`
}
