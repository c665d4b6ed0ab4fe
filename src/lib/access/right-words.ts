import type { AccessObject } from '@/shared/access/policy'

/** The objects of rights, as part of a sentence. */
export const objectNames: Readonly<Record<AccessObject, string>> = {
  agent: 'agents',
  'agent-push': 'the data that agents push',
  artifact: 'artifacts',
  auth: 'accounts',
  canaries: 'canaries and checks',
  catalog: 'the catalog',
  connection: 'connections',
  'connection-detail': 'the details of connections',
  database: 'the database',
  'database.config_scrapers': 'scrapers and log backends',
  'database.identities': 'identities',
  'database.kratos': 'the sign-in service',
  'database.monitor': 'agents, jobs and messages',
  'database.public': 'teams and names',
  'database.system': 'permissions and feature flags',
  incident: 'incidents',
  'kubernetes-proxy': 'the Kubernetes proxy',
  logs: 'logs',
  notification: 'notifications',
  people: 'accounts of people',
  playbooks: 'playbooks',
  rbac: 'roles',
  topology: 'topologies',
}

/** Every object of rights. */
export const rightObjects = Object.keys(objectNames) as AccessObject[]

/** The name of an object; that of a backend with other objects as it is. `*` is every object. */
export const objectName = (object: string): string =>
  object === '*' ? 'everything' : ((objectNames as Readonly<Record<string, string>>)[object] ?? object)

/** The verbs of actions, as part of a sentence: `run`. */
const verbs: Readonly<Record<string, string>> = {
  'playbook:run': 'run',
  'playbook:approve': 'approve runs of',
  'playbook:cancel': 'cancel runs of',
  '*': 'do everything with',
}

/** `read`, `run`, `approve runs of`. */
export const actionVerb = (action: string): string => verbs[action] ?? action
