import { z } from 'zod'
import { sql } from '../../data/db/sql'
import { audit } from '../audit'
import { errorObject, IdentityError, malformedError, notSignedInError, sessionInactiveError } from '../http/errors'
import { type ExchangeHandler, type Exchange, jsonOk } from '../http/exchange'
import { pageHeaders, readPageRange } from '../http/pagination'
import {
  aal2RequiredError,
  readExchangeSession,
  needsSecondFactor,
  readOtherSessions,
  revokeSession,
  revokeSessions,
  sessionBody,
} from './sessions'
import type { IdentityService, Session } from '../types'

/**
 * @throws {IdentityError} 401 without a session, 403 when the account requires a second factor that the session lacks.
 */
async function ownSession(
  service: IdentityService,
  exchange: Exchange,
  without = sessionInactiveError
): Promise<Session> {
  const session = await readExchangeSession(service, exchange)
  if (!session) throw without()
  if (needsSecondFactor(service, session)) throw aal2RequiredError(exchange)
  return session
}

/** `GET /sessions/whoami` */
export const whoami =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const session = await ownSession(service, exchange, notSignedInError)
    if (exchange.query.has('tokenize_as')) throw malformedError('Session tokens are not supported. Remove tokenize_as.')
    const response = jsonOk(sessionBody(exchange, session))
    response.headers.set('X-Kratos-Authenticated-Identity-Id', session.identity.id)
    return response
  }

/** `GET /sessions`: the other sessions of the account. */
export const listSessions =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const session = await ownSession(service, exchange)
    const page = readPageRange(exchange)
    const { sessions, total } = await readOtherSessions(service, session, page)
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
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const session = await ownSession(service, exchange)
    const count = await revokeSessions(service, session.identity.id, session.id)
    await audit(service, {
      event: 'session.revoked',
      identityId: session.identity.id,
      client: exchange.client,
      details: { count },
    })
    return jsonOk({ count })
  }

const uuid = z.uuid()

/**
 * `DELETE /sessions/{id}`. A session of another account gets the same response as an ended one, which reveals nothing.
 */
export const endOneSession =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const session = await ownSession(service, exchange)
    const id = new URL(exchange.request.url).pathname.split('/').at(-1) ?? ''
    if (!uuid.safeParse(id).success) throw malformedError('The address must end with the id of a session.')
    if (id.toLowerCase() === session.id) throw malformedError('To end this session, sign out.')
    if (await revokeSession(service, session.identity.id, id)) {
      await audit(service, { event: 'session.revoked', identityId: session.identity.id, client: exchange.client })
    }
    return new Response(null, { status: 204 })
  }

/** `GET /self-service/errors` */
export const getError =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const id = exchange.query.get('id') ?? exchange.query.get('error') ?? ''
    if (id === 'stub:500') {
      const error = errorObject(new IdentityError(500, { reason: 'This is a sample error.' }))
      const at = service.now().toISOString()
      return jsonOk({ id, error, created_at: at, updated_at: at })
    }
    const [found] = uuid.safeParse(id).success
      ? await service.db.query<{ error: unknown; at: Date }>(
          sql`select error, created_at as at from identity.errors where id = ${id}`
        )
      : []
    if (!found) throw new IdentityError(404, { reason: 'Error not found.' })
    const at = found.at.toISOString()
    return jsonOk({ id, error: found.error, created_at: at, updated_at: at })
  }
