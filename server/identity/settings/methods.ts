import { DatabaseError, type Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { audit } from '../audit'
import { type FormBody, readTextField } from '../http/body'
import { voidRecoveryCodes } from '../credentials/codes'
import { uiPaths } from '../config'
import { queueMail } from '../mail/courier'
import { readPassword, savePassword } from '../credentials/credentials'
import { pageAddress } from '../http/exchange'
import { emailChangedMail, passwordChangedMail } from '../mail/mails'
import { createMessage } from '../flows/messages'
import type { IdentityTraits } from '../flows/nodes'
import { refusePassword } from '../credentials/password-rules'
import { revokeSessions, rotateToken } from '../sessions/sessions'
import { type SettingsChange, isPressed, type SettingsOutcome, requirePrivilege } from './submission'
import { changeBackupCodes, changeTotp } from './factors'
import { changeKeys } from './security-keys'
import { missingFieldMessage, parseTraits, refuseUnknownFields } from '../accounts/traits'
import type { Flow } from '../types'
import { startVerification } from '../flows/verification'

export type SettingsMethod = 'profile' | 'password' | 'totp' | 'lookup_secret' | 'webauthn'

const buttons = {
  totp: ['totp_unlink'],
  lookup_secret: ['reveal', 'regenerate', 'confirm', 'disable'].map((what) => `lookup_secret_${what}`),
} as const

/** A button can imply the method, because a form without scripts sends only the pressed button. */
export function readSettingsMethod(body: FormBody): string | undefined {
  const method = readTextField(body, 'method')
  if (method !== undefined) return method
  if (readTextField(body, 'webauthn_remove')) return 'webauthn'
  return Object.entries(buttons).find(([, names]) => names.some((name) => isPressed(body, name)))?.[0]
}

/** The handler of each method. All changes except to the name require a recent authentication. */
export const settingsHandlers: Record<SettingsMethod, (change: SettingsChange) => Promise<SettingsOutcome>> = {
  profile: changeProfile,
  password: changePassword,
  totp: changeTotp,
  lookup_secret: changeBackupCodes,
  webauthn: changeKeys,
}

async function changeProfile(change: SettingsChange): Promise<SettingsOutcome> {
  const { service, session, body } = change
  refuseUnknownFields(body, ['csrf_token', 'method', 'traits', 'transient_payload'])
  const parsed = parseTraits(body['traits'])
  if (!parsed.ok) return { outcome: 'refused', fieldErrors: parsed.messages }
  const traits = parsed.value
  if (traits.email === session.identity.traits.email) {
    await service.db.transaction((tx) => saveTraits(change, tx, traits))
    return { outcome: 'saved' }
  }
  requirePrivilege(change)
  // Rate-limited, because each change sends a message to an address that any user can type.
  service.limits.spend('mailAddress', session.identity.id)
  try {
    const verification = await service.db.transaction((tx) => changeEmail(change, tx, traits))
    return { outcome: 'saved', verification }
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') {
      return { outcome: 'refused', messages: [createMessage(4000007)] }
    }
    throw error
  }
}

async function saveTraits({ service, session }: SettingsChange, tx: Queryable, traits: IdentityTraits): Promise<void> {
  const { id } = session.identity
  // Traits that a form does not have, such as groups, are retained. A trigger copies the name to the person.
  await tx.run(sql`
    update identity.identities
    set traits = traits || ${toJsonText(traits)}::jsonb, updated_at = ${service.now()}::timestamptz at time zone 'UTC'
    where id = ${id}`)
}

async function changeEmail(change: SettingsChange, tx: Queryable, traits: IdentityTraits): Promise<Flow> {
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
  const payload = { request_url: flow.payload.request_url, return_to: pageAddress(exchange, uiPaths.settings) }
  return startVerification(tx, service, exchange, payload, traits.email)
}

async function changePassword(change: SettingsChange): Promise<SettingsOutcome> {
  requirePrivilege(change)
  const { service, exchange, session, body } = change
  const { id, traits } = session.identity
  const password = readTextField(body, 'password') ?? ''
  const fault = password === '' ? missingFieldMessage('password') : refusePassword(password, traits.email)
  if (fault) return { outcome: 'refused', fieldErrors: { password: fault } }
  const old = await readPassword(service.db, id)
  if (old !== undefined && (await service.passwords.verify(old, password))) {
    return { outcome: 'refused', fieldErrors: { password: createMessage(4000039) } }
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
