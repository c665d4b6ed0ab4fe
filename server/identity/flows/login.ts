import { z } from 'zod'
import { uiPaths } from '../config'
import { malformedError } from '../http/errors'
import {
  type ExchangeHandler,
  wantsJsonFlow,
  type Exchange,
  jsonOk,
  pageAddress,
  seeOther,
  wantsJson,
} from '../http/exchange'
import { alreadySignedInError, renewPayload, createPayload } from './flow-responses'
import { flowReplacedError, readFlow, readSubmission } from './flow-store'
import { aal1RequiredError, beginLogin, formatLoginFlow } from './login-responses'
import { submitPassword, submitSecondFactor } from './login-factors'
import { expiredMessage } from './messages'
import { readExchangeSession } from '../sessions/sessions'
import type { Aal, Flow, IdentityService } from '../types'
import { countForm } from '../limits/attempts'

/** `GET /self-service/login/browser` */
export const createLogin =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const { query } = exchange
    await countForm(service, exchange)
    const wanted = readAal(query.get('aal'))
    const beginning = createPayload(exchange)
    const session = await readExchangeSession(service, exchange)
    // Without a session there is nothing to refresh, so the flow becomes an ordinary sign-in.
    const refresh = session !== undefined && isTrue(query.get('refresh'))
    if (!session && wanted === 'aal2') throw aal1RequiredError()
    if (session && !refresh && (session.aal === 'aal2' || wanted === 'aal1')) {
      if (wantsJsonFlow(exchange)) throw alreadySignedInError()
      return seeOther(beginning.return_to ?? pageAddress(exchange, uiPaths.home))
    }
    const flow = await beginLogin(service, exchange, {
      ...beginning,
      refresh,
      requested_aal: wanted,
      ...(session && { identityId: session.identity.id }),
    })
    if (!wantsJsonFlow(exchange)) return seeOther(pageAddress(exchange, uiPaths.login, { flow: flow.id }))
    return jsonOk(await formatLoginFlow(service, exchange, flow))
  }

/** `GET /self-service/login/flows` */
export const getLogin =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) =>
    jsonOk(await formatLoginFlow(service, exchange, await readFlow(service, exchange, 'login')))

/** `POST /self-service/login` */
export const submitLogin =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const submission = await readSubmission(service, exchange, 'login')
    const { flow, isExpired } = submission
    if (isExpired) return startAgain(service, exchange, flow)
    const session = await readExchangeSession(service, exchange)
    const { refresh = false, requested_aal = 'aal1' } = flow.payload
    if (requested_aal === 'aal2') return submitSecondFactor(service, exchange, submission, session)
    if (session && !refresh) throw alreadySignedInError()
    return submitPassword(service, exchange, submission, session)
  }

/** Replaces an expired flow with a new one that shows a message about it. */
async function startAgain(service: IdentityService, exchange: Exchange, old: Flow): Promise<Response> {
  const { refresh, requested_aal } = old.payload
  const next = await beginLogin(service, exchange, {
    ...renewPayload(old, expiredMessage(4010001, old.expiresAt)),
    ...(refresh !== undefined && { refresh }),
    ...(requested_aal && { requested_aal }),
    ...(old.identityId !== null && { identityId: old.identityId }),
  })
  if (wantsJson(exchange)) throw flowReplacedError(service, old, next)
  return seeOther(pageAddress(exchange, uiPaths.login, { flow: next.id }))
}

const aal = z.enum(['aal1', 'aal2'])

function readAal(text: string | null): Aal {
  if (text === null || text === '') return 'aal1'
  const parsed = aal.safeParse(text.toLowerCase())
  if (!parsed.success) throw malformedError('aal must be aal1 or aal2.')
  return parsed.data
}

const isTrue = (text: string | null) => text !== null && ['true', '1', 't'].includes(text.toLowerCase())
