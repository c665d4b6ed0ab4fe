import { z } from 'zod'
import { audit } from './audit'
import { acceptBackupCode } from './backup-codes'
import { type Body, textOf } from './body'
import { uiPaths } from './config'
import { readBackupCodes, readPassword, readTotp, saveBackupCodes, savePassword, saveTotp } from './credentials'
import { IdentityError, malformed } from './errors'
import {
  type Action,
  beginsInJson,
  csrfToken,
  type Exchange,
  json200,
  neighbourhood,
  pageOf,
  seeOther,
  speaksJson,
} from './exchange'
import {
  beginFlow,
  expiredInFavourOf,
  flowBody,
  openFlow,
  removeFlow,
  saveFlow,
  type Submission,
  submittedFlow,
} from './flow-store'
import { findByIdentifier, findIdentity } from './identities'
import { sha256 } from './keys'
import { expired, type Message, message } from './messages'
import { loginNodes, type Node, refreshNodes, secondFactorNodes, withMessages } from './nodes'
import { readReturnTo } from './return-to'
import {
  currentSession,
  needsSecondFactor,
  secondFactorAddress,
  sessionBody,
  startSession,
  strengthenSession,
} from './sessions'
import { acceptTotp } from './totp'
import { normaliseIdentifier } from './traits'
import type { Aal, Flow, Identity, Service, Session } from './types'

/** `GET /self-service/login/browser` */
export const createLogin =
  (service: Service): Action =>
  async (exchange) => {
    const { query, request } = exchange
    service.limits.spend('flowCreation', neighbourhood(exchange))
    const wanted = readAal(query.get('aal'))
    const returnTo = readReturnTo(query.get('return_to'), exchange.origin)
    const session = await currentSession(service, exchange)
    // Without a session there is nobody to confirm; it is an ordinary sign-in then.
    const refresh = session !== undefined && isTrue(query.get('refresh'))
    if (!session && wanted === 'aal2') throw aal1Required()
    if (session && !refresh && (session.aal === 'aal2' || wanted === 'aal1')) {
      if (beginsInJson(exchange)) throw alreadySignedIn()
      return seeOther(returnTo ?? pageOf(exchange, uiPaths.home))
    }
    const flow = await beginLogin(service, exchange, {
      refresh,
      requested_aal: wanted,
      request_url: exchange.origin + new URL(request.url).pathname + new URL(request.url).search,
      ...(returnTo !== undefined && { return_to: returnTo }),
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
    if (requested_aal === 'aal2') return secondFactor(service, exchange, submission, session)
    if (session && !refresh) throw alreadySignedIn()
    return password(service, exchange, submission, session)
  }

type Beginning = Pick<Flow['payload'], 'refresh' | 'requested_aal' | 'request_url' | 'return_to' | 'messages'> & {
  identityId?: string
}

function beginLogin(service: Service, exchange: Exchange, { identityId, ...payload }: Beginning): Promise<Flow> {
  const isSecond = payload.requested_aal === 'aal2'
  const reason = payload.refresh ? [message(1010003)] : isSecond ? [message(1010004)] : []
  const messages = [...(payload.messages ?? []), ...reason]
  return beginFlow(service, exchange, {
    kind: 'login',
    state: 'choose_method',
    payload: { ...payload, messages },
    lifeMs: service.config.lifetimes.signInFlowMs,
    ...(identityId !== undefined && { identityId }),
  })
}

/** A flow that was open for too long gives way to a new one that says so. */
async function startAgain(service: Service, exchange: Exchange, old: Flow): Promise<Response> {
  const { refresh, requested_aal, request_url, return_to } = old.payload
  const next = await beginLogin(service, exchange, {
    request_url,
    messages: [expired(4010001, old.expiresAt)],
    ...(refresh !== undefined && { refresh }),
    ...(requested_aal && { requested_aal }),
    ...(return_to !== undefined && { return_to }),
    ...(old.identityId !== null && { identityId: old.identityId }),
  })
  if (speaksJson(exchange)) throw expiredInFavourOf(service, old, next)
  return seeOther(pageOf(exchange, uiPaths.login, { flow: next.id }))
}

async function show(service: Service, exchange: Exchange, flow: Flow) {
  const { refresh = false, requested_aal = 'aal1' } = flow.payload
  const { nodes } = withMessages(await nodesOf(service, exchange, flow), (flow.context as Context).faults ?? {})
  return flowBody(exchange, flow, nodes, {
    refresh,
    requested_aal,
    created_at: flow.issuedAt.toISOString(),
    updated_at: flow.updatedAt.toISOString(),
  })
}

async function nodesOf(service: Service, exchange: Exchange, flow: Flow): Promise<Node[]> {
  const token = csrfToken(service, exchange)
  const { refresh, requested_aal, identifier } = flow.payload
  const identity = flow.identityId === null ? undefined : await findIdentity(service.db, flow.identityId)
  if (requested_aal === 'aal2') {
    const has = new Set(identity?.secondFactors)
    return secondFactorNodes(token, { totp: has.has('totp'), lookupSecret: has.has('lookup_secret') })
  }
  return refresh && identity ? refreshNodes(token, identity.traits.email) : loginNodes(token, identifier)
}

/** What a login keeps to itself: what is wrong with single fields, by name. */
type Context = { faults?: Readonly<Record<string, Message>> }

type Refusal = { messages?: Message[]; faults?: Context['faults']; active: string; identifier?: string }

/** Shows the form again with what was wrong. */
async function refuse(service: Service, exchange: Exchange, flow: Flow, refusal: Refusal): Promise<Response> {
  const { messages = [], faults = {}, active, identifier } = refusal
  const payload = { ...flow.payload, messages, active, ...(identifier !== undefined && { identifier }) }
  const next = await saveFlow(service, { ...flow, payload, context: { faults } })
  if (!speaksJson(exchange)) return seeOther(pageOf(exchange, uiPaths.login, { flow: flow.id }))
  return Response.json(await show(service, exchange, next), { status: 400 })
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

async function password(
  service: Service,
  exchange: Exchange,
  { flow, body }: Submission,
  session: Session | undefined
): Promise<Response> {
  const typed = readFields(body, ['identifier', 'password'])
  const { method = '' } = typed
  if (method !== 'password') return refuse(service, exchange, flow, { messages: [message(4010002)], active: method })
  const { identifier = '', password: secret = '' } = typed
  const kept = { active: 'password', identifier: identifier.slice(0, 320) }
  const faults = missing(typed, ['identifier', 'password'])
  if (faults) return refuse(service, exchange, flow, { ...kept, faults })

  // Counted before it is looked at, so that tries at the same moment cannot all be the first.
  const account = `${sha256(normaliseIdentifier(identifier))} ${neighbourhood(exchange)}`
  service.limits.check('loginAddress', neighbourhood(exchange))
  service.limits.spend('loginIdentifier', account)
  service.limits.spend('loginAddress', neighbourhood(exchange))
  const identity = await findByIdentifier(service.db, identifier)
  // Asked for in either case: an unknown name must take as long as a wrong password.
  const hash = await readPassword(service.db, identity?.id ?? NOBODY)
  const isRight = await (hash === undefined
    ? service.passwords.verifyDummy(secret)
    : service.passwords.verify(hash, secret))
  if (!identity || hash === undefined || !isRight) {
    await audit(service, {
      event: 'login.failed',
      client: exchange.client,
      ...(identity && { identityId: identity.id }),
    })
    return refuse(service, exchange, flow, { ...kept, messages: [message(4000006)] })
  }
  service.limits.forget('loginIdentifier', account)
  service.limits.refund('loginAddress', neighbourhood(exchange))
  if (identity.state !== 'active') {
    await audit(service, { event: 'login.refused', identityId: identity.id, client: exchange.client })
    return refuse(service, exchange, flow, { ...kept, messages: [message(4010011)] })
  }
  const rehashed = service.passwords.needsRehash(hash) ? await service.passwords.hash(secret) : undefined

  const isSame = session?.identity.id === identity.id
  const next = await service.db.transaction(async (tx) => {
    // One form signs in once.
    if (!(await removeFlow(tx, flow))) throw alreadySignedIn()
    if (rehashed !== undefined) await savePassword(service, tx, identity.id, rehashed)
    await audit(
      service,
      { event: 'login.succeeded', identityId: identity.id, client: exchange.client, details: { method: 'password' } },
      tx
    )
    return isSame
      ? strengthenSession(service, exchange, session, 'password', tx)
      : startSession(service, exchange, identity, 'password', tx)
  })
  return signedIn(service, exchange, flow, next)
}

async function secondFactor(
  service: Service,
  exchange: Exchange,
  { flow, body }: Submission,
  session: Session | undefined
): Promise<Response> {
  if (!session) throw aal1Required()
  if (flow.identityId !== session.identity.id) {
    throw new IdentityError(403, {
      id: 'security_identity_mismatch',
      reason: 'Somebody else has signed in meanwhile. Please start again.',
    })
  }
  if (session.aal === 'aal2' && !flow.payload.refresh) throw alreadySignedIn()
  const typed = readFields(body, ['totp_code', 'lookup_secret'])
  const method = typed.method
  if (method !== 'totp' && method !== 'lookup_secret') {
    return refuse(service, exchange, flow, { messages: [message(4010002)], active: method ?? '' })
  }
  const field = method === 'totp' ? 'totp_code' : 'lookup_secret'
  const faults = missing(typed, [field])
  if (faults) return refuse(service, exchange, flow, { active: method, faults })

  const { identity } = session
  service.limits.spend('secondFactor', identity.id)
  const accept = method === 'totp' ? takeTotp : takeBackupCode
  const result = await service.db.transaction(async (tx) => {
    const refusal = await accept(service, tx, identity, typed[field] ?? '')
    if (refusal) return { refusal }
    if (!(await removeFlow(tx, flow))) throw alreadySignedIn()
    await audit(
      service,
      { event: 'login.succeeded', identityId: identity.id, client: exchange.client, details: { method } },
      tx
    )
    return { session: await strengthenSession(service, exchange, session, method, tx) }
  })
  if (result.refusal) {
    await audit(service, {
      event: 'second-factor.failed',
      identityId: identity.id,
      client: exchange.client,
      details: { method },
    })
    return refuse(service, exchange, flow, { active: method, messages: [result.refusal] })
  }
  service.limits.forget('secondFactor', identity.id)
  return signedIn(service, exchange, flow, result.session)
}

type Tx = Parameters<typeof readTotp>[1]

/** @returns why the code is refused. */
async function takeTotp(service: Service, tx: Tx, { id }: Identity, typed: string): Promise<Message | undefined> {
  const totp = await readTotp(service, tx, id)
  if (!totp) return message(4000011)
  const step = acceptTotp(totp, typed, service.now())
  if (step === undefined) return message(4000008)
  await saveTotp(service, tx, id, { ...totp, lastStep: step })
  return undefined
}

async function takeBackupCode(service: Service, tx: Tx, { id }: Identity, typed: string): Promise<Message | undefined> {
  const codes = await readBackupCodes(service, tx, id)
  if (!codes) return message(4000014)
  const use = acceptBackupCode(codes, typed, service.now())
  if (use.outcome !== 'accepted') return message(use.outcome === 'used' ? 4000012 : 4000016)
  await saveBackupCodes(service, tx, id, use.codes)
  return undefined
}

/** Goes on: to the second factor when the account needs one, else to where the browser came from. */
function signedIn(service: Service, exchange: Exchange, flow: Flow, session: Session): Response {
  const { return_to } = flow.payload
  if (needsSecondFactor(service, session)) {
    const redirect_browser_to = secondFactorAddress(exchange, return_to)
    if (!speaksJson(exchange)) return seeOther(redirect_browser_to)
    throw new IdentityError(422, {
      id: 'browser_location_change_required',
      reason: 'This account needs a second factor.',
      redirect_browser_to,
    })
  }
  // Kept since the flow was begun, and read again with the rules of now.
  const target = readReturnTo(return_to ?? null, exchange.origin) ?? pageOf(exchange, uiPaths.home)
  if (!speaksJson(exchange)) return seeOther(target)
  return json200({
    session: sessionBody(exchange, session),
    continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: target }],
  })
}

const readFields = (body: Body, names: readonly string[]) =>
  Object.fromEntries(['method', ...names].map((name) => [name, textOf(body, name)])) as Record<
    string,
    string | undefined
  >

/** @returns a message for each field that is not filled in; undefined when all are. */
function missing(typed: Record<string, string | undefined>, names: readonly string[]) {
  const empty = names.filter((name) => !typed[name])
  return empty.length === 0
    ? undefined
    : Object.fromEntries(empty.map((property) => [property, message(4000002, { property })]))
}

const aal = z.enum(['aal1', 'aal2'])

function readAal(text: string | null): Aal {
  if (text === null || text === '') return 'aal1'
  const parsed = aal.safeParse(text.toLowerCase())
  if (!parsed.success) throw malformed('aal must be aal1 or aal2.')
  return parsed.data
}

const isTrue = (text: string | null) => text !== null && ['true', '1', 't'].includes(text.toLowerCase())

const alreadySignedIn = () =>
  new IdentityError(400, { id: 'session_already_available', reason: 'You are signed in already.' })

const aal1Required = () =>
  new IdentityError(401, { id: 'session_aal1_required', reason: 'Sign in before proving a second factor.' })
