import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { SecurityKey } from './credentials'
import type { Exchange } from '../http/exchange'
import type { Flow, Identity, IdentityService } from '../types'

// Security keys as a second factor (WebAuthn). The library validates responses against the standard; this module binds
// them to one form, one origin and one account. The library is loaded on first use.

const CHALLENGE_BYTES = 32

/** A challenge for a key to sign; each attempt gets a new one. */
export const newChallenge = ({ random }: IdentityService) => ({
  challenge: random(CHALLENGE_BYTES).toString('base64url'),
})

const challengeOf = ({ context }: Flow): string =>
  typeof context['challenge'] === 'string' ? context['challenge'] : ''

/**
 * Takes the challenge of a flow, so that each challenge is used at most once, successfully or not.
 * @returns the challenge; undefined when it was taken already.
 */
export async function takeChallenge(tx: Queryable, flow: Flow): Promise<string | undefined> {
  const challenge = challengeOf(flow)
  const taken = await tx.run(sql`
    update identity.flows set context = context - 'challenge'
    where id = ${flow.id} and context ->> 'challenge' = ${challenge}`)
  return taken > 0 ? challenge : undefined
}

/** The relying party id is a host name without a port. Browsers refuse IP addresses. */
const rpIdOf = ({ origin }: Exchange) => new URL(origin).hostname

/**
 * Options for `navigator.credentials.create`, as JSON. Neither a PIN nor a resident key is required: the key is the
 * second factor after the password.
 */
export async function registrationOptions(
  { config }: IdentityService,
  exchange: Exchange,
  flow: Flow,
  { id, traits }: Identity,
  keys: readonly SecurityKey[]
): Promise<string> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const publicKey = await generateRegistrationOptions({
    rpName: config.issuer,
    rpID: rpIdOf(exchange),
    userName: traits.email,
    userDisplayName: [traits.name.first, traits.name.last].filter(Boolean).join(' ') || traits.email,
    userID: Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex')),
    challenge: Uint8Array.from(Buffer.from(challengeOf(flow), 'base64url')),
    excludeCredentials: keys.map(described),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  })
  return JSON.stringify({ publicKey })
}

/** Options for `navigator.credentials.get` with the keys of an account, as JSON. */
export async function loginOptions(exchange: Exchange, flow: Flow, keys: readonly SecurityKey[]): Promise<string> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const publicKey = await generateAuthenticationOptions({
    rpID: rpIdOf(exchange),
    challenge: Uint8Array.from(Buffer.from(challengeOf(flow), 'base64url')),
    allowCredentials: keys.map(described),
    userVerification: 'discouraged',
  })
  return JSON.stringify({ publicKey })
}

const described = ({ id, transports }: SecurityKey) => ({ id, transports })

/** Validates only the outer shape; the library validates the content. */
const answer = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.string(),
  response: z.looseObject({ clientDataJSON: z.string() }),
})

function parseAnswer(text: string): unknown {
  try {
    return answer.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

type Expected = { challenge: string; exchange: Exchange }

const expectedOf = ({ challenge, exchange }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: exchange.origin,
  expectedRPID: rpIdOf(exchange),
  requireUserVerification: false,
})

type NewKey = Pick<SecurityKey, 'id' | 'publicKey' | 'counter' | 'transports'>

/** @returns the key that a response proves; undefined when the response is invalid. */
export async function verifyNewKey(
  { log }: IdentityService,
  typed: string,
  expected: Expected
): Promise<NewKey | undefined> {
  const response = parseAnswer(typed) as RegistrationResponseJSON | undefined
  if (!response) return undefined
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({ response, ...expectedOf(expected) })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    const transports = z.array(z.string().max(20)).max(10).catch([]).parse(response.response.transports)
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
  } catch (error) {
    log.info({ err: error }, 'a new security key was refused')
    return undefined
  }
}

/**
 * Verifies that a response was signed by one of these keys, for this challenge and origin.
 * @returns the key with its new counter; undefined when verification fails. A counter that does not grow indicates a
 * clone.
 */
export async function verifyKey(
  { log }: IdentityService,
  typed: string,
  keys: readonly SecurityKey[],
  expected: Expected
): Promise<SecurityKey | undefined> {
  const response = parseAnswer(typed) as AuthenticationResponseJSON | undefined
  const key = keys.find(({ id }) => id === response?.id)
  if (!response || !key) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const credential = { ...key, publicKey: Uint8Array.from(Buffer.from(key.publicKey, 'base64url')) }
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      credential,
      ...expectedOf(expected),
    })
    return verified ? { ...key, counter: authenticationInfo.newCounter } : undefined
  } catch (error) {
    log.info({ err: error }, 'a security key was refused')
    return undefined
  }
}
