import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import type { AccessObject, AccessAction, AccessRule } from '../../src/shared/access/policy'
import type { PersonReader } from '../data/db/db'

/** A stored permission, with the group that it applies to. */
export type StoredPermission = {
  id: string
  subject: string
  /** The group that has the permission, a role or `everyone`; null for a person or a team. */
  group: string | null
  action: string
  object: string | null
  deny: boolean
  /** The individual resources that it applies to, as JSON text; null for all resources of the object. */
  condition: string | null
}

/** The caller. Implied roles are listed before assigned ones. */
export type Caller = {
  id: string
  name: string
  email: string | null
  roles: readonly string[]
  /** Stored permissions that can currently apply: those of the person, of their teams, and of all groups. */
  permissions: readonly StoredPermission[]
  /**
   * The access token of the request. A limited token has some of its person's roles, and none of their other
   * permissions.
   */
  token?: { id: string; isLimited: boolean }
}

/** Variables of a request that passed the guards. Open routes have none of them. */
export type RouteEnv = {
  Variables: {
    caller: Caller | undefined
    rules: readonly AccessRule[]
    /** The database as the caller may read it. */
    reader: PersonReader
  }
}

export type Right = readonly [action: AccessAction, object: AccessObject]

/** The callers that a route accepts. Signed out, reads for the public pages are also allowed (`public.ts`). */
export type Callers =
  /** All callers; the caller is not identified. */
  | { are: 'open' }
  /** All callers; the caller is identified if signed in. */
  | { are: 'anyone' }
  | { are: 'signedIn' }
  /** Callers with all of these rights. */
  | { are: 'having'; rights: readonly Right[] }
  /** As `having`, or the person in `:id`. */
  | { are: 'owner'; rights: readonly Right[] }
  | { are: 'runningChecks' }
  /** Callers who have this right on at least one playbook; the route checks the individual one. */
  | { are: 'somePlaybook'; action: AccessAction }
  /** Depends on the relation's object and the method. */
  | { are: 'relation' }

export const open: Callers = { are: 'open' }
export const anyone: Callers = { are: 'anyone' }
export const anySignedIn: Callers = { are: 'signedIn' }
export const withRights = (...rights: Right[]): Callers => ({ are: 'having', rights })
export const ownerOrRights = (...rights: Right[]): Callers => ({ are: 'owner', rights })

/** An endpoint of the server: its path, its callers and its handler. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ALL'
  /** The full path. `:id` is one segment, `*` at the end is the rest. */
  path: string
  callers: Callers
  handle: Handler<RouteEnv>
  waitsFor: WaitsFor
}

/**
 * The resource that the handler waits for. Requests for the `database` take turns with the other requests of the same person, so
 * they must not wait for anything else: a run, another service, or a receiver.
 */
export type WaitsFor = 'database' | 'others'

/** Creates a route. The only constructor, so that every route declares its callers. */
export const defineRoute = <P extends string>(
  method: Route['method'],
  path: P,
  callers: Callers,
  handle: Handler<RouteEnv, P>,
  { waitsFor = 'database' }: { waitsFor?: WaitsFor } = {}
): Route => ({ method, path, callers, handle: handle as Handler<RouteEnv>, waitsFor })

/** The middleware of a route. */
type Guards = (route: Route) => readonly MiddlewareHandler<RouteEnv>[]

/** Registers routes in order, each behind its guards; open routes have none. */
export function registerRoutes(app: Hono<RouteEnv>, routes: readonly Route[], guards: Guards): void {
  for (const route of routes) {
    const before = route.callers.are === 'open' ? [] : guards(route)
    app.on(route.method, [route.path], ...before, route.handle)
  }
}

/** The caller of a route that requires sign-in. */
export function requireCaller(context: Context<RouteEnv>): Caller {
  const caller = context.get('caller')
  if (!caller) throw new Error('the route requires sign-in')
  return caller
}
