import { normaliseIdentifier } from '../accounts/traits'
import { type Exchange, rateLimitKey } from '../http/exchange'
import { sha256 } from '../keys'
import type { IdentityService } from '../types'
import { readAccountDevice, readKnownDevice } from './known-device'
import type { LimitName } from './limits'

// Assigns attempts to limits. Attempts from a known device count only for that device and its account, so attempts of
// other clients cannot use up its owner's limits. Other clients share the limits of an address and of an account, with
// a share reserved for clients that have used little. Identifiers count the same whether the account exists or not.

type Counted = {
  /** The device has had a session of the account. */
  isKnown: boolean
  /** Removes the attempt from the limits, because it was right. */
  wasRight(): void
}

/**
 * Counts a password before it is checked, so that parallel attempts are all counted.
 * @param identityId the identity with this identifier; null when there is none
 * @throws {IdentityError} 429
 */
export function countPassword(
  service: IdentityService,
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
  spendPair(service, ['loginIdentifier', pair], ['loginAddress', address], ['loginAccount', account])
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
export function countSecondFactor(service: IdentityService, exchange: Exchange, identityId: string): Counted {
  const known = deviceKey(service, exchange, identityId)
  const key = known ?? identityId
  service.limits.spend('secondFactor', key)
  return { isKnown: known !== undefined, wasRight: () => service.limits.forget('secondFactor', key) }
}

/**
 * Counts a message with a code.
 * @param identityId the identity with this address; null when there is none
 * @throws {IdentityError} 429
 */
export function countMail(
  service: IdentityService,
  exchange: Exchange,
  { email, identityId }: { email: string; identityId: string | null }
): void {
  const known = deviceKey(service, exchange, identityId)
  if (known !== undefined) return service.limits.spend('mail', known)
  const address = rateLimitKey(exchange)
  const recipient = sha256(email)
  const pair = `${recipient} ${address}`
  spendPair(service, ['mail', pair], ['mailAddress', address], ['mailRecipient', recipient])
}

/** Counts one use of a limit and of the limits it shares, unless one of them is used up. */
function spendPair({ limits }: IdentityService, [name, pair]: Use, ...shared: Use[]): void {
  const own = limits.count(name, pair)
  for (const [other, key] of shared) limits.check(other, key, own)
  limits.spend(name, pair)
  for (const [other, key] of shared) limits.spend(other, key, own)
}

type Use = [name: LimitName, key: string]

/**
 * Counts a new form, before it is stored. Beyond the limit, forms are delayed instead of refused: many people can share
 * an address, and opening a form tries no password. A known device counts for its account, across all devices of the
 * account.
 * @throws {IdentityError} 429 when too many forms wait
 */
export async function countForm(service: IdentityService, exchange: Exchange): Promise<void> {
  const { limits, formQueue } = service
  const [account] = readKnownDevice(service, exchange)?.accounts ?? []
  const client = account ?? rateLimitKey(exchange)
  if (limits.allows('flowCreation', client)) limits.spend('flowCreation', client)
  else await formQueue.takeTurn(client)
}

function deviceKey(service: IdentityService, exchange: Exchange, identityId: string | null): string | undefined {
  const known = readAccountDevice(service, exchange, identityId)
  return known && `${identityId} on ${known.id}`
}
