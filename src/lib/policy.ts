import { type Area, areas, objectsOf, roleMay } from './role-table'

/** What may be protected. The names are the protocol's. */
export const objects = [
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
export type AccessObject = (typeof objects)[number]

/** What a stored permission may be about; cancelling a run is not among it. */
export const grantable = ['create', 'read', 'update', 'delete', 'playbook:run', 'playbook:approve'] as const
export type Action = (typeof grantable)[number] | 'playbook:cancel'

/** One line of what somebody may do, as `whoami` lists it. */
export type Rule = {
  /** `na` for what is built in, otherwise the id of the stored permission. */
  id: string
  /** A role, or the id of a person or a team. */
  subject: string
  /** An object, or `*`. */
  object: string
  /** Comma list, or `*`. */
  action: string
  /** `true`, or which things of the object it is about. */
  condition: string
  deny?: true
}

const BUILT_IN = 'na'

/** The roles that come with a role. */
const implied = new Map([
  ['editor', ['viewer']],
  ['commander', ['viewer']],
  ['responder', ['viewer']],
])

/** The roles that can be given to people, the mightiest first. */
export const givenRoles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const

/** The roles that come with these, `everyone` among them, and then these. Each once. */
export const withImplied = (direct: readonly string[]): string[] => [
  ...new Set(['everyone', ...direct.flatMap((role) => implied.get(role) ?? []), ...direct]),
]

type Grants = ReadonlyMap<AccessObject | '*', readonly Action[]>

/** Objects that no area names, and the area whose roles have them. */
const alongside: Partial<Record<Area, AccessObject>> = { database: 'catalog' }

const changing: readonly Action[] = ['create', 'update', 'delete']
/** To write playbook runs is to begin, approve and end them. */
const running: readonly Action[] = ['playbook:run', 'playbook:approve', 'playbook:cancel']

/** What the table of roles says of one of them, as actions on objects. */
function fromTable(role: string): Grants {
  const grants = new Map<AccessObject, Set<Action>>()
  const grant = (about: readonly AccessObject[], actions: readonly Action[]) => {
    for (const object of about) grants.set(object, new Set([...(grants.get(object) ?? []), ...actions]))
  }
  for (const area of areas) {
    const { read, write } = objectsOf[area]
    const more = alongside[area] ?? []
    if (roleMay(role, area, 'read')) grant([...read].concat(more), ['read'])
    if (roleMay(role, area, 'write')) grant([...write].concat(more), area === 'playbook_runs' ? running : changing)
  }
  // The inside of sign-in is nobody's.
  grants.delete('database.kratos')
  return new Map([...grants].map(([object, actions]) => [object, [...actions]]))
}

/** Whoever is signed in may read what a guest may read. */
const baseline = () => fromTable('guest')

/** What roles may do that is in no area. */
const beyond = new Map<string, Grants>([
  ['editor', new Map([['kubernetes-proxy', [...changing, 'read']]])],
  [
    'agent',
    new Map<AccessObject, Action[]>([
      ['agent-push', ['create', 'read', 'update']],
      ['topology', ['create', 'update']],
    ]),
  ],
])

/** What a role grants by itself, beyond what everybody has. */
function grantsOf(role: string): [AccessObject | '*', readonly Action[] | '*'][] {
  if (role === 'admin') return [['*', '*']]
  if (role === 'everyone') return [...baseline()]
  const everybodys = baseline()
  return [...fromTable(role), ...(beyond.get(role) ?? [])].flatMap(([object, actions]) => {
    const more = actions.filter((action) => !everybodys.get(object)?.includes(action))
    return more.length > 0 ? [[object, more] as const] : []
  })
}

const builtIn = (subject: string, object: string, action: string): Rule => ({
  id: BUILT_IN,
  subject,
  object,
  action,
  condition: 'true',
})

/** Identity internals and access tokens cannot be read through the API, not even by administrators. */
const closed: Rule = { ...builtIn('everyone', 'database.kratos', '*'), deny: true }

/** What roles grant by themselves, those that they imply and what everybody has included. */
export const rulesOfRoles = (direct: readonly string[]): Rule[] => [
  closed,
  ...withImplied(direct).flatMap((role) =>
    grantsOf(role).map(([object, actions]) => builtIn(role, object, actions === '*' ? '*' : actions.join()))
  ),
]

/**
 * Whether these rules allow an action on all of an object: at least one allows it and none denies it. Rules about single
 * things decide nothing here.
 */
export const allows = (rules: readonly Rule[], object: AccessObject, action: Action): boolean =>
  rules.some((rule) => !rule.deny && covers(rule, object, action)) && !denies(rules, object, action)

/** Whether these rules allow an action on at least some things of an object; on which, has to be checked per thing. */
export const allowsSome = (rules: readonly Rule[], object: AccessObject, action: Action): boolean =>
  !denies(rules, object, action) &&
  rules.some((rule) => !rule.deny && (rule.action === '*' || rule.action.split(',').includes(action)))

/**
 * Whether a rule denies this. No stored permission denies an administrator access to the stored permissions, so
 * that a denial can always be undone.
 */
export const denies = (rules: readonly Rule[], object: AccessObject, action: Action): boolean =>
  rules.some(
    (rule) =>
      rule.deny &&
      covers(rule, object, action) &&
      !(object === 'database.system' && rule.id !== BUILT_IN && isAdministered(rules))
  )

/** Whether these are the rules of an administrator. */
export const isAdministered = (rules: readonly Rule[]): boolean =>
  rules.some(({ id, subject, object, deny }) => id === BUILT_IN && subject === 'admin' && object === '*' && !deny)

const covers = (rule: Rule, object: AccessObject, action: Action): boolean =>
  rule.condition === 'true' &&
  (rule.object === '*' || rule.object === object) &&
  (rule.action === '*' || rule.action.split(',').includes(action))

/**
 * The actions that a stored permission's list means: `read,create`, `*`, or with `!` everything but.
 * Unknown words grant nothing.
 */
export function actionsOf(list: string): Action[] {
  const items = list.split(',').map((item) => item.trim())
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const included = items.filter((item) => item !== '' && !item.startsWith('!'))
  const isAll = included.includes('*') || (included.length === 0 && excluded.length > 0)
  return grantable.filter((action) => (isAll || included.includes(action)) && !excluded.includes(action))
}
