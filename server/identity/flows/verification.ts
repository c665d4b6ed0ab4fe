import type { Queryable } from '../../db/db'
import { audit } from '../audit'
import {
  beginCodeFlow,
  type CodeFlow,
  codeFlowNodes,
  markVerified,
  pageOfFlow,
  readStep,
  refuse,
  sendCode,
  sendCodeIn,
} from './code-flows'
import { countGuess, redeemCode } from '../credentials/codes'
import { uiPaths } from '../config'
import { IdentityError } from '../http/errors'
import {
  type Action,
  beginsInJson,
  csrfToken,
  endpoint,
  type Exchange,
  json200,
  pageOf,
  secretOf,
  seeOther,
  speaksJson,
} from '../http/exchange'
import { renewedPayload, newPayload, shownFlow } from './flow-answers'
import { findFlow, openFlow, saveFlow, submittedFlow } from './flow-store'
import { sha256 } from '../keys'
import { verificationMail } from '../mail/mails'
import { expired, type Message, message } from './messages'
import { verifiedNodes } from './nodes'
import { currentSession } from '../sessions/sessions'
import type { Flow, FlowPayload, Service } from '../types'
import { countForm } from '../limits/tries'

const verification: CodeFlow = {
  kind: 'verification',
  page: uiPaths.verification,
  sent: 1080003,
  label: 1070011,
  mail: ({ code, minutes, flow, exchange }) =>
    verificationMail({
      code,
      minutes,
      link: endpoint(exchange, '/self-service/verification', { flow: flow.id, code }),
    }),
}

/** `GET /self-service/verification/browser` */
export const createVerification =
  (service: Service): Action =>
  async (exchange) => {
    countForm(service, exchange)
    const session = await currentSession(service, exchange)
    const flow = await beginCodeFlow(verification, service, exchange, {
      ...newPayload(exchange),
      ...(session && { identifier: session.identity.traits.email }),
    })
    if (!beginsInJson(exchange)) return seeOther(pageOfFlow(verification, exchange, flow))
    return json200(show(service, exchange, flow))
  }

/** `GET /self-service/verification/flows` */
export const getVerification =
  (service: Service): Action =>
  async (exchange) =>
    json200(show(service, exchange, await openFlow(service, exchange, 'verification')))

/** `POST /self-service/verification` */
export const submitVerification =
  (service: Service): Action =>
  async (exchange) => {
    const { flow, body, isExpired } = await submittedFlow(service, exchange, 'verification')
    if (isExpired) {
      const next = await beginAgain(service, exchange, flow, expired(4070005, flow.expiresAt))
      if (!speaksJson(exchange)) return seeOther(pageOfFlow(verification, exchange, next))
      return seeOther(endpoint(exchange, '/self-service/verification/flows', { id: next.id }))
    }
    if (flow.state === 'passed_challenge') return replace(service, exchange, flow, message(4070002))
    const step = readStep(body, flow)
    switch (step.step) {
      case 'unknown':
        return refuse(verification, service, exchange, flow, { messages: [message(4010006)], status: 400 })
      case 'refuse':
        return refuse(verification, service, exchange, flow, { faults: step.faults, status: 400 })
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
  (service: Service): Action =>
  async (exchange) => {
    const flow = await findFlow(service.db, 'verification', exchange.query.get('flow'))
    if (flow?.state !== 'sent_email' || flow.expiresAt <= service.now()) {
      return seeOther(pageOf(exchange, uiPaths.verification))
    }
    const code = exchange.query.get('code') ?? ''
    await saveFlow(service, {
      ...flow,
      csrfHash: sha256(secretOf(service, exchange)),
      context: /^\d{6}$/.test(code) ? { typed: service.keys.seal(code, typedIn(flow)) } : {},
    })
    return seeOther(pageOfFlow(verification, exchange, flow))
  }

const typedIn = ({ id }: Flow) => `code typed into ${id}`

/** Directs the browser to a flow that has sent its code to an address. */
export const showVerification = (exchange: Exchange, flow: Flow) => ({
  action: 'show_verification_ui',
  flow: { id: flow.id, verifiable_address: flow.payload.identifier, url: pageOfFlow(verification, exchange, flow) },
})

/** Begins a flow and sends its code, in the transaction that changed the address. */
export async function startVerification(
  tx: Queryable,
  service: Service,
  exchange: Exchange,
  payload: FlowPayload,
  email: string
): Promise<Flow> {
  const flow = await beginCodeFlow(verification, service, exchange, payload, tx)
  return sendCodeIn(tx, verification, service, exchange, flow, email)
}

function show(service: Service, exchange: Exchange, flow: Flow) {
  if (flow.state === 'passed_challenge') {
    const href = flow.payload.return_to ?? pageOf(exchange, uiPaths.home)
    const body = shownFlow(exchange, flow, verifiedNodes(csrfToken(service, exchange), href))
    return { ...body, ui: { ...body.ui, action: href, method: 'GET' } }
  }
  const { typed } = flow.context
  const code = typeof typed === 'string' ? service.keys.open(typed, typedIn(flow)) : undefined
  return shownFlow(exchange, flow, codeFlowNodes(verification, service, exchange, flow, code))
}

const answer = (service: Service, exchange: Exchange, flow: Flow): Response =>
  speaksJson(exchange) ? json200(show(service, exchange, flow)) : seeOther(pageOfFlow(verification, exchange, flow))

const beginAgain = (service: Service, exchange: Exchange, old: Flow, why: Message): Promise<Flow> =>
  beginCodeFlow(verification, service, exchange, renewedPayload(old, why))

async function replace(service: Service, exchange: Exchange, old: Flow, why: Message): Promise<Response> {
  const next = await beginAgain(service, exchange, old, why)
  if (!speaksJson(exchange)) return seeOther(pageOfFlow(verification, exchange, next))
  throw new IdentityError(410, {
    id: 'self_service_flow_replaced',
    reason: 'Please use the new form.',
    use_flow_id: next.id,
  })
}

async function checkCode(service: Service, exchange: Exchange, flow: Flow, typed: string): Promise<Response> {
  if (!(await countGuess(service, flow.id))) {
    const reason = 'There were too many wrong codes. Please start again.'
    return replace(service, exchange, flow, message(4000001, { reason }))
  }
  const passed = await service.db.transaction(async (tx) => {
    const owner = await redeemCode(tx, service, { flowId: flow.id, typed })
    // The address may have changed in the meantime.
    if (!owner || (await markVerified(tx, owner, service.now())) === 0) return undefined
    const entry = { event: 'address.verified', identityId: owner.identityId, client: exchange.client } as const
    await audit(service, entry, tx)
    const payload = { ...flow.payload, active: 'code', messages: [message(1080002)] }
    return saveFlow(service, { ...flow, state: 'passed_challenge', context: {}, payload }, tx)
  })
  if (passed) return answer(service, exchange, passed)
  return refuse(verification, service, exchange, flow, { messages: [message(4070006)], status: 200 })
}
