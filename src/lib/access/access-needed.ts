import type { Area } from '@/shared/access/access'

/** Names of areas as part of a sentence. */
const names: Record<Area, string> = {
  database: 'the database',
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

/** The message for missing access, for example `Needs write access to incidents.` */
export const describeMissingAccess = (area: Area, action: 'read' | 'write'): string =>
  `Needs ${action} access to ${names[area]}.`
