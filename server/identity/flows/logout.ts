import { audit } from '../audit'
import { uiPaths } from '../config'
import { IdentityError, malformed, sessionInactive } from '../http/errors'
import { type Action, endpoint, type Exchange, json200, pageOf, seeOther, speaksJson } from '../http/exchange'
import { readReturnTo } from '../http/return-to'
import { currentSession, endSession } from '../sessions/sessions'
import type { Service } from '../types'

/**
 * A token that signs out only the session of this cookie. It is derived from the cookie's token, so it need not be
 * stored and expires with the session.
 */
const logoutToken = ({ keys }: Service, { token = '' }: Exchange) => keys.mac('logout', token)

/** `GET /self-service/logout/browser` */
export const createLogout =
  (service: Service): Action =>
  async (exchange) => {
    const returnTo = readReturnTo(exchange.query.get('return_to'), exchange.origin)
    if (!(await currentSession(service, exchange))) throw sessionInactive()
    const logout_token = logoutToken(service, exchange)
    const logout_url = endpoint(exchange, '/self-service/logout', { token: logout_token, return_to: returnTo })
    return json200({ logout_token, logout_url })
  }

/** `GET /self-service/logout` */
export const submitLogout =
  (service: Service): Action =>
  async (exchange) => {
    const given = exchange.query.get('token')
    if (!given) throw malformed('The address must contain the sign-out token (token=).')
    const returnTo = readReturnTo(exchange.query.get('return_to'), exchange.origin)
    const session = await currentSession(service, exchange)
    if (!session) throw sessionInactive()
    if (!service.keys.checkMac('logout', exchange.token ?? '', given)) {
      throw new IdentityError(403, { reason: 'This link signs out another session. Please try again.' })
    }
    await endSession(service, exchange, session)
    await audit(service, { event: 'logout', identityId: session.identity.id, client: exchange.client })
    if (speaksJson(exchange)) return new Response(null, { status: 204 })
    return seeOther(returnTo ?? pageOf(exchange, uiPaths.login))
  }
