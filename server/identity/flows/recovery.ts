import { audit } from '../audit'
import { alreadySignedInError, renewPayload, createPayload, formatFlow } from './flow-responses'
import {
  beginCodeFlow,
  type CodeFlow,
  codeFlowNodes,
  isInvitation,
  markVerified,
  codeFlowPage,
  readCodeStep,
  refuseCodeFlow,
  sendCode,
} from './code-flows'
import { countGuess, redeemCode, voidRecoveryCodes } from '../credentials/codes'
import { uiPaths } from '../config'
import { IdentityError } from '../http/errors'
import {
  type ExchangeHandler,
  wantsJsonFlow,
  endpointAddress,
  type Exchange,
  jsonOk,
  pageAddress,
  seeOther,
  wantsJson,
} from '../http/exchange'
import { readFlow, saveFlow, readSubmission } from './flow-store'
import { findIdentity } from '../accounts/identities'
import { recoveryMail } from '../mail/mails'
import { expiredMessage, type ProtocolMessage, createMessage } from './messages'
import { readExchangeSession, revokeSessions, startSession } from '../sessions/sessions'
import { beginSettings, settingsPage } from '../settings/settings'
import type { Flow, IdentityService } from '../types'
import { countForm } from '../limits/attempts'

const recovery: CodeFlow = {
  kind: 'recovery',
  page: uiPaths.recovery,
  sent: 1060003,
  label: 1070010,
  mail: recoveryMail,
}

/** `GET /self-service/recovery/browser` */
export const createRecovery =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    await countForm(service, exchange)
    const payload = createPayload(exchange)
    if (await readExchangeSession(service, exchange)) {
      if (wantsJsonFlow(exchange)) throw alreadySignedInError()
      return seeOther(payload.return_to ?? pageAddress(exchange, uiPaths.home))
    }
    const flow = await beginCodeFlow(recovery, service, exchange, payload)
    if (!wantsJsonFlow(exchange)) return seeOther(codeFlowPage(recovery, exchange, flow))
    return jsonOk(show(service, exchange, flow))
  }

/** `GET /self-service/recovery/flows` */
export const getRecovery =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) =>
    jsonOk(show(service, exchange, await readFlow(service, exchange, 'recovery')))

/** `POST /self-service/recovery` */
export const submitRecovery =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const { flow, body, isExpired } = await readSubmission(service, exchange, 'recovery')
    if (await readExchangeSession(service, exchange)) throw alreadySignedInError()
    if (isExpired) return startAgain(service, exchange, flow, expiredMessage(4060005, flow.expiresAt))
    if (flow.state === 'passed_challenge') return startAgain(service, exchange, flow, createMessage(4060001))
    const step = readCodeStep(body, flow)
    switch (step.step) {
      case 'unknown':
        return refuseCodeFlow(recovery, service, exchange, flow, { messages: [createMessage(4010005)], status: 400 })
      case 'refuse':
        return refuseCodeFlow(recovery, service, exchange, flow, { fieldErrors: step.fieldErrors, status: 400 })
      case 'send': {
        const next = await sendCode(recovery, service, exchange, flow, step.email)
        await audit(service, { event: 'recovery.requested', client: exchange.client })
        if (!wantsJson(exchange)) return seeOther(codeFlowPage(recovery, exchange, next))
        return jsonOk(show(service, exchange, next))
      }
      case 'check':
        return checkCode(service, exchange, flow, step.code)
    }
  }

const show = (service: IdentityService, exchange: Exchange, flow: Flow) =>
  formatFlow(exchange, flow, codeFlowNodes(recovery, service, exchange, flow))

/** Replaces a void flow with a new one. JSON clients are redirected to it, as browsers are. */
async function startAgain(
  service: IdentityService,
  exchange: Exchange,
  old: Flow,
  why: ProtocolMessage
): Promise<Response> {
  const next = await beginCodeFlow(recovery, service, exchange, renewPayload(old, why))
  if (!wantsJson(exchange)) return seeOther(codeFlowPage(recovery, exchange, next))
  return seeOther(endpointAddress(exchange, '/self-service/recovery/flows', { id: next.id }))
}

async function checkCode(service: IdentityService, exchange: Exchange, flow: Flow, typed: string): Promise<Response> {
  if (!(await countGuess(service, flow.id))) {
    const reason = 'There were too many wrong codes. Please start again.'
    return startAgain(service, exchange, flow, createMessage(4000001, { reason }))
  }
  const settings = await signInAndOpenSettings(service, exchange, flow, typed)
  if (!settings) {
    await audit(service, { event: 'recovery.failed', client: exchange.client })
    return refuseCodeFlow(recovery, service, exchange, flow, { messages: [createMessage(4060006)], status: 200 })
  }
  const redirect_browser_to = settingsPage(exchange, settings)
  if (!wantsJson(exchange)) return seeOther(redirect_browser_to)
  throw new IdentityError(422, {
    id: 'browser_location_change_required',
    reason: 'Please set a new password now.',
    redirect_browser_to,
  })
}

/**
 * Redeems the code and signs in with the privilege to set a new password. A second factor is still required.
 * @returns the settings flow to continue with; undefined when the code is wrong.
 */
const signInAndOpenSettings = (
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  typed: string
): Promise<Flow | undefined> =>
  service.db.transaction(async (tx) => {
    const owner = await redeemCode(tx, service, { flowId: flow.id, typed })
    if (!owner) return undefined
    const identity = await findIdentity(tx, owner.identityId)
    if (identity?.state !== 'active') return undefined
    // The code of an invitation need not have come by mail.
    if (!isInvitation(flow)) await markVerified(tx, owner, service.now())
    await voidRecoveryCodes(tx, identity.id, service.now())
    await saveFlow(service, { ...flow, state: 'passed_challenge', payload: { ...flow.payload, active: 'code' } }, tx)
    const session = await startSession(service, exchange, identity, 'code_recovery', tx)
    await revokeSessions(service, identity.id, session.id, tx)
    await audit(service, { event: 'recovery.succeeded', identityId: identity.id, client: exchange.client }, tx)
    return beginSettings(service, exchange, identity.id, renewPayload(flow, createMessage(1060001)), tx)
  })
