import { z } from 'zod'
import { sql } from '../../db/sql'
import { audit } from '../audit'
import { errorObject, IdentityError, malformed, notSignedIn } from '../http/errors'
import { type Action, type Exchange, json200 } from '../http/exchange'
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
async function fullSession(service: Service, exchange: Exchange): Promise<Session> {
  const session = await currentSession(service, exchange)
  if (!session) throw notSignedIn()
  if (needsSecondFactor(service, session)) throw aal2Required(exchange)
  return session
}

/** `GET /sessions/whoami` */
export const whoami =
  (service: Service): Action =>
  async (exchange) => {
    const session = await fullSession(service, exchange)
    const response = json200(sessionBody(exchange, session))
    response.headers.set('X-Kratos-Authenticated-Identity-Id', session.identity.id)
    return response
  }

const MOST_PER_PAGE = 250

const page = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000).default(0),
  per_page: z.coerce.number().int().min(1).max(MOST_PER_PAGE).default(MOST_PER_PAGE),
})

/** `GET /sessions`: where else the same account is signed in. */
export const listSessions =
  (service: Service): Action =>
  async (exchange) => {
    const session = await fullSession(service, exchange)
    const wanted = page.safeParse(Object.fromEntries(exchange.query))
    if (!wanted.success) throw malformed('page and per_page must be numbers.')
    const { page: number, per_page: limit } = wanted.data
    const others = await otherSessions(service, session, { limit, offset: number * limit })
    return json200(others.map((other) => sessionBody(exchange, other)))
  }

/** `DELETE /sessions`: ends all but this one. */
export const endOtherSessions =
  (service: Service): Action =>
  async (exchange) => {
    const session = await fullSession(service, exchange)
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

/** `DELETE /sessions/{id}` */
export const endOneSession =
  (service: Service): Action =>
  async (exchange) => {
    const session = await fullSession(service, exchange)
    const id = new URL(exchange.request.url).pathname.split('/').at(-1) ?? ''
    if (id === session.id) throw malformed('To end this session, sign out.')
    const isEnded = uuid.safeParse(id).success && (await revokeSession(service, session.identity.id, id))
    if (!isEnded) throw new IdentityError(404, { reason: 'There is no such session.' })
    await audit(service, { event: 'session.revoked', identityId: session.identity.id, client: exchange.client })
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
