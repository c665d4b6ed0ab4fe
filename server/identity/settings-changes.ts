import { DatabaseError, type Queryable } from '../db/db'
import { json, sql } from '../db/sql'
import { audit } from './audit'
import { type Body, textOf } from './body'
import { voidRecoveryCodes } from './codes'
import { uiPaths } from './config'
import { queueMail } from './courier'
import {
  readBackupCodes,
  readPassword,
  readTotp,
  removeCredential,
  saveBackupCodes,
  savePassword,
  saveTotp,
} from './credentials'
import { IdentityError } from './errors'
import { endpoint, type Exchange, neighbourhood, pageOf } from './exchange'
import { emailChangedMail, type Mail, passwordChangedMail, secondFactorRemovedMail } from './mails'
import { message, type Message } from './messages'
import type { Traits } from './nodes'
import { refusePassword } from './password-rules'
import { isPrivileged, revokeSessions, rotateToken, strengthenSession } from './sessions'
import { newContext, offerCodes, offeredCodes, readContext, shownSecret } from './settings-sections'
import { acceptTotp } from './totp'
import { missing, parseTraits, refuseUnknown } from './traits'
import type { Flow, Service, Session } from './types'
import { startVerification } from './verification'

/** One change that was sent in. */
export type Change = { service: Service; exchange: Exchange; session: Session; flow: Flow; body: Body }

export type Outcome =
  /** `context` is what the flow keeps from now on, when that is something else. `verification`: of a new address. */
  | { outcome: 'saved'; context?: Flow['context']; verification?: Flow }
  /** Nothing is changed, more is shown. */
  | { outcome: 'shown'; context: Flow['context'] }
  | { outcome: 'refused'; messages?: Message[]; faults?: Record<string, Message> }

export type SettingsMethod = 'profile' | 'password' | 'totp' | 'lookup_secret'

const buttons = {
  totp: ['totp_unlink'],
  lookup_secret: ['reveal', 'regenerate', 'confirm', 'disable'].map((what) => `lookup_secret_${what}`),
} as const

/** A button may stand for its method: a form without scripts sends nothing but the button that was pressed. */
export function methodOf(body: Body): string | undefined {
  const method = textOf(body, 'method')
  if (method !== undefined) return method
  return Object.entries(buttons).find(([, names]) => names.some((name) => isPressed(body, name)))?.[0]
}

const isPressed = (body: Body, name: string) => body[name] === true || body[name] === 'true'

/** What each method does. All but a change of the name need a session that was proved lately. */
export const changes: Record<SettingsMethod, (change: Change) => Promise<Outcome>> = {
  profile: changeProfile,
  password: changePassword,
  totp: (change) => (isPressed(change.body, 'totp_unlink') ? removeTotp(change) : addTotp(change)),
  lookup_secret: changeBackupCodes,
}

/** @throws {IdentityError} 403 when it was too long ago that this person proved who he is. */
function requirePrivilege({ service, exchange, session, flow }: Change): void {
  if (isPrivileged(service, session)) return
  const redirect_browser_to = endpoint(exchange, '/self-service/login/browser', {
    refresh: 'true',
    return_to: pageOf(exchange, uiPaths.settings, { flow: flow.id }),
  })
  throw new IdentityError(403, {
    id: 'session_refresh_required',
    reason: 'Please confirm that it is you before you change this.',
    redirect_browser_to,
  })
}

async function changeProfile(change: Change): Promise<Outcome> {
  const { service, exchange, session, body } = change
  refuseUnknown(body, ['csrf_token', 'method', 'traits', 'transient_payload'])
  const parsed = parseTraits(body['traits'])
  if (!parsed.ok) return { outcome: 'refused', faults: parsed.messages }
  const traits = parsed.value
  if (traits.email === session.identity.traits.email) {
    await service.db.transaction((tx) => saveTraits(change, tx, traits))
    return { outcome: 'saved' }
  }
  requirePrivilege(change)
  // Each sends a message to whatever address was typed.
  service.limits.spend('mailAddress', neighbourhood(exchange))
  try {
    const verification = await service.db.transaction((tx) => changeEmail(change, tx, traits))
    return { outcome: 'saved', verification }
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') {
      return { outcome: 'refused', messages: [message(4000007)] }
    }
    throw error
  }
}

async function saveTraits({ service, session }: Change, tx: Queryable, traits: Traits): Promise<void> {
  const { id } = session.identity
  // Traits that a form does not have, such as groups, stay. A trigger carries the name over to the person.
  await tx.run(sql`
    update identity.identities
    set traits = traits || ${json(traits)}::jsonb, updated_at = ${service.now()}::timestamptz at time zone 'UTC'
    where id = ${id}`)
}

async function changeEmail(change: Change, tx: Queryable, traits: Traits): Promise<Flow> {
  const { service, exchange, session, flow } = change
  const { id, traits: before } = session.identity
  await saveTraits(change, tx, traits)
  await tx.run(sql`update identity.identifiers set value = ${traits.email} where identity_id = ${id}`)
  await tx.run(sql`
    update identity.addresses
    set value = ${traits.email}, verified = false, verified_at = null, status = 'pending', updated_at = ${service.now()}
    where identity_id = ${id}`)
  await audit(service, { event: 'email.changed', identityId: id, client: exchange.client }, tx)
  await queueMail(tx, service.now(), before.email, emailChangedMail(traits.email))
  await voidRecoveryCodes(tx, id, service.now())
  await revokeSessions(service, id, session.id, tx)
  await rotateToken(service, exchange, session, tx)
  const payload = { request_url: flow.payload.request_url, return_to: pageOf(exchange, uiPaths.settings) }
  return startVerification(tx, service, exchange, payload, traits.email)
}

async function changePassword(change: Change): Promise<Outcome> {
  requirePrivilege(change)
  const { service, exchange, session, body } = change
  const { id, traits } = session.identity
  const password = textOf(body, 'password') ?? ''
  const fault = password === '' ? missing('password') : refusePassword(password, traits.email)
  if (fault) return { outcome: 'refused', faults: { password: fault } }
  const old = await readPassword(service.db, id)
  if (old !== undefined && (await service.passwords.verify(old, password))) {
    return { outcome: 'refused', faults: { password: message(4000039) } }
  }
  const hash = await service.passwords.hash(password)
  await service.db.transaction(async (tx) => {
    await savePassword(service, tx, id, hash)
    await audit(service, { event: 'password.changed', identityId: id, client: exchange.client }, tx)
    await queueMail(tx, service.now(), traits.email, passwordChangedMail)
    await voidRecoveryCodes(tx, id, service.now())
    await revokeSessions(service, id, session.id, tx)
    await rotateToken(service, exchange, session, tx)
  })
  return { outcome: 'saved' }
}

async function addTotp(change: Change): Promise<Outcome> {
  requirePrivilege(change)
  const { service, session, flow, body } = change
  const { identity } = session
  const typed = textOf(body, 'totp_code') ?? ''
  if (typed === '') return { outcome: 'refused', faults: { totp_code: missing('totp_code') } }
  const secret = shownSecret(service, flow, identity)
  const lastStep = acceptTotp({ secret, lastStep: null }, typed, service.now())
  if (lastStep === undefined) return { outcome: 'refused', faults: { totp_code: message(4000008) } }
  return service.db.transaction(async (tx): Promise<Outcome> => {
    if (await readTotp(service, tx, identity.id)) {
      return { outcome: 'refused', messages: [message(4000001, { reason: 'There is an authenticator app already.' })] }
    }
    await saveTotp(service, tx, identity.id, { secret, lastStep })
    await secondFactorAdded(change, tx, 'totp')
    return { outcome: 'saved' }
  })
}

async function secondFactorAdded(
  { service, exchange, session }: Change,
  tx: Queryable,
  method: 'totp' | 'lookup_secret'
) {
  const { id } = session.identity
  await audit(
    service,
    { event: 'second-factor.added', identityId: id, client: exchange.client, details: { method } },
    tx
  )
  // It was proved just now, so that this session is not asked for it at once. It does not live longer for that.
  await strengthenSession(service, exchange, session, method, tx, false)
}

async function removeTotp(change: Change): Promise<Outcome> {
  requirePrivilege(change)
  await removeSecondFactor(change, 'totp', secondFactorRemovedMail('authenticator app'))
  const { service, session, flow } = change
  return { outcome: 'saved', context: { ...flow.context, ...newContext(service, session.identity.id) } }
}

/** Where somebody else is signed in, he may have stepped up with what is removed here. */
async function removeSecondFactor(change: Change, method: 'totp' | 'lookup_secret', mail: Mail): Promise<void> {
  const { service, exchange, session } = change
  const { id, traits } = session.identity
  await service.db.transaction(async (tx) => {
    if ((await removeCredential(tx, id, method)) === 0) return
    const entry = {
      event: 'second-factor.removed',
      identityId: id,
      client: exchange.client,
      details: { method },
    } as const
    await audit(service, entry, tx)
    await queueMail(tx, service.now(), traits.email, mail)
    await revokeSessions(service, id, session.id, tx)
  })
}

async function changeBackupCodes(change: Change): Promise<Outcome> {
  requirePrivilege(change)
  const { service, session, flow, body } = change
  const { identity } = session
  const { offered: _, revealed: __, ...kept } = readContext(flow)
  const pressed = (what: string) => isPressed(body, `lookup_secret_${what}`)
  if (pressed('reveal')) {
    const codes = await readBackupCodes(service, service.db, identity.id)
    if (!codes) return { outcome: 'refused', messages: [message(4000014)] }
    return { outcome: 'shown', context: { ...kept, revealed: true } }
  }
  if (pressed('regenerate')) return { outcome: 'shown', context: { ...kept, offered: offerCodes(service, identity) } }
  if (pressed('confirm')) return confirmCodes(change, kept)
  if (pressed('disable')) {
    await removeSecondFactor(change, 'lookup_secret', secondFactorRemovedMail('backup codes'))
    return { outcome: 'saved', context: kept }
  }
  return { outcome: 'refused', messages: [message(4010004)] }
}

async function confirmCodes(change: Change, context: Flow['context']): Promise<Outcome> {
  const { service, session, flow } = change
  const codes = offeredCodes(service, flow, session.identity)
  if (!codes) {
    return { outcome: 'refused', messages: [message(4000001, { reason: 'There are no new codes. Make some first.' })] }
  }
  await service.db.transaction(async (tx) => {
    const unused = codes.map((code) => ({ code, usedAt: null }))
    await saveBackupCodes(service, tx, session.identity.id, unused)
    await secondFactorAdded(change, tx, 'lookup_secret')
  })
  return { outcome: 'saved', context }
}
