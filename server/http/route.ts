import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import type { AccessObject, Action, Rule } from '../../src/lib/policy'
import type { Reader } from '../db/db'

/** A stored permission as it is read, with what decides about it. */
export type StoredPermission = {
  id: string
  subject: string
  /** The group that it is for, a role or `everyone`; null when it is for a person or a team. */
  group: string | null
  action: string
  object: string | null
  deny: boolean
  /** The single things it is about, as text; null when it is about all of the object. */
  condition: string | null
}

/** Who is asking. Implied roles are listed before those that were given. */
export type Caller = {
  id: string
  name: string
  email: string | null
  roles: readonly string[]
  /** The stored permissions that may be for them at this moment: theirs, those of their teams, and those of all groups. */
  permissions: readonly StoredPermission[]
  /** The token that was signed in with. A limited one has some of its person's roles, and nothing else of theirs. */
  token?: { id: string; isLimited: boolean }
}

/** Set on a request that passed the guards. Open routes have none of it. */
export type Env = {
  Variables: {
    caller: Caller | undefined
    rules: readonly Rule[]
    /** The database as the caller may read it. */
    reader: Reader
  }
}

export type Right = readonly [action: Action, object: AccessObject]

/**
 * Who may call a route. Signed out, reads for the public pages are also allowed (`public.ts`).
 */
export type Callers =
  /** Anybody; the caller is not identified. */
  | { are: 'open' }
  /** Anybody; the route knows the caller, if signed in. */
  | { are: 'anyone' }
  | { are: 'signedIn' }
  /** Callers with all of these rights. */
  | { are: 'having'; rights: readonly Right[] }
  /** As `having`, or the person that `:id` names. */
  | { are: 'owner'; rights: readonly Right[] }
  | { are: 'runningChecks' }
  /** Callers who may do this with at least one playbook; the route decides which. */
  | { are: 'somePlaybook'; action: Action }
  /** The relation's object and the method decide. */
  | { are: 'relation' }

export const open: Callers = { are: 'open' }
export const anyone: Callers = { are: 'anyone' }
export const anySignedIn: Callers = { are: 'signedIn' }
export const having = (...rights: Right[]): Callers => ({ are: 'having', rights })
export const ownerOr = (...rights: Right[]): Callers => ({ are: 'owner', rights })

/** One endpoint of the server: its path, who may call it, and its handler. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE' | 'ALL'
  /** The whole of it. `:id` is one part, `*` at the end is the rest. */
  path: string
  callers: Callers
  handle: Handler<Env>
}

/** Makes a route. The only constructor, so that every route states who may call it. */
export const route = <P extends string>(
  method: Route['method'],
  path: P,
  callers: Callers,
  handle: Handler<Env, P>
): Route => ({ method, path, callers, handle: handle as Handler<Env> })

/** What stands before a route, by who may call it. */
export type Guards = (callers: Callers) => readonly MiddlewareHandler<Env>[]

/** Puts routes in place, in their order, each behind its guards; an open one has none. */
export function mount(app: Hono<Env>, routes: readonly Route[], guards: Guards): void {
  for (const { method, path, callers, handle } of routes) {
    const before = callers.are === 'open' ? [] : guards(callers)
    app.on(method, [path], ...before, handle)
  }
}

/** The caller of a route that requires sign-in. */
export function signedIn(context: Context<Env>): Caller {
  const caller = context.get('caller')
  if (!caller) throw new Error('nobody comes here who is not signed in')
  return caller
}
