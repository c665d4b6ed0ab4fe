import type { AccessObject, Action } from '../../src/lib/policy'

export type Right = readonly [action: Action, object: AccessObject]

/** Who may call a route. */
export type Decision =
  /** Whoever asks, signed in or not. */
  | { is: 'open' }
  | { is: 'signedIn' }
  /** Whoever has all of these rights. */
  | { is: 'may'; rights: readonly Right[] }
  /** As `may`, and the person that `:id` names. */
  | { is: 'own'; rights: readonly Right[] }
  | { is: 'runsChecks' }
  /** Whoever may do this with some playbook; the route sees which. */
  | { is: 'somePlaybook'; action: Action }
  /** The relation's object and the method decide. */
  | { is: 'relation' }

const open: Decision = { is: 'open' }
const signedIn: Decision = { is: 'signedIn' }
const may = (...rights: Right[]): Decision => ({ is: 'may', rights })
/** To give somebody a way to sign in is to give away whatever they may do. */
const givesAccounts = may(['update', 'auth'], ['update', 'rbac'])

/**
 * Every route of the server and who may call it. A route that is not here does not exist for anybody, so that a new one
 * is closed until somebody has decided. Whoever is not signed in may also ask for what the public pages show
 * (`http/public.ts`).
 */
export const decisions: readonly (readonly [method: string, path: string, decision: Decision])[] = [
  ['GET', '/console-config.json', open],
  ['GET', '/api/_health', open],
  // Signed out, only flags are told.
  ['GET', '/api/properties', open],
  // The identity service sees for itself who is asking: that is what it is for.
  ['ALL', '/api/.ory/*', open],

  ['GET', '/api/auth/whoami', signedIn],
  ['POST', '/api/auth/invite_user', givesAccounts],
  ['POST', '/api/auth/:id/resend_invite', givesAccounts],
  // Mails hold codes to sign in with.
  ['GET', '/api/auth/outbox', givesAccounts],
  ['POST', '/api/auth/:id/update_state', may(['update', 'auth'])],
  ['POST', '/api/auth/:id/properties', { is: 'own', rights: [['update', 'auth']] }],
  // A token is a way to sign in as its person.
  ['GET', '/api/auth/:id/tokens', { is: 'own', rights: [['update', 'auth']] }],
  [
    'POST',
    '/api/auth/:id/tokens',
    {
      is: 'own',
      rights: [
        ['update', 'auth'],
        ['update', 'rbac'],
      ],
    },
  ],
  ['DELETE', '/api/auth/:id/tokens/:token', { is: 'own', rights: [['update', 'auth']] }],
  ['POST', '/api/agent/generate', may(['update', 'agent'])],
  ['POST', '/api/people/update', may(['update', 'people'])],
  ['DELETE', '/api/people/:id', may(['delete', 'people'])],
  ['GET', '/api/rbac/dump', may(['read', 'rbac'])],
  ['POST', '/api/rbac/:id/update_role', may(['update', 'rbac'])],

  ['ALL', '/api/db/*', { is: 'relation' }],

  ['GET', '/api/canary/api/summary', may(['read', 'canaries'])],
  ['POST', '/api/canary/api/summary', may(['read', 'canaries'])],
  ['GET', '/api/canary/api/graph', may(['read', 'canaries'])],
  ['POST', '/api/canary/run/check/:id', { is: 'runsChecks' }],
  ['GET', '/api/playbook/list', may(['read', 'playbooks'])],
  // What a playbook asks is read, although it is posted.
  ['POST', '/api/playbook/:id/params', may(['read', 'playbooks'])],
  ['POST', '/api/playbook/run', { is: 'somePlaybook', action: 'playbook:run' }],
  ['POST', '/api/playbook/run/approve/:id', { is: 'somePlaybook', action: 'playbook:approve' }],
  ['POST', '/api/playbook/run/cancel/:id', may(['update', 'playbooks'], ['playbook:cancel', 'playbooks'])],
  ['GET', '/api/canary/about', may(['read', 'canaries'])],
  ['POST', '/api/connection/test/:id', may(['update', 'connection'])],
]

const compiled = decisions.map(([method, path, decision]) => ({ method, pattern: patternOf(path), decision }))

/** @returns undefined where nobody has decided: then the route does not exist. */
export function decisionOf(method: string, path: string): { decision: Decision; id: string | undefined } | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  for (const { method: known, pattern, decision } of compiled) {
    const match = known === 'ALL' || known === asked ? pattern.exec(path) : null
    if (match) return { decision, id: match.groups?.['id'] }
  }
  return undefined
}

/** `:id` is one part of a path, `*` at the end is the rest of it. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '*') return '.*'
    if (part.startsWith(':')) return `(?<${part.slice(1)}>[^/]+)`
    return part.replaceAll('.', '\\.')
  })
  return new RegExp(`^${parts.join('/')}$`)
}
