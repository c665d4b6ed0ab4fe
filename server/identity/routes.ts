import { open, type Route, defineRoute as routeTo } from '../http/route'
import { BASE_PATH, uiPaths } from './config'
import { IdentityError } from './http/errors'
import { type ExchangeHandler, pageAddress, toRouteHandler, ensureCsrfSecret, seeOther } from './http/exchange'
import { createLogin, getLogin, submitLogin } from './flows/login'
import { createLogout, submitLogout } from './flows/logout'
import { createRegistration, getRegistration, submitRegistration } from './flows/registration'
import { createRecovery, getRecovery, submitRecovery } from './flows/recovery'
import { endOneSession, endOtherSessions, getError, listSessions, whoami } from './sessions/session-routes'
import { createSettings, getSettings, submitSettings } from './settings/settings'
import type { IdentityService } from './types'
import { createVerification, followLink, getVerification, submitVerification } from './flows/verification'

/**
 * The routes of the identity service, below `/api/.ory`. All are open, because the service authenticates callers
 * itself.
 */
export function identityRoutes(service: IdentityService): readonly Route[] {
  const on = (method: Route['method'], path: string, action: ExchangeHandler) =>
    routeTo(method, BASE_PATH + path, open, toRouteHandler(service, action))
  const get = (path: string, action: ExchangeHandler) => on('GET', path, withSecret(service, action))

  return [
    get('/self-service/login/browser', createLogin(service)),
    get('/self-service/login/flows', getLogin(service)),
    on('POST', '/self-service/login', submitLogin(service)),

    get('/self-service/registration/browser', createRegistration(service)),
    get('/self-service/registration/flows', getRegistration(service)),
    on('POST', '/self-service/registration', submitRegistration(service)),

    get('/self-service/recovery/browser', createRecovery(service)),
    get('/self-service/recovery/flows', getRecovery(service)),
    on('POST', '/self-service/recovery', submitRecovery(service)),

    get('/self-service/verification/browser', createVerification(service)),
    get('/self-service/verification/flows', getVerification(service)),
    get('/self-service/verification', followLink(service)),
    on('POST', '/self-service/verification', submitVerification(service)),

    get('/self-service/settings/browser', createSettings(service)),
    get('/self-service/settings/flows', getSettings(service)),
    on('POST', '/self-service/settings', submitSettings(service)),

    get('/self-service/logout/browser', createLogout(service)),
    get('/self-service/logout', submitLogout(service)),
    get('/self-service/errors', getError(service)),

    on('GET', '/sessions/whoami', whoami(service)),
    on('GET', '/sessions', listSessions(service)),
    on('DELETE', '/sessions', endOtherSessions(service)),
    on('DELETE', '/sessions/:id', endOneSession(service)),

    get('/.well-known/change-password', async (exchange) => seeOther(pageAddress(exchange, uiPaths.settings))),

    on('ALL', '/*', notHere),
  ]
}

const notHere: ExchangeHandler = async () => {
  throw new IdentityError(404, { reason: 'Not found.' })
}

/** Sets the anti-CSRF secret of the browser for pages that begin or show a flow. */
const withSecret =
  (service: IdentityService, action: ExchangeHandler): ExchangeHandler =>
  async (exchange) => {
    // Set after the action, so that a new secret cannot open a flow of another browser.
    const response = await action(exchange)
    ensureCsrfSecret(service, exchange)
    return response
  }
