import type { AccessObject } from './policy'

type Objects = { read: readonly AccessObject[]; write: readonly AccessObject[] }

const both = (...objects: AccessObject[]): Objects => ({ read: objects, write: objects })

/**
 * Areas of pages and commands, with the objects of the policy that determine access: all listed objects are required.
 */
export const areaObjects = {
  database: both('database.public', 'catalog'),
  rbac: both('rbac'),
  auth: both('auth'),
  responder: both('incident'),
  incident: both('incident'),
  evidences: both('incident'),
  comments: both('incident'),
  canaries: both('canaries'),
  topologies: both('topology'),
  config_scrapers: both('database.config_scrapers'),
  identities: both('people'),
  connections: both('connection'),
  kratos: both('database.kratos'),
  agents: { read: ['database.monitor'], write: ['agent'] },
  properties: both('database.system'),
  logging_backends: both('database.config_scrapers'),
  integrations: { read: ['database.monitor'], write: ['database.config_scrapers'] },
  notifications: { read: ['database.monitor', 'notification'], write: ['notification'] },
  playbooks: both('playbooks'),
  playbook_runs: both('playbooks'),
  permissions: both('database.system'),
} satisfies Record<string, Objects>

export type Area = keyof typeof areaObjects
export const areas = Object.keys(areaObjects) as Area[]

const guarded = new Set<Area>(['connections', 'identities', 'rbac'])
const ofIncidents = new Set<Area>(['responder', 'incident', 'evidences', 'comments'])
const all = () => true
const allButGuarded = (area: Area) => !guarded.has(area)
const inIncidents = (area: Area) => ofIncidents.has(area)
const none = () => false

/**
 * The areas that each role may read and change, as in the specification. The rules of the embedded backend are derived
 * from it (`policy.ts`); the console uses it only if a backend lists no permissions.
 */
const table = new Map<string, Record<'read' | 'write', (area: Area) => boolean>>([
  ['admin', { read: all, write: all }],
  ['editor', { read: allButGuarded, write: allButGuarded }],
  ['commander', { read: allButGuarded, write: inIncidents }],
  ['responder', { read: allButGuarded, write: inIncidents }],
  ['viewer', { read: allButGuarded, write: none }],
  ['guest', { read: allButGuarded, write: none }],
])

export const isKnownRole = (role: string): boolean => table.has(role)

/** Whether a role may read or write an area. A role that is not in the table has no permissions. */
export const roleAllows = (role: string, area: Area, action: 'read' | 'write'): boolean =>
  table.get(role)?.[action](area) ?? false
