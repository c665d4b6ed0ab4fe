import { z } from 'zod'
import { uiPaths } from '../config'
import { malformed } from '../http/errors'
import { type Action, beginsInJson, type Exchange, json200, pageOf, seeOther, speaksJson } from '../http/exchange'
import { alreadySignedIn, renewedPayload, newPayload } from './flow-answers'
import { expiredInFavourOf, openFlow, submittedFlow } from './flow-store'
import { aal1Required, beginLogin, show } from './login-answers'
import { submitPassword, submitSecondFactor } from './login-factors'
import { expired } from './messages'
import { currentSession } from '../sessions/sessions'
import type { Aal, Flow, Service } from '../types'
import { countForm } from '../limits/tries'

/** `GET /self-service/login/browser` */
export const createLogin =
  (service: Service): Action =>
  async (exchange) => {
    const { query } = exchange
    countForm(service, exchange)
    const wanted = readAal(query.get('aal'))
    const beginning = newPayload(exchange)
    const session = await currentSession(service, exchange)
    // Without a session there is nothing to refresh, so the flow becomes an ordinary sign-in.
    const refresh = session !== undefined && isTrue(query.get('refresh'))
    if (!session && wanted === 'aal2') throw aal1Required()
    if (session && !refresh && (session.aal === 'aal2' || wanted === 'aal1')) {
      if (beginsInJson(exchange)) throw alreadySignedIn()
      return seeOther(beginning.return_to ?? pageOf(exchange, uiPaths.home))
    }
    const flow = await beginLogin(service, exchange, {
      ...beginning,
      refresh,
      requested_aal: wanted,
      ...(session && { identityId: session.identity.id }),
    })
    if (!beginsInJson(exchange)) return seeOther(pageOf(exchange, uiPaths.login, { flow: flow.id }))
    return json200(await show(service, exchange, flow))
  }

/** `GET /self-service/login/flows` */
export const getLogin =
  (service: Service): Action =>
  async (exchange) =>
    json200(await show(service, exchange, await openFlow(service, exchange, 'login')))

/** `POST /self-service/login` */
export const submitLogin =
  (service: Service): Action =>
  async (exchange) => {
    const submission = await submittedFlow(service, exchange, 'login')
    const { flow, isExpired } = submission
    if (isExpired) return startAgain(service, exchange, flow)
    const session = await currentSession(service, exchange)
    const { refresh = false, requested_aal = 'aal1' } = flow.payload
    if (requested_aal === 'aal2') return submitSecondFactor(service, exchange, submission, session)
    if (session && !refresh) throw alreadySignedIn()
    return submitPassword(service, exchange, submission, session)
  }

/** Replaces an expired flow with a new one that shows a message about it. */
async function startAgain(service: Service, exchange: Exchange, old: Flow): Promise<Response> {
  const { refresh, requested_aal } = old.payload
  const next = await beginLogin(service, exchange, {
    ...renewedPayload(old, expired(4010001, old.expiresAt)),
    ...(refresh !== undefined && { refresh }),
    ...(requested_aal && { requested_aal }),
    ...(old.identityId !== null && { identityId: old.identityId }),
  })
  if (speaksJson(exchange)) throw expiredInFavourOf(service, old, next)
  return seeOther(pageOf(exchange, uiPaths.login, { flow: next.id }))
}

const aal = z.enum(['aal1', 'aal2'])

function readAal(text: string | null): Aal {
  if (text === null || text === '') return 'aal1'
  const parsed = aal.safeParse(text.toLowerCase())
  if (!parsed.success) throw malformed('aal must be aal1 or aal2.')
  return parsed.data
}

const isTrue = (text: string | null) => text !== null && ['true', '1', 't'].includes(text.toLowerCase())
