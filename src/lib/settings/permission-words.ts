import { isRecord } from '@/shared/document/value'
import { formatNames } from '@/shared/format'
import type { Target } from '../kinds'
import { isFromConsole, sourceName } from './origin'

type Named = { id?: string | null | undefined; name?: string | null | undefined } | null | undefined

/** The subject of a permission, resolved as far as the server knows it. */
export type SubjectOfPermission = {
  subject?: string | null | undefined
  subject_type: string
  person?: Named
  team?: Named
  group?: Named
  notification?: Named
  canary?: Named
  playbook?: Named
  scraper?: Named
  topology?: Named
}

/** The types of subjects that are rows of a table, with their kinds in the console. */
const subjectKinds = {
  person: 'person',
  team: 'team',
  notification: 'notificationrule',
  playbook: 'playbook',
  canary: 'canary',
  scraper: 'scraper',
  topology: 'topology',
} as const

type SubjectType = keyof typeof subjectKinds

const isSubjectType = (type: string): type is SubjectType => Object.hasOwn(subjectKinds, type)

type ReadSubject = {
  /** As part of a sentence: `team`, `role`. */
  type: string
  /** Undefined for a role, and for a subject that no longer exists. */
  id: string | undefined
  /** Undefined if the subject no longer exists. */
  name: string | undefined
}

/** A group is a role, unless a permission group has its name. */
export function readSubject(row: SubjectOfPermission): ReadSubject {
  const { subject_type: type, subject, group } = row
  if (isSubjectType(type)) {
    const { id, name } = row[type] ?? {}
    return { type, id: id ?? undefined, name: name ?? subject ?? undefined }
  }
  const isGroup = type === 'group' && Boolean(group?.id)
  return {
    type: isGroup ? 'permission group' : type === 'group' ? 'role' : type,
    id: undefined,
    name: subject || undefined,
  }
}

/** `payments (team)`, `guest (role)`. */
export function describeSubject(row: SubjectOfPermission): string {
  const { type, name } = readSubject(row)
  return name === undefined ? `Deleted ${type}` : `${name} (${type})`
}

/** The subject as a resource of the console; undefined for roles and for deleted subjects. */
export function subjectTarget(row: SubjectOfPermission): Target | undefined {
  const { subject_type: type } = row
  const { id, name } = readSubject(row)
  return id && name && isSubjectType(type) ? { kind: subjectKinds[type], id, label: name } : undefined
}

/** A resource that a permission names. */
type Typed = (NonNullable<Named> & { type?: string | null | undefined }) | null | undefined

/** The resources of a permission, resolved as far as the server knows them. */
export type ResourcesOfPermission = {
  object?: string | null | undefined
  object_selector?: Readonly<Record<string, unknown>> | null | undefined
  config_object?: Typed
  component_object?: Typed
  connection_object?: Typed
  playbook_object?: Typed
  canary_object?: Typed
  agents?: readonly string[] | null | undefined
  /** Names of agents by id. */
  agentNames?: Readonly<Record<string, string>> | undefined
  tags?: Readonly<Record<string, unknown>> | null | undefined
}

/** The members of a row with one resource, with their nouns and kinds in the console. */
const resourceMembers = {
  config_object: { noun: 'config item', kind: 'config' },
  component_object: { noun: 'component', kind: 'component' },
  connection_object: { noun: 'connection', kind: 'connection' },
  playbook_object: { noun: 'playbook', kind: 'playbook' },
  canary_object: { noun: 'canary', kind: 'canary' },
} as const

type ResourceMember = keyof typeof resourceMembers
const members = Object.keys(resourceMembers) as ResourceMember[]

/** The resources that a permission names, as targets of the console. */
export const resourceTargets = (row: ResourcesOfPermission): Target[] =>
  members.flatMap((member) => {
    const { id, name } = row[member] ?? {}
    return id ? [{ kind: resourceMembers[member].kind, id, label: name || id }] : []
  })

/** Kinds in selectors, in the words of the console. */
const selectedNouns: Readonly<Record<string, string>> = {
  playbooks: 'playbooks',
  connections: 'connections',
  configs: 'config items',
  components: 'components',
  checks: 'checks',
  canaries: 'canaries',
  views: 'views',
}

/** Playbooks come first, because a permission to run them also selects the resources of the runs. */
const selectedOrder = (kind: string) => Object.keys(selectedNouns).indexOf(kind)

/** How the members of a selector continue its noun. */
const phrases: Readonly<Record<string, (value: string) => string>> = {
  id: (value) => `with the id ${value}`,
  name: (value) => (value === '*' ? '' : `named ${value}`),
  namespace: (value) => (value === '*' ? '' : `in ${value}`),
  types: (value) => `of type ${value}`,
  statuses: (value) => `with status ${value}`,
  health: (value) => `with health ${value}`,
  agent: (value) => `of agent ${value}`,
  labelSelector: (value) => `with labels ${value}`,
  tagSelector: (value) => `with tags ${value}`,
  fieldSelector: (value) => `with fields ${value}`,
  search: (value) => `matching “${value}”`,
}

const writeValue = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? value.join(', ')
      : JSON.stringify(value)

function describeOne(noun: string, selector: unknown): string {
  if (!isRecord(selector)) return `${noun} ${writeValue(selector)}`
  const parts = Object.entries(selector)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => phrases[key]?.(writeValue(value)) ?? `with ${key} ${writeValue(value)}`)
    .filter(Boolean)
  return parts.length === 0 ? `all ${noun}` : `${noun} ${parts.join(' ')}`
}

/** Describes a selector: `playbooks named restart and config items in payments or config items in shop`. */
const describeSelector = (selector: Readonly<Record<string, unknown>>): string =>
  formatNames(
    Object.entries(selector)
      .toSorted(([a], [b]) => selectedOrder(a) - selectedOrder(b))
      .map(([kind, list]) =>
        (Array.isArray(list) && list.length > 0 ? list : [{}])
          .map((one) => describeOne(selectedNouns[kind] ?? kind, one))
          .join(' or ')
      )
  )

const isFilled = (record: Readonly<Record<string, unknown>> | null | undefined): record is Record<string, unknown> =>
  record !== null && record !== undefined && Object.keys(record).length > 0

/** The parts that name resources, without agents and tags: all of them must match. */
function resourceParts(row: ResourcesOfPermission): string[] {
  const { object, object_selector: selector } = row
  return [
    ...members.flatMap((member) => {
      const one = row[member]
      return one?.id ? [`${one.name || one.id} (${one.type || resourceMembers[member].noun})`] : []
    }),
    ...(isFilled(selector) ? [describeSelector(selector)] : []),
    ...(object ? [object === '*' ? 'everything (global)' : `${object} (global)`] : []),
  ]
}

/** The agents and tags that limit a permission: `agent depot, tag cluster=harbour`; empty if there are none. */
const describeLimits = ({ agents, agentNames, tags }: ResourcesOfPermission): string =>
  [
    ...(agents && agents.length > 0 ? [`agent ${agents.map((one) => agentNames?.[one] ?? one).join(' or ')}`] : []),
    ...Object.entries(tags ?? {}).map(([key, value]) => `tag ${key}=${writeValue(value)}`),
  ].join(', ')

/** Describes the resources of a permission: `checkout (config item)`, `catalog (global), tag cluster=harbour`. */
export function describeResources(row: ResourcesOfPermission): string {
  const text = [...resourceParts(row), describeLimits(row)].filter(Boolean).join(', ')
  return text === '' ? 'Nothing' : text
}

type ActionOfPermission = { action: string; deny?: boolean | null | undefined }

/** Formats the actions without the denial: `create and read`. */
export const describeActions = ({ action }: Pick<ActionOfPermission, 'action'>): string =>
  action === '*' ? 'all (*)' : formatNames(action.split(',').map((one) => one.trim()))

/** `payments (team): deny read on catalog (global)`. Identifies a permission, which has no name of its own. */
export const permissionLabel = (row: SubjectOfPermission & ResourcesOfPermission & ActionOfPermission): string =>
  `${describeSubject(row)}: ${row.deny ? 'deny ' : ''}${describeActions(row)} on ${describeResources(row)}`

/** The global areas. Specification, "Permission". */
export const permissionObjects = [
  'canaries',
  'catalog',
  'incident',
  'people',
  'topology',
  'playbooks',
  'connection',
  'connection-detail',
  'agent-push',
  'kubernetes-proxy',
  'notification',
  'rbac',
  'logs',
  'agent',
  'artifact',
]

/** The source that a permission must be changed in; undefined if it can be changed in the console. */
export const permissionLock = ({ source }: { source?: string | null | undefined }): string | undefined =>
  source && !isFromConsole(source) ? sourceName(source) : undefined
