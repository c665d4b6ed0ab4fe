import { audit } from '../audit'
import { alreadySignedIn, renewedPayload, newPayload, shownFlow } from './flow-answers'
import {
  beginCodeFlow,
  type CodeFlow,
  codeFlowNodes,
  isInvitation,
  markVerified,
  pageOfFlow,
  readStep,
  refuse,
  sendCode,
} from './code-flows'
import { countGuess, redeemCode, voidRecoveryCodes } from '../credentials/codes'
import { uiPaths } from '../config'
import { IdentityError } from '../http/errors'
import {
  type Action,
  beginsInJson,
  endpoint,
  type Exchange,
  json200,
  pageOf,
  seeOther,
  speaksJson,
} from '../http/exchange'
import { openFlow, saveFlow, submittedFlow } from './flow-store'
import { findIdentity } from '../accounts/identities'
import { recoveryMail } from '../mail/mails'
import { expired, type Message, message } from './messages'
import { currentSession, revokeSessions, startSession } from '../sessions/sessions'
import { beginSettings, settingsPage } from '../settings/settings'
import type { Flow, Service } from '../types'
import { countForm } from '../limits/tries'

const recovery: CodeFlow = {
  kind: 'recovery',
  page: uiPaths.recovery,
  sent: 1060003,
  label: 1070010,
  mail: recoveryMail,
}

/** `GET /self-service/recovery/browser` */
export const createRecovery =
  (service: Service): Action =>
  async (exchange) => {
    countForm(service, exchange)
    const payload = newPayload(exchange)
    if (await currentSession(service, exchange)) {
      if (beginsInJson(exchange)) throw alreadySignedIn()
      return seeOther(payload.return_to ?? pageOf(exchange, uiPaths.home))
    }
    const flow = await beginCodeFlow(recovery, service, exchange, payload)
    if (!beginsInJson(exchange)) return seeOther(pageOfFlow(recovery, exchange, flow))
    return json200(show(service, exchange, flow))
  }

/** `GET /self-service/recovery/flows` */
export const getRecovery =
  (service: Service): Action =>
  async (exchange) =>
    json200(show(service, exchange, await openFlow(service, exchange, 'recovery')))

/** `POST /self-service/recovery` */
export const submitRecovery =
  (service: Service): Action =>
  async (exchange) => {
    const { flow, body, isExpired } = await submittedFlow(service, exchange, 'recovery')
    if (await currentSession(service, exchange)) throw alreadySignedIn()
    if (isExpired) return startAgain(service, exchange, flow, expired(4060005, flow.expiresAt))
    if (flow.state === 'passed_challenge') return startAgain(service, exchange, flow, message(4060001))
    const step = readStep(body, flow)
    switch (step.step) {
      case 'unknown':
        return refuse(recovery, service, exchange, flow, { messages: [message(4010005)], status: 400 })
      case 'refuse':
        return refuse(recovery, service, exchange, flow, { faults: step.faults, status: 400 })
      case 'send': {
        const next = await sendCode(recovery, service, exchange, flow, step.email)
        await audit(service, { event: 'recovery.requested', client: exchange.client })
        if (!speaksJson(exchange)) return seeOther(pageOfFlow(recovery, exchange, next))
        return json200(show(service, exchange, next))
      }
      case 'check':
        return checkCode(service, exchange, flow, step.code)
    }
  }

const show = (service: Service, exchange: Exchange, flow: Flow) =>
  shownFlow(exchange, flow, codeFlowNodes(recovery, service, exchange, flow))

/** Replaces a void flow with a new one. JSON clients are redirected to it, as browsers are. */
async function startAgain(service: Service, exchange: Exchange, old: Flow, why: Message): Promise<Response> {
  const next = await beginCodeFlow(recovery, service, exchange, renewedPayload(old, why))
  if (!speaksJson(exchange)) return seeOther(pageOfFlow(recovery, exchange, next))
  return seeOther(endpoint(exchange, '/self-service/recovery/flows', { id: next.id }))
}

async function checkCode(service: Service, exchange: Exchange, flow: Flow, typed: string): Promise<Response> {
  if (!(await countGuess(service, flow.id))) {
    const reason = 'There were too many wrong codes. Please start again.'
    return startAgain(service, exchange, flow, message(4000001, { reason }))
  }
  const settings = await letIn(service, exchange, flow, typed)
  if (!settings) {
    await audit(service, { event: 'recovery.failed', client: exchange.client })
    return refuse(recovery, service, exchange, flow, { messages: [message(4060006)], status: 200 })
  }
  const redirect_browser_to = settingsPage(exchange, settings)
  if (!speaksJson(exchange)) return seeOther(redirect_browser_to)
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
const letIn = (service: Service, exchange: Exchange, flow: Flow, typed: string): Promise<Flow | undefined> =>
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
    return beginSettings(service, exchange, identity.id, renewedPayload(flow, message(1060001)), tx)
  })
