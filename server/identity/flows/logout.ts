import { audit } from '../audit'
import { uiPaths } from '../config'
import { IdentityError, malformedError, sessionInactiveError } from '../http/errors'
import {
  type ExchangeHandler,
  endpointAddress,
  type Exchange,
  jsonOk,
  pageAddress,
  seeOther,
  wantsJson,
} from '../http/exchange'
import { readReturnTo } from '../http/return-to'
import { readExchangeSession, endSession } from '../sessions/sessions'
import type { IdentityService } from '../types'

/**
 * A token that signs out only the session of this cookie. It is derived from the cookie's token, so it need not be
 * stored and expires with the session.
 */
const logoutToken = ({ keys }: IdentityService, { token = '' }: Exchange) => keys.mac('logout', token)

/** `GET /self-service/logout/browser` */
export const createLogout =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const returnTo = readReturnTo(exchange.query.get('return_to'), exchange.origin)
    if (!(await readExchangeSession(service, exchange))) throw sessionInactiveError()
    const logout_token = logoutToken(service, exchange)
    const logout_url = endpointAddress(exchange, '/self-service/logout', { token: logout_token, return_to: returnTo })
    return jsonOk({ logout_token, logout_url })
  }

/** `GET /self-service/logout` */
export const submitLogout =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const given = exchange.query.get('token')
    if (!given) throw malformedError('The address must contain the sign-out token (token=).')
    const returnTo = readReturnTo(exchange.query.get('return_to'), exchange.origin)
    const session = await readExchangeSession(service, exchange)
    if (!session) throw sessionInactiveError()
    if (!service.keys.checkMac('logout', exchange.token ?? '', given)) {
      throw new IdentityError(403, { reason: 'This link signs out another session. Please try again.' })
    }
    await endSession(service, exchange, session)
    await audit(service, { event: 'logout', identityId: session.identity.id, client: exchange.client })
    if (wantsJson(exchange)) return new Response(null, { status: 204 })
    return seeOther(returnTo ?? pageAddress(exchange, uiPaths.login))
  }
