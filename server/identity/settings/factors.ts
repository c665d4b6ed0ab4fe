import type { Queryable } from '../../data/db/db'
import { audit } from '../audit'
import { readTextField } from '../http/body'
import { queueMail } from '../mail/courier'
import { readBackupCodes, readTotp, removeCredential, saveBackupCodes, saveTotp } from '../credentials/credentials'
import { secondFactorAddedMail, secondFactorRemovedMail } from '../mail/mails'
import { createMessage } from '../flows/messages'
import { revokeSessions, strengthenSession } from '../sessions/sessions'
import { type SettingsChange, isPressed, type SettingsOutcome, requirePrivilege } from './submission'
import {
  createSettingsContext,
  offerBackupCodes,
  readOfferedCodes,
  readSettingsContext,
  readTotpSecret,
} from './sections'
import { acceptTotp } from '../credentials/totp'
import { missingFieldMessage } from '../accounts/traits'
import type { Flow, SecondFactor } from '../types'

/** Names of the second factors for their owner. */
const names = { totp: 'authenticator app', lookup_secret: 'backup codes' } as const

export function changeTotp(change: SettingsChange): Promise<SettingsOutcome> {
  requirePrivilege(change)
  return isPressed(change.body, 'totp_unlink') ? removeTotp(change) : addTotp(change)
}

async function addTotp(change: SettingsChange): Promise<SettingsOutcome> {
  const { service, session, flow, body } = change
  const { identity } = session
  const typed = readTextField(body, 'totp_code') ?? ''
  if (typed === '') return { outcome: 'refused', fieldErrors: { totp_code: missingFieldMessage('totp_code') } }
  const secret = readTotpSecret(service, flow, identity)
  const lastStep = acceptTotp({ secret, lastStep: null }, typed, service.now())
  if (lastStep === undefined) return { outcome: 'refused', fieldErrors: { totp_code: createMessage(4000008) } }
  return service.db.transaction(async (tx): Promise<SettingsOutcome> => {
    if (await readTotp(service, tx, identity.id)) {
      return {
        outcome: 'refused',
        messages: [createMessage(4000001, { reason: 'An authenticator app is already set up.' })],
      }
    }
    await saveTotp(service, tx, identity.id, { secret, lastStep })
    await recordAddedFactor(change, tx, 'totp', names.totp)
    return { outcome: 'saved' }
  })
}

/** Records a new second factor: audit entry, mail and session. @param what the name of the factor for its owner. */
export async function recordAddedFactor(
  { service, exchange, session }: SettingsChange,
  tx: Queryable,
  method: SecondFactor,
  what: string
) {
  const { id, traits } = session.identity
  await audit(
    service,
    { event: 'second-factor.added', identityId: id, client: exchange.client, details: { method } },
    tx
  )
  await queueMail(tx, service.now(), traits.email, secondFactorAddedMail(what))
  // The factor was just proved, so this session counts as having proved it. The session is not extended.
  await strengthenSession(service, exchange, session, method, tx, false)
}

async function removeTotp(change: SettingsChange): Promise<SettingsOutcome> {
  await removeSecondFactor(change, 'totp')
  const { service, session, flow } = change
  return { outcome: 'saved', context: { ...flow.context, ...createSettingsContext(service, session.identity.id) } }
}

async function removeSecondFactor(change: SettingsChange, method: 'totp' | 'lookup_secret'): Promise<void> {
  const { service, session } = change
  await service.db.transaction(async (tx) => {
    if ((await removeCredential(tx, session.identity.id, method)) === 0) return
    await recordRemovedFactor(change, tx, method, names[method])
  })
}

/**
 * Records a removed second factor: audit entry, mail and sessions. @param what the name of the factor for its owner.
 */
export async function recordRemovedFactor(
  { service, exchange, session }: SettingsChange,
  tx: Queryable,
  method: SecondFactor,
  what: string
): Promise<void> {
  const { id, traits } = session.identity
  await audit(
    service,
    { event: 'second-factor.removed', identityId: id, client: exchange.client, details: { method } },
    tx
  )
  await queueMail(tx, service.now(), traits.email, secondFactorRemovedMail(what))
  // Other sessions end, because they may have used the removed factor.
  await revokeSessions(service, id, session.id, tx)
}

export async function changeBackupCodes(change: SettingsChange): Promise<SettingsOutcome> {
  requirePrivilege(change)
  const { service, session, flow, body } = change
  const { identity } = session
  const { offered: _, revealed: __, ...kept } = readSettingsContext(flow)
  const pressed = (what: string) => isPressed(body, `lookup_secret_${what}`)
  if (pressed('reveal')) {
    const codes = await readBackupCodes(service, service.db, identity.id)
    if (!codes) return { outcome: 'refused', messages: [createMessage(4000014)] }
    return { outcome: 'shown', context: { ...kept, revealed: true } }
  }
  if (pressed('regenerate'))
    return { outcome: 'shown', context: { ...kept, offered: offerBackupCodes(service, identity) } }
  if (pressed('confirm')) return confirmCodes(change, kept)
  if (pressed('disable')) {
    await removeSecondFactor(change, 'lookup_secret')
    return { outcome: 'saved', context: kept }
  }
  return { outcome: 'refused', messages: [createMessage(4010004)] }
}

async function confirmCodes(change: SettingsChange, context: Flow['context']): Promise<SettingsOutcome> {
  const { service, session, flow } = change
  const codes = readOfferedCodes(service, flow, session.identity)
  if (!codes) {
    return {
      outcome: 'refused',
      messages: [createMessage(4000001, { reason: 'There are no new codes. Generate some first.' })],
    }
  }
  await service.db.transaction(async (tx) => {
    const unused = codes.map((code) => ({ code, usedAt: null }))
    await saveBackupCodes(service, tx, session.identity.id, unused)
    await recordAddedFactor(change, tx, 'lookup_secret', names.lookup_secret)
  })
  return { outcome: 'saved', context }
}
