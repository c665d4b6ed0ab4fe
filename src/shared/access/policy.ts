import { areas, areaObjects, roleAllows } from './role-table'

/** Protected objects, with the names of the protocol. */
export const accessObjects = [
  'agent',
  'agent-push',
  'artifact',
  'auth',
  'canaries',
  'catalog',
  'connection',
  'connection-detail',
  'database',
  'database.config_scrapers',
  'database.identities',
  'database.kratos',
  'database.monitor',
  'database.public',
  'database.system',
  'incident',
  'kubernetes-proxy',
  'logs',
  'notification',
  'people',
  'playbooks',
  'rbac',
  'topology',
] as const
export type AccessObject = (typeof accessObjects)[number]

/** Actions that a stored permission can grant. Cancelling a run is not among them. */
const grantableActions = ['create', 'read', 'update', 'delete', 'playbook:run', 'playbook:approve'] as const
export type AccessAction = (typeof grantableActions)[number] | 'playbook:cancel'

/** A permission of the user, as `whoami` lists it. */
export type AccessRule = {
  /** `na` for built-in rules, otherwise the id of the stored permission. */
  id: string
  /** A role, or the id of a person or a team. */
  subject: string
  /** An object, or `*`. */
  object: string
  /** Comma-separated list, or `*`. */
  action: string
  /** `true`, or a selector of the resources of the object. */
  condition: string
  deny?: true
}

/** The id of rules that are not stored. */
export const BUILT_IN = 'na'

/** Roles implied by a role. */
const implied = new Map([
  ['editor', ['viewer']],
  ['commander', ['viewer']],
  ['responder', ['viewer']],
])

/** Roles that can be assigned to users, from the most to the least powerful. */
export const assignableRoles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const

/** Implied roles including `everyone`, followed by the given roles, each once. */
export const addImpliedRoles = (direct: readonly string[]): string[] => [
  ...new Set(['everyone', ...direct.flatMap((role) => implied.get(role) ?? []), ...direct]),
]

type Grants = ReadonlyMap<AccessObject | '*', readonly AccessAction[]>

const changing: readonly AccessAction[] = ['create', 'update', 'delete']
/** Writing playbook runs means to start, approve and cancel them. */
const running: readonly AccessAction[] = ['playbook:run', 'playbook:approve', 'playbook:cancel']

/** The permissions of a role in the role table, as actions on objects. */
function fromTable(role: string): Grants {
  const grants = new Map<AccessObject, Set<AccessAction>>()
  const grant = (about: readonly AccessObject[], actions: readonly AccessAction[]) => {
    for (const object of about) grants.set(object, new Set([...(grants.get(object) ?? []), ...actions]))
  }
  for (const area of areas) {
    const { read, write } = areaObjects[area]
    if (roleAllows(role, area, 'read')) grant(read, ['read'])
    if (roleAllows(role, area, 'write')) grant(write, area === 'playbook_runs' ? running : changing)
  }
  // No role has access to the tables of the sign-in service.
  grants.delete('database.kratos')
  return new Map([...grants].map(([object, actions]) => [object, [...actions]]))
}

/** All signed-in users may read what a guest may read. */
const baseline = () => fromTable('guest')

/** Permissions of roles outside the areas. */
const beyond = new Map<string, Grants>([
  ['editor', new Map([['kubernetes-proxy', [...changing, 'read']]])],
  [
    'agent',
    new Map<AccessObject, AccessAction[]>([
      ['agent-push', ['create', 'read', 'update']],
      ['topology', ['create', 'update']],
    ]),
  ],
])

/** The permissions of a role beyond those of everyone. */
function grantsOf(role: string): [AccessObject | '*', readonly AccessAction[] | '*'][] {
  if (role === 'admin') return [['*', '*']]
  if (role === 'everyone') return [...baseline()]
  const ofEveryone = baseline()
  return [...fromTable(role), ...(beyond.get(role) ?? [])].flatMap(([object, actions]) => {
    const more = actions.filter((action) => !ofEveryone.get(object)?.includes(action))
    return more.length > 0 ? [[object, more] as const] : []
  })
}

const builtIn = (subject: string, object: string, action: string): AccessRule => ({
  id: BUILT_IN,
  subject,
  object,
  action,
  condition: 'true',
})

/** Identity tables and access tokens cannot be read through the API, not even by administrators. */
const closed: AccessRule = { ...builtIn('everyone', 'database.kratos', '*'), deny: true }

/** The permissions of roles, including those of implied roles and of everyone. */
export const buildRoleRules = (direct: readonly string[]): AccessRule[] => [
  closed,
  ...addImpliedRoles(direct).flatMap((role) =>
    grantsOf(role).map(([object, actions]) => builtIn(role, object, actions === '*' ? '*' : actions.join()))
  ),
]

/** Whether a right is granted, and the rules that decided: the denials, or else the grants. Without rules, nothing grants it. */
export type Decision = { isAllowed: boolean; by: readonly AccessRule[] }

/**
 * Decides an action on all resources of an object: at least one rule allows it and none denies it. Rules for single
 * resources are ignored.
 */
export function decide(rules: readonly AccessRule[], object: AccessObject, action: AccessAction): Decision {
  const denials = findDenials(rules, object, action)
  return decideBy(denials, () => rules.filter((rule) => !rule.deny && covers(rule, object, action)))
}

/** Denials override grants. */
export function decideBy(denials: readonly AccessRule[], findGrants: () => readonly AccessRule[]): Decision {
  if (denials.length > 0) return { isAllowed: false, by: denials }
  const grants = findGrants()
  return { isAllowed: grants.length > 0, by: grants }
}

/** Whether the rules allow an action on all resources of an object, see `decide`. */
export const allows = (rules: readonly AccessRule[], object: AccessObject, action: AccessAction): boolean =>
  decide(rules, object, action).isAllowed

/**
 * Whether the rules allow an action on at least some resources of an object. Each resource must be checked separately.
 */
export const allowsSome = (rules: readonly AccessRule[], object: AccessObject, action: AccessAction): boolean =>
  !denies(rules, object, action) &&
  rules.some((rule) => !rule.deny && rule.action.split(',').some((one) => one === '*' || includes(one, action)))

/** Whether a rule denies an action. */
export const denies = (rules: readonly AccessRule[], object: AccessObject, action: AccessAction): boolean =>
  findDenials(rules, object, action).length > 0

/**
 * The rules that deny an action. No stored permission can deny administrators access to the stored permissions, so that
 * every denial can be undone.
 */
const findDenials = (rules: readonly AccessRule[], object: AccessObject, action: AccessAction): AccessRule[] =>
  rules.filter(
    (rule) =>
      rule.deny &&
      covers(rule, object, action) &&
      !(object === 'database.system' && rule.id !== BUILT_IN && hasAdminRules(rules))
  )

/** Whether the rules are those of an administrator. */
export const hasAdminRules = (rules: readonly AccessRule[]): boolean =>
  rules.some(({ id, subject, object, deny }) => id === BUILT_IN && subject === 'admin' && object === '*' && !deny)

const covers = (rule: AccessRule, object: AccessObject, action: AccessAction): boolean =>
  rule.condition === 'true' &&
  (rule.object === '*' || rule.object === object) &&
  rule.action.split(',').some((one) => one === '*' || includes(one, action))

/** `playbook:*` includes every action on playbooks. */
const includes = (listed: string, action: AccessAction): boolean =>
  listed === action || (listed === 'playbook:*' && action.startsWith('playbook:'))

/**
 * The actions in the list of a stored permission: `read,create`, `*`, or all except those with `!`. Unknown words grant
 * nothing.
 */
export function parseActions(list: string): AccessAction[] {
  const items = list.split(',').map((item) => item.trim())
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const included = items.filter((item) => item !== '' && !item.startsWith('!'))
  const isAll = included.includes('*') || (included.length === 0 && excluded.length > 0)
  const isIn = (listed: readonly string[], action: AccessAction) => listed.some((one) => includes(one, action))
  return grantableActions.filter((action) => (isAll || isIn(included, action)) && !isIn(excluded, action))
}
