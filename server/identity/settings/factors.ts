import type { Queryable } from '../../db/db'
import { audit } from '../audit'
import { textOf } from '../http/body'
import { queueMail } from '../mail/courier'
import { readBackupCodes, readTotp, removeCredential, saveBackupCodes, saveTotp } from '../credentials/credentials'
import { secondFactorAddedMail, secondFactorRemovedMail } from '../mail/mails'
import { message } from '../flows/messages'
import { revokeSessions, strengthenSession } from '../sessions/sessions'
import { type Change, isPressed, type Outcome, requirePrivilege } from './submission'
import { newContext, offerCodes, offeredCodes, readContext, shownSecret } from './sections'
import { acceptTotp } from '../credentials/totp'
import { missing } from '../accounts/traits'
import type { Flow, SecondFactor } from '../types'

/** Names of the second factors for their owner. */
const names = { totp: 'authenticator app', lookup_secret: 'backup codes' } as const

export function changeTotp(change: Change): Promise<Outcome> {
  requirePrivilege(change)
  return isPressed(change.body, 'totp_unlink') ? removeTotp(change) : addTotp(change)
}

async function addTotp(change: Change): Promise<Outcome> {
  const { service, session, flow, body } = change
  const { identity } = session
  const typed = textOf(body, 'totp_code') ?? ''
  if (typed === '') return { outcome: 'refused', faults: { totp_code: missing('totp_code') } }
  const secret = shownSecret(service, flow, identity)
  const lastStep = acceptTotp({ secret, lastStep: null }, typed, service.now())
  if (lastStep === undefined) return { outcome: 'refused', faults: { totp_code: message(4000008) } }
  return service.db.transaction(async (tx): Promise<Outcome> => {
    if (await readTotp(service, tx, identity.id)) {
      return { outcome: 'refused', messages: [message(4000001, { reason: 'An authenticator app is already set up.' })] }
    }
    await saveTotp(service, tx, identity.id, { secret, lastStep })
    await secondFactorAdded(change, tx, 'totp', names.totp)
    return { outcome: 'saved' }
  })
}

/** Records a new second factor: audit entry, mail and session. @param what the name of the factor for its owner. */
export async function secondFactorAdded(
  { service, exchange, session }: Change,
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

async function removeTotp(change: Change): Promise<Outcome> {
  await removeSecondFactor(change, 'totp')
  const { service, session, flow } = change
  return { outcome: 'saved', context: { ...flow.context, ...newContext(service, session.identity.id) } }
}

async function removeSecondFactor(change: Change, method: 'totp' | 'lookup_secret'): Promise<void> {
  const { service, session } = change
  await service.db.transaction(async (tx) => {
    if ((await removeCredential(tx, session.identity.id, method)) === 0) return
    await secondFactorRemoved(change, tx, method, names[method])
  })
}

/**
 * Records a removed second factor: audit entry, mail and sessions. @param what the name of the factor for its owner.
 */
export async function secondFactorRemoved(
  { service, exchange, session }: Change,
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

export async function changeBackupCodes(change: Change): Promise<Outcome> {
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
    await removeSecondFactor(change, 'lookup_secret')
    return { outcome: 'saved', context: kept }
  }
  return { outcome: 'refused', messages: [message(4010004)] }
}

async function confirmCodes(change: Change, context: Flow['context']): Promise<Outcome> {
  const { service, session, flow } = change
  const codes = offeredCodes(service, flow, session.identity)
  if (!codes) {
    return {
      outcome: 'refused',
      messages: [message(4000001, { reason: 'There are no new codes. Generate some first.' })],
    }
  }
  await service.db.transaction(async (tx) => {
    const unused = codes.map((code) => ({ code, usedAt: null }))
    await saveBackupCodes(service, tx, session.identity.id, unused)
    await secondFactorAdded(change, tx, 'lookup_secret', names.lookup_secret)
  })
  return { outcome: 'saved', context }
}
