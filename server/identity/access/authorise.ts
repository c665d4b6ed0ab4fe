import type { Context, Handler, MiddlewareHandler } from 'hono'
import { canRunChecks } from '@/shared/access/access'
import { type AccessObject, allows, allowsSome, type AccessRule } from '@/shared/access/policy'
import type { PersonReader } from '../../data/db/db'
import { isPublicRequest } from '../../http/public'
import type { Caller, Callers, RouteEnv, Right } from '../../http/route'
import { extraRights, requiredActions, findAccessObject, findReadObject } from './relations'

type Deps = {
  /** The caller of a request; undefined when the request is signed out. */
  callerOf(request: Request): Promise<Caller | undefined>
  /** All rules that currently apply to a caller. */
  rulesOf(caller: Caller): Promise<readonly AccessRule[]>
  readerFor(caller: Caller | undefined, rules: readonly AccessRule[]): Promise<PersonReader>
}

/**
 * Rejects callers who may not call a route. Roles and permissions are read for each request, so a change takes effect
 * with the next request.
 */
export const authorise =
  ({ callerOf, rulesOf, readerFor }: Deps) =>
  (callers: Callers): MiddlewareHandler<RouteEnv> =>
  async (context, next) => {
    const caller = await callerOf(context.req.raw)
    const rules = caller ? await rulesOf(caller) : []
    context.set('caller', caller)
    context.set('rules', rules)
    const refused = refuse(callers, { caller, rules, context })
    if (refused) return refused
    context.set('reader', await readerFor(caller, rules))
    return next()
  }

/** Handles paths without a route. Signed-out callers get 401, which does not reveal the existing routes. */
export const handleUnknownRoute =
  ({ callerOf }: Pick<Deps, 'callerOf'>): Handler<RouteEnv> =>
  async (context) =>
    (await callerOf(context.req.raw)) ? context.notFound() : notSignedIn(context)

type AuthorisedRequest = { caller: Caller | undefined; rules: readonly AccessRule[]; context: Context<RouteEnv> }

/** @returns the refusal; undefined when the request is allowed. */
function refuse(callers: Callers, { caller, rules, context }: AuthorisedRequest): Response | undefined {
  if (callers.are === 'open' || callers.are === 'anyone') return undefined
  if (!caller) return isPublicRead(context.req.raw) ? undefined : notSignedIn(context)
  switch (callers.are) {
    case 'signedIn':
      return undefined
    case 'runningChecks': {
      const may = canRunChecks({ roles: caller.roles, permissions: rules }) || allows(rules, 'canaries', 'create')
      // The result shows the check.
      return may ? refuseUnlessAllowed(caller, rules, [['read', 'canaries']]) : refusal(caller, 'canaries', 'create')
    }
    case 'owner':
      return context.req.param('id') === caller.id ? undefined : refuseUnlessAllowed(caller, rules, callers.rights)
    case 'somePlaybook':
      return allowsSome(rules, 'playbooks', callers.action) ? undefined : refusal(caller, 'playbooks', callers.action)
    case 'relation':
      return refuseRelation(caller, rules, context.req.raw, readRelationName(context))
    case 'having':
      return refuseUnlessAllowed(caller, rules, callers.rights)
  }
}

function isPublicRead({ method, url }: Request): boolean {
  const { pathname, search } = new URL(url)
  return isPublicRequest({ method, url: `${pathname}${search}` })
}

const notSignedIn = (context: Context<RouteEnv>) => context.text('Not logged in', 401)

/** The path after `/api/db/`, e.g. `checks` or `rpc/lookup_config_children`. */
export const readRelationName = (context: Context<RouteEnv>): string => context.req.path.slice('/api/db/'.length)

function refuseRelation(caller: Caller, rules: readonly AccessRule[], request: Request, relation: string) {
  const object = findAccessObject(relation)
  if (object === undefined) return new Response('', { status: 404 })
  const actions = requiredActions(request, relation)
  if (actions === undefined) return refusal(caller, object, request.method.toLowerCase())
  const reading = findReadObject(relation) ?? object
  return refuseUnlessAllowed(caller, rules, [
    ...actions.map((action): Right => [action, action === 'read' ? reading : object]),
    ...extraRights(relation),
  ])
}

/** For rights that only the handler can determine. */
export function refuseUnlessAllowed(
  caller: Caller,
  rules: readonly AccessRule[],
  rights: readonly Right[]
): Response | undefined {
  const missing = rights.find(([action, object]) => !allows(rules, object, action))
  return missing && refusal(caller, missing[1], missing[0])
}

const refusal = ({ id }: Caller, object: AccessObject, action: string) =>
  new Response(`unauthorized: ${action} on ${object}`, {
    status: 403,
    headers: { 'X-Rbac-Subject': id, 'X-Rbac-Object': object, 'X-Rbac-Action': action },
  })

/** Whether the caller may read rows of a relation that are embedded in rows of another. */
export const mayReadRelation =
  (rules: readonly AccessRule[]) =>
  (relation: string): boolean => {
    const object = findReadObject(relation)
    return (
      object !== undefined &&
      allows(rules, object, 'read') &&
      extraRights(relation).every(([action, other]) => allows(rules, other, action))
    )
  }
