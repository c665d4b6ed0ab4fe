import { withoutInvitation } from '@/shared/sign-in/invitation'
import { DatabaseError } from '../../data/db/db'
import { audit } from '../audit'
import { type FormBody, readTextField } from '../http/body'
import { uiPaths } from '../config'
import { savePassword } from '../credentials/credentials'
import { IdentityError } from '../http/errors'
import {
  type ExchangeHandler,
  wantsJsonFlow,
  createCsrfToken,
  type Exchange,
  jsonOk,
  rateLimitKey,
  pageAddress,
  seeOther,
  wantsJson,
} from '../http/exchange'
import {
  alreadySignedInError,
  renewPayload,
  createPayload,
  type FieldErrors,
  formatFlow,
  withFieldErrors,
} from './flow-responses'
import { beginFlow, findFlow, flowReplacedError, readFlow, removeFlow, saveFlow, readSubmission } from './flow-store'
import { findIdentity, identityBody } from '../accounts/identities'
import { expiredMessage, type ProtocolMessage, createMessage } from './messages'
import { registrationNodes, type IdentityTraits } from './nodes'
import { refusePassword } from '../credentials/password-rules'
import { acceptInvitation, findInvitedAddress } from '../accounts/invitations'
import { createAccount } from '../accounts/people'
import { readExchangeSession, sessionBody, startSession } from '../sessions/sessions'
import { missingFieldMessage, parseTraits, refuseUnknownFields, readTypedTraits } from '../accounts/traits'
import type { Flow, FlowPayload, IdentityService, Session } from '../types'
import { startVerification, showVerification } from './verification'
import { countForm } from '../limits/attempts'

/** `GET /self-service/registration/browser` */
export const createRegistration =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    await countForm(service, exchange)
    const payload = createPayload(exchange)
    const invite = readInvitation(exchange, payload)
    const invited = await requireOpen(service, invite)
    if (await readExchangeSession(service, exchange)) {
      if (wantsJsonFlow(exchange)) throw alreadySignedInError()
      return seeOther(payload.return_to ?? pageAddress(exchange, uiPaths.home))
    }
    const context = invite === undefined ? {} : { invite, typed: { email: invited, name: { first: '', last: '' } } }
    const flow = await beginRegistration(service, exchange, payload, context)
    if (!wantsJsonFlow(exchange)) return seeOther(pageOfFlow(exchange, flow))
    return jsonOk(show(service, exchange, flow))
  }

/** `GET /self-service/registration/flows` */
export const getRegistration =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    await requireOpenFlow(service, exchange.query.get('id'))
    const flow = await readFlow(service, exchange, 'registration')
    await requireOpen(service, invitationOf(flow))
    return jsonOk(show(service, exchange, flow))
  }

/** `POST /self-service/registration` */
export const submitRegistration =
  (service: IdentityService): ExchangeHandler =>
  async (exchange) => {
    await requireOpenFlow(service, exchange.query.get('flow'))
    const { flow, body, isExpired } = await readSubmission(service, exchange, 'registration')
    const invited = await requireOpen(service, invitationOf(flow))
    if (await readExchangeSession(service, exchange)) throw alreadySignedInError()
    if (isExpired) return startAgain(service, exchange, flow)
    const form = readForm(body)
    if (!form.ok) return refuse(service, exchange, flow, body, form)
    if (invited !== undefined && form.traits.email !== invited.toLowerCase())
      return refuse(service, exchange, flow, body, { fieldErrors: { 'traits.email': otherAddressMessage } })
    // An invitation counts for itself, because invited colleagues can share an address.
    service.limits.spend('registration', invitationOf(flow) ?? rateLimitKey(exchange))
    const hash = await service.passwords.hash(form.password)
    const created = await signUp(service, exchange, flow, { traits: form.traits, hash })
    if (!created) return refuse(service, exchange, flow, body, { messages: [createMessage(4000007)] })
    return signedUp(exchange, flow, created)
  }

/**
 * @param invite the id of an invitation
 * @returns the invited address; undefined without an invitation
 * @throws {IdentityError} 400
 */
async function requireOpen(service: IdentityService, invite: string | undefined): Promise<string | undefined> {
  const invited = invite === undefined ? undefined : await findInvitedAddress(service, invite)
  if (invited !== undefined || (invite === undefined && service.config.registration)) return invited
  throw new IdentityError(400, {
    id: 'self_service_flow_disabled',
    reason:
      invite === undefined
        ? 'You need an invitation to create an account here. Ask an administrator for one.'
        : 'This invitation cannot be used: it was already used, has been withdrawn or has expired. Ask an administrator for a new one.',
  })
}

/**
 * Where registration is disabled, only forms of invitations exist.
 * @throws {IdentityError} 400
 */
async function requireOpenFlow(service: IdentityService, flowId: string | null): Promise<void> {
  if (service.config.registration) return
  const flow = await findFlow(service.db, 'registration', flowId)
  if (!flow || invitationOf(flow) === undefined) await requireOpen(service, undefined)
}

/** The invitation of a request: a parameter, or in the address to return to, where pages of the protocol put it. */
function readInvitation({ query }: Exchange, { return_to }: FlowPayload): string | undefined {
  const returning = return_to === undefined ? undefined : new URL(return_to).searchParams.get('invite')
  return query.get('invite') ?? returning ?? undefined
}

const invitationOf = ({ context }: Flow): string | undefined =>
  typeof context['invite'] === 'string' ? context['invite'] : undefined

const otherAddressMessage = createMessage(4000001, {
  reason: 'The invitation is for another address. Enter the address that it was sent to.',
})

const beginRegistration = (
  service: IdentityService,
  exchange: Exchange,
  payload: FlowPayload,
  context: Flow['context']
): Promise<Flow> =>
  beginFlow(service, exchange, {
    kind: 'registration',
    state: 'choose_method',
    payload,
    context,
    lifeMs: service.config.lifetimes.signInFlowMs,
  })

const pageOfFlow = (exchange: Exchange, { id }: Flow) => pageAddress(exchange, uiPaths.registration, { flow: id })

const show = (service: IdentityService, exchange: Exchange, flow: Flow) =>
  formatFlow(
    exchange,
    flow,
    registrationNodes(createCsrfToken(service, exchange), flow.context['typed'] as IdentityTraits | undefined)
  )

async function startAgain(service: IdentityService, exchange: Exchange, old: Flow): Promise<Response> {
  const next = await beginRegistration(
    service,
    exchange,
    renewPayload(old, expiredMessage(4040001, old.expiresAt)),
    old.context
  )
  if (wantsJson(exchange)) throw flowReplacedError(service, old, next)
  return seeOther(pageOfFlow(exchange, next))
}

type Refusal = { messages?: ProtocolMessage[]; fieldErrors?: FieldErrors }
type Form = { ok: true; traits: IdentityTraits; password: string } | ({ ok: false } & Refusal)

function readForm(body: FormBody): Form {
  refuseUnknownFields(body, ['csrf_token', 'method', 'password', 'traits', 'transient_payload'])
  if ((readTextField(body, 'method') ?? 'password') !== 'password')
    return { ok: false, messages: [createMessage(4010003)] }
  const password = readTextField(body, 'password') ?? ''
  const traits = parseTraits(body['traits'])
  const passwordError =
    password === '' ? missingFieldMessage('password') : refusePassword(password, traits.ok ? traits.value.email : '')
  if (traits.ok && !passwordError) return { ok: true, traits: traits.value, password }
  return {
    ok: false,
    fieldErrors: { ...(traits.ok ? {} : traits.messages), ...(passwordError && { password: passwordError }) },
  }
}

async function refuse(
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  body: FormBody,
  { messages = [], fieldErrors = {} }: Refusal
): Promise<Response> {
  const context = { ...flow.context, typed: readTypedTraits(body['traits']) }
  const next = withFieldErrors(
    { ...flow, context, payload: { ...flow.payload, active: 'password', messages } },
    fieldErrors
  )
  await saveFlow(service, next)
  if (!wantsJson(exchange)) return seeOther(pageOfFlow(exchange, flow))
  return Response.json(show(service, exchange, next), { status: 400 })
}

type Made = { session: Session; verification?: Flow }

const alreadyAcceptedError = () =>
  new IdentityError(400, {
    id: 'self_service_flow_disabled',
    reason: 'This invitation was used or withdrawn in the meantime. Ask an administrator for a new one.',
  })

/** Creates the account and signs in. @returns undefined when the address is in use. */
async function signUp(
  service: IdentityService,
  exchange: Exchange,
  flow: Flow,
  { traits, hash }: { traits: IdentityTraits; hash: string }
): Promise<Made | undefined> {
  try {
    return await service.db.transaction(async (tx) => {
      // Each form creates only one account.
      if (!(await removeFlow(tx, flow))) throw alreadySignedInError()
      const invite = invitationOf(flow)
      const id =
        invite === undefined
          ? await createAccount(tx, traits, service.now())
          : await acceptInvitation(tx, service, { id: invite, traits })
      // Accepted or withdrawn since the form was read.
      if (id === undefined) throw alreadyAcceptedError()
      await savePassword(service, tx, id, hash)
      await audit(service, { event: 'identity.created', identityId: id, client: exchange.client }, tx)
      const identity = await findIdentity(tx, id)
      if (!identity) throw new Error('The account could not be created')
      const session = await startSession(service, exchange, identity, 'password', tx)
      const { request_url, return_to } = flow.payload
      // An administrator vouches for the address of an invitation.
      if (invite !== undefined) return { session }
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
  const target = withoutInvitation(flow.payload.return_to ?? pageAddress(exchange, uiPaths.home))
  const shown = verification && showVerification(exchange, verification)
  if (!wantsJson(exchange)) return seeOther(shown?.flow.url ?? target)
  return jsonOk({
    identity: identityBody(exchange, session.identity),
    session: sessionBody(exchange, session),
    continue_with: [...(shown ? [shown] : []), { action: 'redirect_browser_to', redirect_browser_to: target }],
  })
}
