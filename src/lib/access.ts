import { type AccessObject, type Action, allows, allowsSome, denies, type Rule } from './policy'

export type Role = string

/** Who is asking. Undefined roles: not known yet. */
export type Who = { roles: readonly Role[] | undefined; permissions?: readonly Rule[] | undefined }

/** What pages and commands ask about, and which objects of the policy decide it. */
const objectsOf = {
  database: { read: 'database.public', write: 'database.public' },
  rbac: { read: 'rbac', write: 'rbac' },
  auth: { read: 'auth', write: 'auth' },
  responder: { read: 'incident', write: 'incident' },
  incident: { read: 'incident', write: 'incident' },
  evidences: { read: 'incident', write: 'incident' },
  comments: { read: 'incident', write: 'incident' },
  canaries: { read: 'canaries', write: 'canaries' },
  topologies: { read: 'topology', write: 'topology' },
  config_scrapers: { read: 'database.config_scrapers', write: 'database.config_scrapers' },
  identities: { read: 'people', write: 'people' },
  connections: { read: 'connection', write: 'connection' },
  kratos: { read: 'database.kratos', write: 'database.kratos' },
  agents: { read: 'database.monitor', write: 'agent' },
  properties: { read: 'database.system', write: 'database.system' },
  logging_backends: { read: 'database.config_scrapers', write: 'database.config_scrapers' },
  integrations: { read: 'database.monitor', write: 'database.config_scrapers' },
  notifications: { read: 'database.monitor', write: 'notification' },
  playbooks: { read: 'playbooks', write: 'playbooks' },
  playbook_runs: { read: 'playbooks', write: 'playbooks' },
  permissions: { read: 'database.system', write: 'database.system' },
} as const satisfies Record<string, { read: AccessObject; write: AccessObject }>

export type Area = keyof typeof objectsOf
export const areas = Object.keys(objectsOf) as Area[]

const guarded = new Set<Area>(['connections', 'identities', 'rbac'])
const ofIncidents = new Set<Area>(['responder', 'incident', 'evidences', 'comments'])
const all = () => true
const allButGuarded = (area: Area) => !guarded.has(area)
const inIncidents = (area: Area) => ofIncidents.has(area)
const none = () => false

/** What the roles alone allow, for backends that list no permissions. */
const byRole = new Map<Role, Record<'read' | 'write', (area: Area) => boolean>>([
  ['admin', { read: all, write: all }],
  ['editor', { read: allButGuarded, write: allButGuarded }],
  ['commander', { read: allButGuarded, write: inIncidents }],
  ['responder', { read: allButGuarded, write: inIncidents }],
  ['viewer', { read: allButGuarded, write: none }],
  ['guest', { read: allButGuarded, write: none }],
])

/** Roles that may write. */
const writing: readonly Action[] = ['create', 'update', 'delete']

/**
 * Whether somebody may read an area, or write there. The server enforces it; the console uses it for explanations only.
 * While the roles are unknown everything may be tried, and the server's answer is shown.
 */
export function may({ roles, permissions = [] }: Who, area: Area, action: 'read' | 'write'): boolean {
  if (roles === undefined) return true
  if (permissions.length === 0) return roles.some((role) => byRole.get(role)?.[action](area) ?? false)
  const object = objectsOf[area][action]
  if (action === 'read') return allows(permissions, object, 'read')
  // Changing playbooks does not include running them. The server decides which ones may be run.
  if (area === 'playbook_runs') return allowsSome(permissions, 'playbooks', 'playbook:run')
  return writing.some((one) => allows(permissions, object, one))
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
  roles.every((role) => role === 'viewer' || role === 'guest' || !byRole.has(role))
