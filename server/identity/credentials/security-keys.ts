import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Queryable } from '../../db/db'
import { sql } from '../../db/sql'
import type { SecurityKey } from './credentials'
import type { Exchange } from '../http/exchange'
import type { Flow, Identity, Service } from '../types'

// Security keys as a second factor (WebAuthn). What the standard says about an answer is checked by the library; here
// is what it belongs to: one form, one origin, one account. The library is loaded only where somebody uses a key.

const CHALLENGE_BYTES = 32

/** The challenge that a key signs; each attempt gets a new one. */
export const newChallenge = ({ random }: Service) => ({ challenge: random(CHALLENGE_BYTES).toString('base64url') })

const challengeOf = ({ context }: Flow): string =>
  typeof context['challenge'] === 'string' ? context['challenge'] : ''

/**
 * Takes the challenge of a flow, so that each is answered at most once, right or wrong.
 * @returns the challenge; undefined when it was taken already.
 */
export async function takeChallenge(tx: Queryable, flow: Flow): Promise<string | undefined> {
  const challenge = challengeOf(flow)
  const taken = await tx.run(sql`
    update identity.flows set context = context - 'challenge'
    where id = ${flow.id} and context ->> 'challenge' = ${challenge}`)
  return taken > 0 ? challenge : undefined
}

/** The relying party is a host name without the port. Browsers refuse IP addresses. */
const rpIdOf = ({ origin }: Exchange) => new URL(origin).hostname

/**
 * What a browser asks a new key with, as JSON.
 * Neither a PIN nor a resident key is required: the key is the second factor after the password.
 */
export async function registrationOptions(
  { config }: Service,
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

/** What a browser asks the keys of an account with, as JSON. */
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

/** Checks only the outer shape; the library checks the content. */
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

export type NewKey = Pick<SecurityKey, 'id' | 'publicKey' | 'counter' | 'transports'>

/** @returns the key that an answer proves; undefined when it does not. */
export async function verifyNewKey({ log }: Service, typed: string, expected: Expected): Promise<NewKey | undefined> {
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
 * Whether an answer was signed by one of these keys, just now and here.
 * @returns that key with what it counts now; undefined when it was not. A count that does not grow means a clone.
 */
export async function verifyKey(
  { log }: Service,
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
