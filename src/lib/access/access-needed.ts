import { type AccessCaller, type Area, isDenied } from '@/shared/access/access'

/** Names of areas as part of a sentence. */
const names: Record<Area, string> = {
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

/**
 * The message for missing access, for example `Needs write access to incidents.`, or that a stored permission denies it,
 * which no role changes.
 */
export const describeMissingAccess = (who: AccessCaller, area: Area, action: 'read' | 'write'): string =>
  isDenied(who, area, 'read')
    ? describeDenial('read', names[area])
    : isDenied(who, area, action)
      ? describeDenial(action, names[area])
      : `Needs ${action} access to ${names[area]}.`

/** @param what as part of a sentence. */
export const describeDenial = (action: 'read' | 'write', what: string): string =>
  `A permission denies you ${action} access to ${what}.`
