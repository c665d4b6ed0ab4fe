import type { Context, MiddlewareHandler } from 'hono'
import { mayRunChecks } from '../../src/lib/access'
import { type AccessObject, allows, allowsSome, type Rule } from '../../src/lib/policy'
import type { Reader } from '../db/db'
import { isPublic } from '../http/public'
import { type Decision, decisionOf, type Right } from './decisions'
import type { Caller } from './people'
import { actionsOfRequest, objectOf, objectOfEmbedded } from './relations'

/** What is known of a request once it was let through. */
export type Env = {
  Variables: {
    caller: Caller | undefined
    rules: readonly Rule[]
    /** The database as whoever asks sees it. */
    reader: Reader
  }
}

type Deps = {
  /** Whom a request acts for; undefined when nobody is signed in. */
  callerOf(request: Request): Promise<Caller | undefined>
  /** Everything that decides what somebody may do at this moment. */
  rulesOf(caller: Caller): Promise<readonly Rule[]>
  readerFor(caller: Caller | undefined, rules: readonly Rule[]): Promise<Reader>
}

/**
 * Lets a request through when the table of decisions says so. Roles and permissions are read for each request: what is
 * given or taken counts from the next one on.
 */
export const authorise =
  ({ callerOf, rulesOf, readerFor }: Deps): MiddlewareHandler<Env> =>
  async (context, next) => {
    const found = decisionOf(context.req.method, context.req.path)
    const caller = await callerOf(context.req.raw)
    if (!found) return caller ? context.notFound() : notSignedIn(context)
    const rules = caller ? await rulesOf(caller) : []
    context.set('caller', caller)
    context.set('rules', rules)
    const refused = refuse(found.decision, { caller, rules, id: found.id, request: context.req.raw, context })
    if (refused) return refused
    context.set('reader', await readerFor(caller, rules))
    return next()
  }

type Asked = {
  caller: Caller | undefined
  rules: readonly Rule[]
  id: string | undefined
  request: Request
  context: Context<Env>
}

/** The answer to whoever may not; undefined lets the request through. */
function refuse(decision: Decision, { caller, rules, id, request, context }: Asked): Response | undefined {
  if (decision.is === 'open') return undefined
  if (!caller) return isPublicRead(request) ? undefined : notSignedIn(context)
  switch (decision.is) {
    case 'signedIn':
      return undefined
    case 'runsChecks': {
      const may = mayRunChecks({ roles: caller.roles, permissions: rules }) || allows(rules, 'canaries', 'create')
      return may ? undefined : refusal(caller, 'canaries', 'create')
    }
    case 'own':
      return id === caller.id ? undefined : unlessAllowed(caller, rules, decision.rights)
    case 'somePlaybook':
      return allowsSome(rules, 'playbooks', decision.action) ? undefined : refusal(caller, 'playbooks', decision.action)
    case 'relation':
      return refuseRelation(caller, rules, request, relationOf(context))
    default:
      return unlessAllowed(caller, rules, decision.rights)
  }
}

function isPublicRead({ method, url }: Request): boolean {
  const { pathname, search } = new URL(url)
  return isPublic({ method, url: `${pathname}${search}` })
}

const notSignedIn = (context: Context<Env>) => context.text('Not logged in', 401)

/** Who asks, in a route that is for nobody who is not signed in. */
export function signedIn(context: Context<Env>): Caller {
  const caller = context.get('caller')
  if (!caller) throw new Error('the table of decisions lets nobody come here who is not signed in')
  return caller
}

/** What follows `/api/db/`, e.g. `checks` or `rpc/lookup_config_children`. */
export const relationOf = (context: Context<Env>): string => context.req.path.slice('/api/db/'.length)

function refuseRelation(caller: Caller, rules: readonly Rule[], request: Request, relation: string) {
  const object = objectOf(relation)
  if (object === undefined) return new Response('', { status: 404 })
  const actions = actionsOfRequest(request, relation)
  if (actions === undefined) return refusal(caller, object, request.method.toLowerCase())
  const missing = actions.find((action) => !allows(rules, object, action))
  return missing && refusal(caller, object, missing)
}

/** For what a handler finds out only later that it needs. */
export function unlessAllowed(caller: Caller, rules: readonly Rule[], rights: readonly Right[]): Response | undefined {
  const missing = rights.find(([action, object]) => !allows(rules, object, action))
  return missing && refusal(caller, missing[1], missing[0])
}

const refusal = ({ id }: Caller, object: AccessObject, action: string) =>
  new Response(`unauthorized: ${action} on ${object}`, {
    status: 403,
    headers: { 'X-Rbac-Subject': id, 'X-Rbac-Object': object, 'X-Rbac-Action': action },
  })

/** Whether rows of a relation may be shown to somebody beside those of another. */
export const mayReadRelation =
  (rules: readonly Rule[]) =>
  (relation: string): boolean => {
    const object = objectOfEmbedded(relation)
    return object !== undefined && allows(rules, object, 'read')
  }
