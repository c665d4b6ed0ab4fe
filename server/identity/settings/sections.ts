import { z } from 'zod'
import type { Queryable } from '../../data/db/db'
import { readBackupCodes, readSecurityKeys } from '../credentials/credentials'
import type { Exchange } from '../http/exchange'
import { newBackupCodes } from '../credentials/backup-codes'
import type { KeySection, LookupSection, SettingsSections, TotpSection } from '../flows/nodes'
import { newChallenge, registrationOptions } from '../credentials/security-keys'
import { isPrivileged } from '../sessions/sessions'
import { newTotpSecret, totpQrCode } from '../credentials/totp'
import type { Flow, Identity, IdentityService, Session } from '../types'

/** Server-side state of a settings flow. Secrets are sealed, because they become valid when confirmed. */
const context = z.object({
  /** The secret shown for the authenticator app. It does not change until the app is set up. */
  totp: z.string(),
  /** Backup codes that become valid when confirmed. */
  offered: z.string().optional(),
  /** Whether the user requested to see the valid backup codes. */
  revealed: z.boolean().optional(),
  /** The challenge for the next security key. */
  challenge: z.string().optional(),
})
type Context = z.infer<typeof context>

const placeOf = (identityId: string, what: 'totp' | 'lookup_secret') => `${what} offered to ${identityId}`

/** @returns the context of a new flow. After an authenticator app was removed, the next one gets another secret. */
export const createSettingsContext = (service: IdentityService, identityId: string): Context => ({
  totp: service.keys.seal(newTotpSecret(service.random), placeOf(identityId, 'totp')),
  ...newChallenge(service),
})

export const readSettingsContext = (flow: Flow): Context => context.parse(flow.context)

/** The secret in the QR code of this flow. */
export const readTotpSecret = ({ keys }: IdentityService, flow: Flow, { id }: Identity): string =>
  keys.open(readSettingsContext(flow).totp, placeOf(id, 'totp'))

/** A new set of backup codes, sealed for the flow. */
export const offerBackupCodes = ({ keys, random }: IdentityService, { id }: Identity): string =>
  keys.seal(JSON.stringify(newBackupCodes(random).map(({ code }) => code)), placeOf(id, 'lookup_secret'))

/** The backup codes that this flow has offered; undefined when it has not. */
export function readOfferedCodes({ keys }: IdentityService, flow: Flow, { id }: Identity): string[] | undefined {
  const { offered } = readSettingsContext(flow)
  if (offered === undefined) return undefined
  return z.array(z.string()).parse(JSON.parse(keys.open(offered, placeOf(id, 'lookup_secret'))))
}

/** The sections of the settings page for an account. */
export async function readSettingsSections(
  service: IdentityService,
  tx: Queryable,
  exchange: Exchange,
  flow: Flow,
  session: Session
): Promise<SettingsSections> {
  const { identity } = session
  return {
    traits: identity.traits,
    totp: totpSection(service, flow, identity),
    lookupSecret: await lookupSection(service, tx, flow, session),
    webauthn: await keySection(service, tx, exchange, flow, identity),
  }
}

async function keySection(
  service: IdentityService,
  tx: Queryable,
  exchange: Exchange,
  flow: Flow,
  identity: Identity
): Promise<KeySection> {
  const keys = await readSecurityKeys(tx, identity.id)
  return { keys, options: await registrationOptions(service, exchange, flow, identity, keys) }
}

function totpSection(service: IdentityService, flow: Flow, identity: Identity): TotpSection {
  if (identity.secondFactors.includes('totp')) return { state: 'on' }
  const secret = readTotpSecret(service, flow, identity)
  const { issuer } = service.config
  return { state: 'off', secret, qrCode: totpQrCode({ secret, issuer, account: identity.traits.email }) }
}

async function lookupSection(
  service: IdentityService,
  tx: Queryable,
  flow: Flow,
  session: Session
): Promise<LookupSection> {
  const { identity } = session
  const hidden: LookupSection = { state: identity.secondFactors.includes('lookup_secret') ? 'kept' : 'none' }
  // The codes are shown only while the session is privileged, however long the page stays open.
  if (!isPrivileged(service, session)) return hidden
  const offered = readOfferedCodes(service, flow, identity)
  if (offered) return { state: 'offered', codes: offered.map((code) => ({ code, usedAt: null })) }
  if (!readSettingsContext(flow).revealed) return hidden
  const codes = await readBackupCodes(service, tx, identity.id)
  return codes ? { state: 'revealed', codes } : hidden
}
