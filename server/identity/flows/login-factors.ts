import type { Queryable } from '../../data/db/db'
import { audit } from '../audit'
import { acceptBackupCode } from '../credentials/backup-codes'
import { type FormBody, readTextField } from '../http/body'
import {
  findPassword,
  readBackupCodes,
  readPassword,
  readSecurityKeys,
  readTotp,
  saveBackupCodes,
  savePassword,
  saveSecurityKeys,
  saveTotp,
} from '../credentials/credentials'
import { IdentityError } from '../http/errors'
import type { Exchange } from '../http/exchange'
import { alreadySignedInError } from './flow-responses'
import { removeFlow, type FlowSubmission } from './flow-store'
import { findIdentity } from '../accounts/identities'
import { countPassword, countSecondFactor } from '../limits/attempts'
import { aal1RequiredError, refuseLogin, continueAfterLogin } from './login-responses'
import { type ProtocolMessage, createMessage } from './messages'
import { takeChallenge, verifyKey } from '../credentials/security-keys'
import { startSession, strengthenSession } from '../sessions/sessions'
import { acceptTotp } from '../credentials/totp'
import type { Flow, Identity, SecondFactor, IdentityService, Session } from '../types'

/** Submits the password, the first factor. */
export async function submitPassword(
  service: IdentityService,
  exchange: Exchange,
  { flow, body }: FlowSubmission,
  session: Session | undefined
): Promise<Response> {
  const typed = readFields(body, ['identifier', 'password'])
  if (typed['method'] !== 'password')
    return refuseLogin(service, exchange, flow, { messages: [createMessage(4010002)] })
  const { identifier = '', password: secret = '' } = typed
  const kept = { active: 'password', identifier: shortened(identifier) }
  const fieldErrors = missing(typed, ['identifier', 'password'])
  if (fieldErrors) return refuseLogin(service, exchange, flow, { ...kept, fieldErrors })

  const { identityId, hash } = await findPassword(service.db, identifier)
  const counted = countPassword(service, exchange, { identifier, identityId })
  const isRight = await (hash === null
    ? service.passwords.verifyDummy(secret)
    : service.passwords.verify(hash, secret, counted))
  const identity = isRight && identityId !== null ? await findIdentity(service.db, identityId) : undefined
  if (!identity || hash === null) {
    await audit(service, {
      event: 'login.failed',
      client: exchange.client,
      ...(identityId !== null && { identityId }),
    })
    return refuseLogin(service, exchange, flow, { ...kept, messages: [createMessage(4000006)] })
  }
  counted.wasRight()
  if (identity.state !== 'active') {
    await audit(service, { event: 'login.refused', identityId: identity.id, client: exchange.client })
    return refuseLogin(service, exchange, flow, { ...kept, messages: [createMessage(4010011)] })
  }
  const rehashed = service.passwords.needsRehash(hash) ? await service.passwords.hash(secret) : undefined

  const isSame = session?.identity.id === identity.id
  const next = await service.db.transaction(async (tx) => {
    // A password change during the comparison has ended all sessions, so no new session may start.
    if ((await readPassword(tx, identity.id)) !== hash) return undefined
    // Each form signs in only once.
    if (!(await removeFlow(tx, flow))) throw alreadySignedInError()
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
  if (!next) return refuseLogin(service, exchange, flow, { ...kept, messages: [createMessage(4000006)] })
  return continueAfterLogin(service, exchange, flow, next)
}

/** Longer than any address. */
const MOST_SHOWN = 320
// Cut at whole characters, since half a surrogate pair cannot be stored.
const shortened = (text: string) => [...text].slice(0, MOST_SHOWN).join('')

/** Submits the second factor, by any method that the account has. */
export async function submitSecondFactor(
  service: IdentityService,
  exchange: Exchange,
  { flow, body }: FlowSubmission,
  session: Session | undefined
): Promise<Response> {
  if (!session) throw aal1RequiredError()
  if (flow.identityId !== session.identity.id) {
    throw new IdentityError(403, {
      id: 'security_identity_mismatch',
      reason: 'Another user has signed in in the meantime. Please start again.',
    })
  }
  if (session.aal === 'aal2' && !flow.payload.refresh) throw alreadySignedInError()
  const method = readTextField(body, 'method') ?? ''
  if (!isSecondFactor(method)) return refuseLogin(service, exchange, flow, { messages: [createMessage(4010002)] })
  const { field, take } = secondFactors[method]
  const typed = readFields(body, [field])
  const fieldErrors = missing(typed, [field])
  if (fieldErrors) return refuseLogin(service, exchange, flow, { active: method, fieldErrors })

  const { identity } = session
  const counted = countSecondFactor(service, exchange, identity.id)
  const result = await service.db.transaction(async (tx) => {
    const refusal = await take({ service, exchange, tx, flow, identity }, typed[field] ?? '')
    if (refusal) return { refusal }
    if (!(await removeFlow(tx, flow))) throw alreadySignedInError()
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
    return refuseLogin(service, exchange, flow, { active: method, messages: [result.refusal] })
  }
  counted.wasRight()
  return continueAfterLogin(service, exchange, flow, result.session)
}

type Taking = { service: IdentityService; exchange: Exchange; tx: Queryable; flow: Flow; identity: Identity }

/** For each second factor: its input field, and a function that returns why a value is refused. */
const secondFactors: Record<SecondFactor, { field: string; take: typeof takeTotp }> = {
  totp: { field: 'totp_code', take: takeTotp },
  lookup_secret: { field: 'lookup_secret', take: takeBackupCode },
  webauthn: { field: 'webauthn_login', take: takeKey },
}
const isSecondFactor = (method: string): method is SecondFactor => Object.hasOwn(secondFactors, method)

async function takeTotp(
  { service, tx, identity: { id } }: Taking,
  typed: string
): Promise<ProtocolMessage | undefined> {
  const totp = await readTotp(service, tx, id)
  if (!totp) return createMessage(4000011)
  const step = acceptTotp(totp, typed, service.now())
  if (step === undefined) return createMessage(4000008)
  await saveTotp(service, tx, id, { ...totp, lastStep: step })
  return undefined
}

async function takeBackupCode(
  { service, tx, identity: { id } }: Taking,
  typed: string
): Promise<ProtocolMessage | undefined> {
  const codes = await readBackupCodes(service, tx, id)
  if (!codes) return createMessage(4000014)
  const use = acceptBackupCode(codes, typed, service.now())
  if (use.outcome !== 'accepted') return createMessage(use.outcome === 'used' ? 4000012 : 4000016)
  await saveBackupCodes(service, tx, id, use.codes)
  return undefined
}

async function takeKey(taking: Taking, typed: string): Promise<ProtocolMessage | undefined> {
  const { service, exchange, tx, flow, identity } = taking
  const challenge = await takeChallenge(tx, flow)
  const keys = await readSecurityKeys(tx, identity.id)
  if (keys.length === 0) return createMessage(4000013)
  const used = challenge === undefined ? undefined : await verifyKey(service, typed, keys, { challenge, exchange })
  if (!used) return createMessage(4000043)
  await saveSecurityKeys(
    service,
    tx,
    identity.id,
    keys.map((key) => (key.id === used.id ? used : key))
  )
  return undefined
}

const readFields = (body: FormBody, names: readonly string[]) =>
  Object.fromEntries(['method', ...names].map((name) => [name, readTextField(body, name)])) as Record<
    string,
    string | undefined
  >

/** @returns a message for each empty field; undefined when all are filled in. */
function missing(typed: Record<string, string | undefined>, names: readonly string[]) {
  const empty = names.filter((name) => !typed[name])
  return empty.length === 0
    ? undefined
    : Object.fromEntries(empty.map((property) => [property, createMessage(4000002, { property })]))
}
