import type { Area } from './access'

/** Names of areas within a sentence. */
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
  kratos: 'the inside of sign-in',
  agents: 'agents',
  properties: 'feature flags',
  logging_backends: 'log backends',
  integrations: 'integrations',
  notifications: 'notifications',
  playbooks: 'playbooks',
  playbook_runs: 'playbook runs',
  permissions: 'permissions',
}

/** Why somebody may not: 'Needs write access to incidents.' */
export const accessNeeded = (area: Area, action: 'read' | 'write'): string =>
  `Needs ${action} access to ${names[area]}.`
