import { isSameOriginWrite } from '../http/csrf'
import { errorBody, IdentityError } from '../http/errors'
import { endpointAddress, readExchange } from '../http/exchange'
import { findSession, isPrivileged, needsSecondFactor } from './sessions'
import type { IdentityService, Session } from '../types'

/** Access to sign-in sessions for the rest of the server. */
type SessionGate = {
  /** The id of the person whose session the cookie contains; undefined without a session. */
  readPersonId(request: Request): Promise<string | undefined>
  /**
   * The refusal of a request for any caller: it comes from another site, or the second factor is missing.
   * Undefined when it may continue.
   */
  refuse(request: Request): Promise<Response | undefined>
  /** Refuses callers who signed in too long ago to create credentials. */
  refuseStale(request: Request): Promise<Response | undefined>
}

export function createSessionGate(service: IdentityService): SessionGate {
  // Cached, because several checks of one request read the session.
  const sessions = new WeakMap<Request, Promise<Session | undefined>>()
  const sessionOf = (request: Request) => {
    const known = sessions.get(request)
    if (known) return known
    const session = findSession(service, readExchange(service, request, '').token)
    sessions.set(request, session)
    return session
  }
  return {
    readPersonId: async (request) => (await sessionOf(request))?.identity.id,
    async refuse(request) {
      if (!isSameOriginWrite(request, readExchange(service, request, '').origin)) {
        return new Response('Writes are only accepted from the console itself.', { status: 403 })
      }
      const session = await sessionOf(request)
      return session && needsSecondFactor(service, session)
        ? new Response('This account requires a second factor. Complete the sign-in.', { status: 403 })
        : undefined
    },
    async refuseStale(request) {
      const session = await sessionOf(request)
      if (!session || isPrivileged(service, session)) return undefined
      const exchange = readExchange(service, request, '')
      const redirect_browser_to = endpointAddress(exchange, '/self-service/login/browser', { refresh: 'true' })
      const reason = 'Confirm your identity before you create a token.'
      return Response.json(
        errorBody(new IdentityError(403, { id: 'session_refresh_required', reason, redirect_browser_to })),
        { status: 403 }
      )
    },
  }
}
