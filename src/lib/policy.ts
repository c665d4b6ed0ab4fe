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
const everyAction = 'create,read,update,delete'

type Grant = { objects: readonly (AccessObject | '*')[]; action: string; deny?: true }
type BuiltIn = { inherits?: string; grants: readonly Grant[] }

/** The built-in roles. A role that is not here grants nothing. */
const roles = new Map<string, BuiltIn>(
  Object.entries<BuiltIn>({
    // Identity internals and access tokens cannot be read through the API, not even by administrators.
    everyone: { grants: [{ objects: ['database.kratos'], action: '*', deny: true }] },
    admin: { grants: [{ objects: ['*'], action: '*' }] },
    editor: {
      inherits: 'viewer',
      grants: [
        {
          objects: ['canaries', 'catalog', 'topology', 'playbooks', 'kubernetes-proxy', 'notification', 'connection'],
          action: everyAction,
        },
        { objects: ['connection-detail'], action: 'read' },
      ],
    },
    commander: { inherits: 'viewer', grants: [{ objects: ['incident'], action: everyAction }] },
    responder: { inherits: 'viewer', grants: [{ objects: ['incident'], action: everyAction }] },
    viewer: {
      grants: [
        { objects: ['database.public', 'canaries', 'catalog', 'playbooks', 'topology', 'people'], action: 'read' },
      ],
    },
    guest: { grants: [] },
    agent: {
      grants: [
        { objects: ['playbooks', 'database.public'], action: 'read' },
        { objects: ['agent-push'], action: 'create,read,update' },
        { objects: ['topology'], action: 'create,update' },
      ],
    },
  })
)

/** The roles that can be given to people, the mightiest first. */
export const givenRoles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const

/** The roles that come with these, `everyone` among them, and then these. Each once. */
export function withImplied(direct: readonly string[]): string[] {
  const implied = direct.flatMap((role) => roles.get(role)?.inherits ?? [])
  return [...new Set(['everyone', ...implied, ...direct])]
}

/** What roles grant by themselves, those that they imply included. */
export const rulesOfRoles = (direct: readonly string[]): Rule[] =>
  withImplied(direct).flatMap((role) =>
    (roles.get(role)?.grants ?? []).flatMap(({ objects: about, action, deny }) =>
      about.map((object) => ({
        id: BUILT_IN,
        subject: role,
        object,
        action,
        condition: 'true',
        ...(deny && { deny }),
      }))
    )
  )

/** Whoever is signed in may read what a viewer may read. */
const baseline = rulesOfRoles(['viewer'])

/**
 * Whether these rules allow an action on all of an object: at least one allows it and none denies it. Rules about single
 * things decide nothing here.
 */
export function allows(rules: readonly Rule[], object: AccessObject, action: Action): boolean {
  const isAllowed = [...baseline, ...rules].some((rule) => !rule.deny && covers(rule, object, action))
  return isAllowed && !denies(rules, object, action)
}

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

const isAdministered = (rules: readonly Rule[]) =>
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
