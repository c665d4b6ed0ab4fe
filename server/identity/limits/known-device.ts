import { z } from 'zod'
import { type Exchange, setDeviceCookie } from '../http/exchange'
import type { IdentityService } from '../types'

// A signed cookie marks a browser that has had a session of an account. It proves nothing and grants nothing: attempts
// from such a device are only counted separately from those of other clients.

const LIFE_MS = 180 * 86_400_000
/** The most recent accounts of a shared browser. */
const MOST_ACCOUNTS = 5
const ID_BYTES = 16

const device = z.object({
  id: z.string(),
  /** Identity ids, most recent first. */
  accounts: z.array(z.uuid()).min(1),
  /** Milliseconds since 1970. */
  until: z.number(),
})
type KnownDevice = z.infer<typeof device>

const PURPOSE = 'known device'

/** The known device of the requesting browser; undefined without a cookie, or when its signature is invalid. */
export function readKnownDevice(
  { keys, now }: IdentityService,
  { device: sent = '' }: Exchange
): KnownDevice | undefined {
  const [text = '', ...mac] = sent.split('.')
  if (!keys.checkMac(PURPOSE, text, mac.join('.'))) return undefined
  // Cookies of another release may have another format.
  const known = device.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
  return known && known.until > now().getTime() ? known : undefined
}

/** The known device, if it has had a session of this account. */
export function readAccountDevice(
  service: IdentityService,
  exchange: Exchange,
  identityId: string | null
): KnownDevice | undefined {
  const known = readKnownDevice(service, exchange)
  return identityId !== null && known?.accounts.includes(identityId) ? known : undefined
}

/** Marks the browser as having had a complete session of this account. */
export function rememberDevice(service: IdentityService, exchange: Exchange, identityId: string): void {
  const { keys, now, random } = service
  const before = readKnownDevice(service, exchange)
  const others = before?.accounts.filter((account) => account !== identityId) ?? []
  const next: KnownDevice = {
    id: before?.id ?? random(ID_BYTES).toString('base64url'),
    accounts: [identityId, ...others].slice(0, MOST_ACCOUNTS),
    until: now().getTime() + LIFE_MS,
  }
  const text = Buffer.from(JSON.stringify(next)).toString('base64url')
  setDeviceCookie(exchange, `${text}.${keys.mac(PURPOSE, text)}`, LIFE_MS / 1000)
}
