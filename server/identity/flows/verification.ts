import type { Queryable } from '../../data/db/db'
import { audit } from '../audit'
import {
  beginCodeFlow,
  type CodeFlow,
  codeFlowNodes,
  markVerified,
  codeFlowPage,
  readCodeStep,
  refuseCodeFlow,
  sendCode,
  sendCodeInTransaction,
} from './code-flows'
import { countGuess, redeemCode } from '../credentials/codes'
import { uiPaths } from '../config'
import { IdentityError } from '../http/errors'
import {
  type ExchangeHandler,
  wantsJsonFlow,
  createCsrfToken,
  endpointAddress,
  type Exchange,
  jsonOk,
  pageAddress,
  ensureCsrfSecret,
  seeOther,
  wantsJson,
} from '../http/exchange'
import { renewPayload, createPayload, formatFlow } from './flow-responses'
import { findFlow, readFlow, saveFlow, readSubmission } from './flow-store'
import { sha256 } from '../keys'
import { verificationMail } from '../mail/mails'
import { expiredMessage, type ProtocolMessage, createMessage } from './messages'
import { verifiedNodes } from './nodes'
import { readExchangeSession } from '../sessions/sessions'
import type { Flow, FlowPayload, IdentityService } from '../types'
import { countForm } from '../limits/attempts'

const verification: CodeFlow = {
  kind: 'verification',
  page: uiPaths.verification,
  sent: 1080003,
  label: 1070011,
  mail: ({ code, minutes, flow, exchange }) =>
    verificationMail({
      code,
      minutes,
      link: endpointAddress(exchange, '/self-service/verification', { flow: flow.id, code }),
    }),
}

/** `GET /self-service/verification/browser` */
export const createVerification =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    await countForm(service, exchange)
    const session = await readExchangeSession(service, exchange)
    const flow = await beginCodeFlow(verification, service, exchange, {
      ...createPayload(exchange),
      ...(session && { identifier: session.identity.traits.email }),
    })
    if (!wantsJsonFlow(exchange)) return seeOther(codeFlowPage(verification, exchange, flow))
    return jsonOk(show(service, exchange, flow))
  }

/** `GET /self-service/verification/flows` */
export const getVerification =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) =>
    jsonOk(show(service, exchange, await readFlow(service, exchange, 'verification')))

/** `POST /self-service/verification` */
export const submitVerification =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const { flow, body, isExpired } = await readSubmission(service, exchange, 'verification')
    if (isExpired) {
      const next = await beginAgain(service, exchange, flow, expiredMessage(4070005, flow.expiresAt))
      if (!wantsJson(exchange)) return seeOther(codeFlowPage(verification, exchange, next))
      return seeOther(endpointAddress(exchange, '/self-service/verification/flows', { id: next.id }))
    }
    if (flow.state === 'passed_challenge') return replace(service, exchange, flow, createMessage(4070002))
    const step = readCodeStep(body, flow)
    switch (step.step) {
      case 'unknown':
        return refuseCodeFlow(verification, service, exchange, flow, {
          messages: [createMessage(4010006)],
          status: 400,
        })
      case 'refuse':
        return refuseCodeFlow(verification, service, exchange, flow, { fieldErrors: step.fieldErrors, status: 400 })
      case 'send': {
        const next = await sendCode(verification, service, exchange, flow, step.email)
        return answer(service, exchange, next)
      }
      case 'check':
        return checkCode(service, exchange, flow, step.code)
    }
  }

/**
 * `GET /self-service/verification`: the link in a message. It only binds the flow to the browser and fills in the code.
 * The address is not verified yet, because mail programs open links by themselves.
 */
export const followLink =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    const flow = await findFlow(service.db, 'verification', exchange.query.get('flow'))
    if (flow?.state !== 'sent_email' || flow.expiresAt <= service.now()) {
      return seeOther(pageAddress(exchange, uiPaths.verification))
    }
    const code = exchange.query.get('code') ?? ''
    await saveFlow(service, {
      ...flow,
      csrfHash: sha256(ensureCsrfSecret(service, exchange)),
      context: /^\d{6}$/.test(code) ? { typed: service.keys.seal(code, typedIn(flow)) } : {},
    })
    return seeOther(codeFlowPage(verification, exchange, flow))
  }

const typedIn = ({ id }: Flow) => `code typed into ${id}`

/** Directs the browser to a flow that has sent its code to an address. */
export const showVerification = (exchange: Exchange, flow: Flow) => ({
  action: 'show_verification_ui',
  flow: { id: flow.id, verifiable_address: flow.payload.identifier, url: codeFlowPage(verification, exchange, flow) },
})

/** Begins a flow and sends its code, in the transaction that changed the address. */
export async function startVerification(
  tx: Queryable,
  service: IdentityService,
  exchange: Exchange,
  payload: FlowPayload,
  email: string
): Promise<Flow> {
  const flow = await beginCodeFlow(verification, service, exchange, payload, tx)
  return sendCodeInTransaction(tx, verification, service, exchange, flow, email)
}

function show(service: IdentityService, exchange: Exchange, flow: Flow) {
  if (flow.state === 'passed_challenge') {
    const href = flow.payload.return_to ?? pageAddress(exchange, uiPaths.home)
    const body = formatFlow(exchange, flow, verifiedNodes(createCsrfToken(service, exchange), href))
    return { ...body, ui: { ...body.ui, action: href, method: 'GET' } }
  }
  const { typed } = flow.context
  const code = typeof typed === 'string' ? service.keys.open(typed, typedIn(flow)) : undefined
  return formatFlow(exchange, flow, codeFlowNodes(verification, service, exchange, flow, code))
}

const answer = (service: IdentityService, exchange: Exchange, flow: Flow): Response =>
  wantsJson(exchange) ? jsonOk(show(service, exchange, flow)) : seeOther(codeFlowPage(verification, exchange, flow))

const beginAgain = (service: IdentityService, exchange: Exchange, old: Flow, why: ProtocolMessage): Promise<Flow> =>
  beginCodeFlow(verification, service, exchange, renewPayload(old, why))

async function replace(
  service: IdentityService,
  exchange: Exchange,
  old: Flow,
  why: ProtocolMessage
): Promise<Response> {
  const next = await beginAgain(service, exchange, old, why)
  if (!wantsJson(exchange)) return seeOther(codeFlowPage(verification, exchange, next))
  throw new IdentityError(410, {
    id: 'self_service_flow_replaced',
    reason: 'Please use the new form.',
    use_flow_id: next.id,
  })
}

async function checkCode(service: IdentityService, exchange: Exchange, flow: Flow, typed: string): Promise<Response> {
  if (!(await countGuess(service, flow.id))) {
    const reason = 'There were too many wrong codes. Please start again.'
    return replace(service, exchange, flow, createMessage(4000001, { reason }))
  }
  const passed = await service.db.transaction(async (tx) => {
    const owner = await redeemCode(tx, service, { flowId: flow.id, typed })
    // The address may have changed in the meantime.
    if (!owner || (await markVerified(tx, owner, service.now())) === 0) return undefined
    const entry = { event: 'address.verified', identityId: owner.identityId, client: exchange.client } as const
    await audit(service, entry, tx)
    const payload = { ...flow.payload, active: 'code', messages: [createMessage(1080002)] }
    return saveFlow(service, { ...flow, state: 'passed_challenge', context: {}, payload }, tx)
  })
  if (passed) return answer(service, exchange, passed)
  return refuseCodeFlow(verification, service, exchange, flow, { messages: [createMessage(4070006)], status: 200 })
}
