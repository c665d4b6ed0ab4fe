import { DatabaseError } from '../../db/db'
import { audit } from '../audit'
import { type Body, textOf } from '../http/body'
import { uiPaths } from '../config'
import { savePassword } from '../credentials/credentials'
import { IdentityError } from '../http/errors'
import {
  type Action,
  beginsInJson,
  csrfToken,
  type Exchange,
  json200,
  rateLimitKey,
  pageOf,
  seeOther,
  speaksJson,
} from '../http/exchange'
import { alreadySignedIn, renewedPayload, newPayload, type Faults, shownFlow, withFaults } from './flow-answers'
import { beginFlow, expiredInFavourOf, openFlow, removeFlow, saveFlow, submittedFlow } from './flow-store'
import { findIdentity, identityBody } from '../accounts/identities'
import { expired, type Message, message } from './messages'
import { registrationNodes, type Traits } from './nodes'
import { refusePassword } from '../credentials/password-rules'
import { createAccount } from '../accounts/people'
import { currentSession, sessionBody, startSession } from '../sessions/sessions'
import { missing, parseTraits, refuseUnknown, typedTraits } from '../accounts/traits'
import type { Flow, FlowPayload, Service, Session } from '../types'
import { startVerification, showVerification } from './verification'
import { countForm } from '../limits/tries'

/** `GET /self-service/registration/browser` */
export const createRegistration =
  (service: Service): Action =>
  async (exchange) => {
    requireOpen(service)
    countForm(service, exchange)
    const payload = newPayload(exchange)
    if (await currentSession(service, exchange)) {
      if (beginsInJson(exchange)) throw alreadySignedIn()
      return seeOther(payload.return_to ?? pageOf(exchange, uiPaths.home))
    }
    const flow = await beginRegistration(service, exchange, payload)
    if (!beginsInJson(exchange)) return seeOther(pageOfFlow(exchange, flow))
    return json200(show(service, exchange, flow))
  }

/** `GET /self-service/registration/flows` */
export const getRegistration =
  (service: Service): Action =>
  async (exchange) => {
    requireOpen(service)
    return json200(show(service, exchange, await openFlow(service, exchange, 'registration')))
  }

/** `POST /self-service/registration` */
export const submitRegistration =
  (service: Service): Action =>
  async (exchange) => {
    requireOpen(service)
    const { flow, body, isExpired } = await submittedFlow(service, exchange, 'registration')
    if (await currentSession(service, exchange)) throw alreadySignedIn()
    if (isExpired) return startAgain(service, exchange, flow)
    const form = readForm(body)
    if (!form.ok) return refuse(service, exchange, flow, body, form)
    service.limits.spend('registration', rateLimitKey(exchange))
    const hash = await service.passwords.hash(form.password)
    const made = await signUp(service, exchange, flow, { traits: form.traits, hash })
    if (!made) return refuse(service, exchange, flow, body, { messages: [message(4000007)] })
    return signedUp(exchange, flow, made)
  }

/** @throws {IdentityError} 400 */
function requireOpen({ config }: Service): void {
  if (config.registration) return
  throw new IdentityError(400, {
    id: 'self_service_flow_disabled',
    reason: 'Registration is disabled. Ask an administrator for an invitation.',
  })
}

const beginRegistration = (service: Service, exchange: Exchange, payload: FlowPayload): Promise<Flow> =>
  beginFlow(service, exchange, {
    kind: 'registration',
    state: 'choose_method',
    payload,
    lifeMs: service.config.lifetimes.signInFlowMs,
  })

const pageOfFlow = (exchange: Exchange, { id }: Flow) => pageOf(exchange, uiPaths.registration, { flow: id })

const show = (service: Service, exchange: Exchange, flow: Flow) =>
  shownFlow(
    exchange,
    flow,
    registrationNodes(csrfToken(service, exchange), flow.context['typed'] as Traits | undefined)
  )

async function startAgain(service: Service, exchange: Exchange, old: Flow): Promise<Response> {
  const next = await beginRegistration(service, exchange, renewedPayload(old, expired(4040001, old.expiresAt)))
  if (speaksJson(exchange)) throw expiredInFavourOf(service, old, next)
  return seeOther(pageOfFlow(exchange, next))
}

type Refusal = { messages?: Message[]; faults?: Faults }
type Form = { ok: true; traits: Traits; password: string } | ({ ok: false } & Refusal)

function readForm(body: Body): Form {
  refuseUnknown(body, ['csrf_token', 'method', 'password', 'traits', 'transient_payload'])
  if ((textOf(body, 'method') ?? 'password') !== 'password') return { ok: false, messages: [message(4010003)] }
  const password = textOf(body, 'password') ?? ''
  const traits = parseTraits(body['traits'])
  const fault = password === '' ? missing('password') : refusePassword(password, traits.ok ? traits.value.email : '')
  if (traits.ok && !fault) return { ok: true, traits: traits.value, password }
  return { ok: false, faults: { ...(traits.ok ? {} : traits.messages), ...(fault && { password: fault }) } }
}

async function refuse(
  service: Service,
  exchange: Exchange,
  flow: Flow,
  body: Body,
  { messages = [], faults = {} }: Refusal
): Promise<Response> {
  const context = { typed: typedTraits(body['traits']) }
  const next = withFaults({ ...flow, context, payload: { ...flow.payload, active: 'password', messages } }, faults)
  await saveFlow(service, next)
  if (!speaksJson(exchange)) return seeOther(pageOfFlow(exchange, flow))
  return Response.json(show(service, exchange, next), { status: 400 })
}

type Made = { session: Session; verification: Flow }

/** Creates the account and signs in. @returns undefined when the address is in use. */
async function signUp(
  service: Service,
  exchange: Exchange,
  flow: Flow,
  { traits, hash }: { traits: Traits; hash: string }
): Promise<Made | undefined> {
  try {
    return await service.db.transaction(async (tx) => {
      // Each form creates only one account.
      if (!(await removeFlow(tx, flow))) throw alreadySignedIn()
      const id = await createAccount(tx, traits, service.now())
      await savePassword(service, tx, id, hash)
      await audit(service, { event: 'identity.created', identityId: id, client: exchange.client }, tx)
      const identity = await findIdentity(tx, id)
      if (!identity) throw new Error('The account could not be created')
      const session = await startSession(service, exchange, identity, 'password', tx)
      const { request_url, return_to } = flow.payload
      const payload = { request_url, ...(return_to !== undefined && { return_to }) }
      const verification = await startVerification(tx, service, exchange, payload, traits.email)
      return { session, verification }
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return undefined
    throw error
  }
}

function signedUp(exchange: Exchange, flow: Flow, { session, verification }: Made): Response {
  const target = flow.payload.return_to ?? pageOf(exchange, uiPaths.home)
  const shown = showVerification(exchange, verification)
  if (!speaksJson(exchange)) return seeOther(shown.flow.url)
  return json200({
    identity: identityBody(exchange, session.identity),
    session: sessionBody(exchange, session),
    continue_with: [shown, { action: 'redirect_browser_to', redirect_browser_to: target }],
  })
}
