import { normaliseIdentifier } from '../accounts/traits'
import { type Exchange, rateLimitKey } from '../http/exchange'
import { sha256 } from '../keys'
import type { Service } from '../types'
import { deviceOf, knownDevice } from './known-device'

// What counts against which limit. Tries of a known device are counted for that device and its account alone: what
// strangers do fills no limit of its owner. Strangers share the limits of an address and of an account, and a share of
// them is kept for whoever has used little. Names are counted alike whether there is such an account or not.

type Counted = {
  /** By a device that has had a session of the account. */
  isKnown: boolean
  /** The try was right: it is taken back. */
  wasRight(): void
}

/**
 * Counts a password before it is checked, so that parallel tries are all counted.
 * @param identityId whose name was typed; null when nobody has it
 * @throws {IdentityError} 429
 */
export function countPassword(
  service: Service,
  exchange: Exchange,
  { identifier, identityId }: { identifier: string; identityId: string | null }
): Counted {
  const { limits } = service
  const known = deviceKey(service, exchange, identityId)
  if (known !== undefined) {
    limits.spend('loginIdentifier', known)
    return { isKnown: true, wasRight: () => limits.forget('loginIdentifier', known) }
  }
  const address = rateLimitKey(exchange)
  const account = sha256(normaliseIdentifier(identifier))
  const pair = `${account} ${address}`
  const own = limits.count('loginIdentifier', pair)
  limits.check('loginAddress', address, own)
  limits.check('loginAccount', account, own)
  limits.spend('loginIdentifier', pair)
  limits.spend('loginAddress', address, own)
  limits.spend('loginAccount', account, own)
  return {
    isKnown: false,
    wasRight() {
      limits.forget('loginIdentifier', pair)
      limits.refund('loginAddress', address)
      limits.refund('loginAccount', account)
    },
  }
}

/** Counts a second factor before it is checked. @throws {IdentityError} 429 */
export function countSecondFactor(service: Service, exchange: Exchange, identityId: string): Counted {
  const known = deviceKey(service, exchange, identityId)
  const key = known ?? identityId
  service.limits.spend('secondFactor', key)
  return { isKnown: known !== undefined, wasRight: () => service.limits.forget('secondFactor', key) }
}

/**
 * Counts a message with a code.
 * @param identityId who has the address; null when nobody has
 * @throws {IdentityError} 429
 */
export function countMail(
  service: Service,
  exchange: Exchange,
  { email, identityId }: { email: string; identityId: string | null }
): void {
  const { limits } = service
  const known = deviceKey(service, exchange, identityId)
  if (known !== undefined) return limits.spend('mail', known)
  const address = rateLimitKey(exchange)
  const recipient = sha256(email)
  const pair = `${recipient} ${address}`
  const own = limits.count('mail', pair)
  limits.check('mailAddress', address, own)
  limits.check('mailRecipient', recipient, own)
  limits.spend('mail', pair)
  limits.spend('mailAddress', address, own)
  limits.spend('mailRecipient', recipient, own)
}

/** Counts a form that is begun: of a known device for its account, however many devices that has. @throws {IdentityError} 429 */
export function countForm(service: Service, exchange: Exchange): void {
  const [account] = knownDevice(service, exchange)?.accounts ?? []
  service.limits.spend('flowCreation', account ?? rateLimitKey(exchange))
}

function deviceKey(service: Service, exchange: Exchange, identityId: string | null): string | undefined {
  const known = deviceOf(service, exchange, identityId)
  return known && `${identityId} on ${known.id}`
}
