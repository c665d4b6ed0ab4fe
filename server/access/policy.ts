/** What may be protected. The names are the protocol's. */
export type AccessObject =
  | 'agent'
  | 'artifact'
  | 'auth'
  | 'canaries'
  | 'catalog'
  | 'connection'
  | 'connection-detail'
  | 'database.config_scrapers'
  | 'database.kratos'
  | 'database.monitor'
  | 'database.public'
  | 'database.system'
  | 'incident'
  | 'logs'
  | 'notification'
  | 'people'
  | 'playbooks'
  | 'rbac'
  | 'topology'
export type Action = 'create' | 'read' | 'update' | 'delete'

type Rule = { object: AccessObject | '*'; actions: readonly Action[] | '*'; deny?: true }

const all = ['create', 'read', 'update', 'delete'] as const
const readable: readonly AccessObject[] = ['database.public', 'canaries', 'catalog', 'playbooks', 'topology', 'people']
const editable: readonly AccessObject[] = ['canaries', 'catalog', 'topology', 'playbooks', 'notification', 'connection']

const viewer: readonly Rule[] = readable.map((object) => ({ object, actions: ['read'] }))
const responder: readonly Rule[] = [{ object: 'incident', actions: all }, ...viewer]

/** The built-in roles. A role that is not here grants nothing. */
const grants = new Map<string, readonly Rule[]>(
  Object.entries({
    // Identity internals and access tokens: nobody reads those through the API, administrators included.
    everyone: [{ object: 'database.kratos', actions: '*', deny: true } as const],
    admin: [{ object: '*', actions: '*' } as const],
    editor: [
      ...editable.map((object) => ({ object, actions: all })),
      { object: 'connection-detail', actions: ['read'] },
      ...viewer,
    ],
    commander: responder,
    responder,
    viewer,
    guest: [],
  })
)

/**
 * Whether somebody with these roles may do this: at least one rule allows it and none denies it.
 * Whoever is signed in may read what a viewer may read.
 */
export function may(roles: readonly string[], object: AccessObject, action: Action): boolean {
  const rules = ['everyone', ...roles].flatMap((role) => grants.get(role) ?? [])
  const matching = [...rules, ...viewer].filter(
    (rule) => (rule.object === '*' || rule.object === object) && (rule.actions === '*' || rule.actions.includes(action))
  )
  return matching.length > 0 && !matching.some(({ deny }) => deny)
}

/** The rules of some roles as `whoami` lists them. */
export const permissionsOf = (roles: readonly string[]) =>
  roles.flatMap((role) =>
    (grants.get(role) ?? []).map(({ object, actions, deny }) => ({
      id: 'na',
      subject: role,
      object,
      action: actions === '*' ? '*' : actions.join(','),
      condition: 'true',
      ...(deny && { deny }),
    }))
  )
