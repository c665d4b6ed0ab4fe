import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import type { AccessObject, Action, Rule } from '../../src/lib/policy'
import type { Reader } from '../db/db'

/** Who is asking. Roles that come with others are listed before those that were given. */
export type Caller = {
  id: string
  name: string
  email: string | null
  roles: readonly string[]
  /** The token that was signed in with. A limited one has some of its person's roles, and nothing that is theirs alone. */
  token?: { id: string; isLimited: boolean }
}

/** What is known of a request once it was let through. Nothing of it on an open route. */
export type Env = {
  Variables: {
    caller: Caller | undefined
    rules: readonly Rule[]
    /** The database as whoever asks sees it. */
    reader: Reader
  }
}

export type Right = readonly [action: Action, object: AccessObject]

/**
 * Who may call a route. Beside them, whoever is not signed in may ask for what the public pages show (`public.ts`).
 */
export type Callers =
  /** Anybody, and nobody is asked who they are. */
  | { are: 'open' }
  /** Whoever asks, signed in or not; the route is told which. */
  | { are: 'anyone' }
  | { are: 'signedIn' }
  /** Whoever has all of these rights. */
  | { are: 'having'; rights: readonly Right[] }
  /** As `having`, and the person that `:id` names. */
  | { are: 'owner'; rights: readonly Right[] }
  | { are: 'runningChecks' }
  /** Whoever may do this with some playbook; the route sees which. */
  | { are: 'somePlaybook'; action: Action }
  /** The relation's object and the method decide. */
  | { are: 'relation' }

export const open: Callers = { are: 'open' }
export const anyone: Callers = { are: 'anyone' }
export const anySignedIn: Callers = { are: 'signedIn' }
export const having = (...rights: Right[]): Callers => ({ are: 'having', rights })
export const ownerOr = (...rights: Right[]): Callers => ({ are: 'owner', rights })

/** One thing that the server answers: where, to whom, and how. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE' | 'ALL'
  /** The whole of it. `:id` is one part, `*` at the end is the rest. */
  path: string
  callers: Callers
  handle: Handler<Env>
}

/** Makes a route. There is no other way to one, so that who may call it is decided where it is written. */
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

/** Who asks, in a route that is for nobody who is not signed in. */
export function signedIn(context: Context<Env>): Caller {
  const caller = context.get('caller')
  if (!caller) throw new Error('nobody comes here who is not signed in')
  return caller
}
