import type { ResolvedConnection } from '../resolve-connection'
import { registerSecret } from '../redaction'
import { invalidSettings } from './notification-error'

/** The decoded parts of a service's address: `scheme://user:password@host:port/segment/segment?option=value`. */
export type ServiceAddress = {
  scheme: string
  user: string
  password: string
  /** With its port. */
  host: string
  segments: readonly string[]
  /** Without `#`. */
  fragment: string
  query: readonly (readonly [name: string, value: string])[]
  /** The address as written. */
  text: string
}

/** @throws {NotificationError} when the address cannot be parsed. The address is secret and not part of the message. */
export function parseServiceAddress(text: string): ServiceAddress {
  if (!URL.canParse(text)) throw invalidSettings('The address of the notification service is invalid.')
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(text)
  return {
    scheme: protocol.slice(0, -1),
    user: decode(username),
    password: decode(password),
    host: decode(host),
    segments: pathname.split('/').filter(Boolean).map(decode),
    fragment: decode(hash.slice(1)),
    query: [...searchParams],
    text,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether the address is the one of a webhook, as the service shows it. */
export const isWebAddress = ({ scheme }: ServiceAddress): boolean => scheme === 'http' || scheme === 'https'

/** The address of a webhook. Its path and query are its credentials. */
export function secretHook({ text }: ServiceAddress): URL {
  const url = new URL(text)
  if (url.pathname !== '/') registerSecret(url.pathname)
  // A service may repeat the token, which is the last segment, in an error.
  registerSecret(url.pathname.split('/').at(-1))
  registerSecret(url.search.slice(1))
  return url
}

/**
 * An address at the host of the service. Each segment is encoded, so that none can lead to another path.
 * @throws {NotificationError} when the host is missing or invalid.
 */
export function serviceUrl(
  { host }: Pick<ServiceAddress, 'host'>,
  segments: readonly string[],
  { isPlain = false, query = {} }: { isPlain?: boolean; query?: Readonly<Record<string, string>> } = {}
): URL {
  const origin = `${isPlain ? 'http' : 'https'}://${host}`
  // Forms prefill `{host}`, which has to be replaced.
  if (!host || host.includes('{') || !URL.canParse(origin) || new URL(origin).host === '')
    throw invalidSettings('The address of the notification service has no valid host.')
  const url = new URL(origin)
  if (segments.some((segment) => /^\.{1,2}$/.test(segment)))
    throw invalidSettings('A part of the address of the notification service is "." or "..", which names another path.')
  url.pathname = segments.map(encodeURIComponent).join('/')
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Whether an option is turned on: `yes`, `true` or `1`. */
export const isOn = (option: string | undefined): boolean => /^(?:yes|true|1)$/i.test(option ?? '')

/** The items of an option with commas between them. */
export const listItems = (option: string | undefined): string[] =>
  (option ?? '').split(',').flatMap((item) => item.trim() || [])

/** The first credential that is not empty, registered for redaction. @throws {NotificationError} without any. */
export function requireSecret(missing: string, ...candidates: readonly (string | undefined)[]): string {
  const secret = candidates.find(Boolean)
  if (!secret) throw invalidSettings(missing)
  registerSecret(secret)
  return secret
}

/** The address of a connection; one without an address may be described by its credentials. */
export const addressOf = ({ url, username, password }: ResolvedConnection, implicit: string | undefined): string =>
  url === '' && implicit !== undefined
    ? implicit
        .replace('$(username)', () => encodeURIComponent(username))
        .replace('$(password)', () => encodeURIComponent(password))
    : url
