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

/**
 * @throws {IdentityError} 401 without a session, 403 when the account requires a second factor that the session lacks.
 */
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
    if (exchange.query.has('tokenize_as')) throw malformed('Session tokens are not supported. Remove tokenize_as.')
    const response = json200(sessionBody(exchange, session))
    response.headers.set('X-Kratos-Authenticated-Identity-Id', session.identity.id)
    return response
  }

/** `GET /sessions`: the other sessions of the account. */
export const listSessions =
  (service: Service): Action =>
  async (exchange) => {
    const session = await ownSession(service, exchange)
    const page = readPage(exchange)
    const { sessions, total } = await otherSessions(service, session, page)
    // Uses are stored only if they extend a session.
    const isNoted = service.config.lifetimes.idleMs !== null
    const bodies = sessions.map((other) => ({
      ...sessionBody(exchange, other),
      ...(isNoted && { last_used_at: other.lastUsedAt.toISOString() }),
    }))
    return Response.json(bodies, { headers: pageHeaders(exchange, '/sessions', page, total) })
  }

/** `DELETE /sessions`: ends all other sessions of the account. */
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

/**
 * `DELETE /sessions/{id}`. A session of another account gets the same response as an ended one, which reveals nothing.
 */
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
      const error = errorObject(new IdentityError(500, { reason: 'This is a sample error.' }))
      const at = service.now().toISOString()
      return json200({ id, error, created_at: at, updated_at: at })
    }
    const [found] = uuid.safeParse(id).success
      ? await service.db.query<{ error: unknown; at: Date }>(
          sql`select error, created_at as at from identity.errors where id = ${id}`
        )
      : []
    if (!found) throw new IdentityError(404, { reason: 'Error not found.' })
    const at = found.at.toISOString()
    return json200({ id, error: found.error, created_at: at, updated_at: at })
  }
