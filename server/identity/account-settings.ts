import type { Network } from '../platform/outside/networks'
import type { SignInSettings } from './rules'

export type AccountSettings = {
  /** Session lifetimes and rate limits that differ from the defaults. */
  rules?: SignInSettings
  /** The administrator's first password. Ignored once an administrator can sign in. */
  adminPassword?: string
  /** The public origin of the console; undefined on loopback. */
  publicUrl?: URL
  /** Whether to reset the administrator's sign-in. */
  resetAdmin: boolean
  /** Whether users may create accounts without an invitation. */
  registration: boolean
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly Network[]
  /** The mail server. `url` may contain a password; `from` is an address. */
  smtp?: { url: string; from: string }
}
