// Parsing of publishable keys and of the metadata of organisations, for the console and its server.

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * The host of the hosted sign-in service in a publishable key: `pk_test_` or `pk_live_`, then `host$` in base64. Code
 * is loaded from this host, so it must be a plain host name. Undefined for any other text.
 */
export function readKeyHost(key: string): string | undefined {
  const [, encoded] = /^pk_(?:test|live)_([A-Za-z0-9+/]+={0,2})$/.exec(key) ?? []
  if (encoded === undefined) return undefined
  try {
    const [, host = ''] = /^([^$]+)\$$/.exec(atob(encoded)) ?? []
    return HOST.test(host) ? host : undefined
  } catch {
    return undefined
  }
}

/** A backend that browsers may connect to: an origin or, with `*.` before the host, all of its subdomains. */
const BACKEND = /^https:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?$|^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/

export const isBackendPattern = (text: string): boolean => BACKEND.test(text)

function matches(url: URL, pattern: string): boolean {
  if (!pattern.includes('*.')) return url.origin === pattern
  const [scheme = '', suffix = ''] = pattern.split('*')
  return url.origin.startsWith(scheme) && url.host.endsWith(suffix) && url.host.length > suffix.length
}

/** Where the calls of an organisation are sent. */
type OrganisationBackend =
  /** The organisation has no backend yet. */
  | { is: 'none' }
  /** The metadata is invalid. `why` is displayed. */
  | { is: 'wrong'; why: string }
  /** To this origin, which forwards them. */
  | { is: 'here' }
  /** To the backend itself. `base` has no trailing slash. */
  | { is: 'direct'; base: string }

/**
 * Reads the public metadata of an organisation, which any administrator of the sign-in service can write. A bearer
 * token is sent to the address, so only https is accepted (http on this machine), and only the backends that this
 * deployment allows.
 */
export function readOrganisationBackend(metadata: unknown, backends: readonly string[]): OrganisationBackend {
  const { backend_url: address, direct } = isRecord(metadata) ? metadata : {}
  const isDirect = readDirect(direct)
  if (isDirect === undefined) return { is: 'wrong', why: 'Invalid boolean value' }
  if (address === undefined || address === null || address === '') return { is: 'none' }
  const url = typeof address === 'string' ? readBackend(address) : undefined
  if (!url) return { is: 'wrong', why: 'The address of the backend of this organisation is not valid.' }
  if (!isDirect) return { is: 'here' }
  if (!backends.some((pattern) => matches(url, pattern)))
    return { is: 'wrong', why: `This console is not allowed to connect to the backend at ${url.host}.` }
  return { is: 'direct', base: url.href.replace(/\/+$/, '') }
}

/** Undefined for invalid values. Absent counts as false. */
function readDirect(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  return text === 'true' ? true : text === 'false' ? false : undefined
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function readBackend(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname)) ? url : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
