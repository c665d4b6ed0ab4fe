import { z } from 'zod'
import { sql } from '../../db/sql'
import { audit } from '../audit'
import { errorObject, IdentityError, malformed, notSignedIn, sessionInactive } from '../http/errors'
import { type Action, type Exchange, json200 } from '../http/exchange'
import { pageHeaders, readPage } from '../http/pages'
import {
  aal2Required,
  currentSession,
  needsSecondFactor,
  otherSessions,
  revokeSession,
  revokeSessions,
  sessionBody,
} from './sessions'
import type { Service, Session } from '../types'

/** @throws {IdentityError} 401 without a session, 403 for one below what its account needs. */
async function ownSession(service: Service, exchange: Exchange, without = sessionInactive): Promise<Session> {
  const session = await currentSession(service, exchange)
  if (!session) throw without()
  if (needsSecondFactor(service, session)) throw aal2Required(exchange)
  return session
}

/** `GET /sessions/whoami` */
export const whoami =
  (service: Service): Action =>
  async (exchange) => {
    const session = await ownSession(service, exchange, notSignedIn)
    if (exchange.query.has('tokenize_as'))
      throw malformed('Sessions are not made into tokens here: leave out tokenize_as.')
    const response = json200(sessionBody(exchange, session))
    response.headers.set('X-Kratos-Authenticated-Identity-Id', session.identity.id)
    return response
  }

/** `GET /sessions`: where else the same account is signed in. */
export const listSessions =
  (service: Service): Action =>
  async (exchange) => {
    const session = await ownSession(service, exchange)
    const page = readPage(exchange)
    const { sessions, total } = await otherSessions(service, session, page)
    // Uses are noted only where they prolong a session.
    const isNoted = service.config.lifetimes.idleMs !== null
    const bodies = sessions.map((other) => ({
      ...sessionBody(exchange, other),
      ...(isNoted && { last_used_at: other.lastUsedAt.toISOString() }),
    }))
    return Response.json(bodies, { headers: pageHeaders(exchange, '/sessions', page, total) })
  }

/** `DELETE /sessions`: ends all but this one. */
export const endOtherSessions =
  (service: Service): Action =>
  async (exchange) => {
    const session = await ownSession(service, exchange)
    const count = await revokeSessions(service, session.identity.id, session.id)
    await audit(service, {
      event: 'session.revoked',
      identityId: session.identity.id,
      client: exchange.client,
      details: { count },
    })
    return json200({ count })
  }

const uuid = z.uuid()

/** `DELETE /sessions/{id}`. That of somebody else is answered like one that is over: it is not there any more. */
export const endOneSession =
  (service: Service): Action =>
  async (exchange) => {
    const session = await ownSession(service, exchange)
    const id = new URL(exchange.request.url).pathname.split('/').at(-1) ?? ''
    if (!uuid.safeParse(id).success) throw malformed('The address must end with the id of a session.')
    if (id.toLowerCase() === session.id) throw malformed('To end this session, sign out.')
    if (await revokeSession(service, session.identity.id, id)) {
      await audit(service, { event: 'session.revoked', identityId: session.identity.id, client: exchange.client })
    }
    return new Response(null, { status: 204 })
  }

/** `GET /self-service/errors` */
export const getError =
  (service: Service): Action =>
  async (exchange) => {
    const id = exchange.query.get('id') ?? exchange.query.get('error') ?? ''
    if (id === 'stub:500') {
      const error = errorObject(new IdentityError(500, { reason: 'This is a sample of an error.' }))
      const at = service.now().toISOString()
      return json200({ id, error, created_at: at, updated_at: at })
    }
    const [found] = uuid.safeParse(id).success
      ? await service.db.query<{ error: unknown; at: Date }>(
          sql`select error, created_at as at from identity.errors where id = ${id}`
        )
      : []
    if (!found) throw new IdentityError(404, { reason: 'There is no such error.' })
    const at = found.at.toISOString()
    return json200({ id, error: found.error, created_at: at, updated_at: at })
  }
