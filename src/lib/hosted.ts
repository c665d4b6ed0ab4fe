// What a publishable key and the metadata of an organisation say, for the console and its server.

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * The host of the hosted sign-in service, which a publishable key holds: `pk_test_` or `pk_live_`, then `host$` in
 * base64. Code is loaded from there, so it must be a plain name of a host. Undefined for what is no such key.
 */
export function keyHost(key: string): string | undefined {
  const [, encoded] = /^pk_(?:test|live)_([A-Za-z0-9+/]+={0,2})$/.exec(key) ?? []
  if (encoded === undefined) return undefined
  try {
    const [, host = ''] = /^([^$]+)\$$/.exec(atob(encoded)) ?? []
    return HOST.test(host) ? host : undefined
  } catch {
    return undefined
  }
}

/** A backend that browsers may be led to: an origin, or with `*.` in front of the host all of its subdomains. */
const BACKEND = /^https:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?$|^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/

export const isBackendPattern = (text: string): boolean => BACKEND.test(text)

function matches(url: URL, pattern: string): boolean {
  if (!pattern.includes('*.')) return url.origin === pattern
  const [scheme = '', suffix = ''] = pattern.split('*')
  return url.origin.startsWith(scheme) && url.host.endsWith(suffix) && url.host.length > suffix.length
}

/** Where the calls of an organisation go. */
export type OrganisationBackend =
  /** It has no backend yet. */
  | { is: 'none' }
  /** What is written there cannot be followed. `why` is for people. */
  | { is: 'wrong'; why: string }
  /** To this origin, which knows the way. */
  | { is: 'here' }
  /** To the backend itself. `base` has no slash at its end. */
  | { is: 'direct'; base: string }

/**
 * Reads the public metadata of an organisation, which anybody who administers the sign-in service may have written. A
 * bearer token is sent to where it leads, so it is followed only to https (http on this machine), and only to the
 * backends that this deployment names.
 */
export function backendOf(metadata: unknown, backends: readonly string[]): OrganisationBackend {
  const { backend_url: address, direct } = isRecord(metadata) ? metadata : {}
  const isDirect = readDirect(direct)
  if (isDirect === undefined) return { is: 'wrong', why: 'Invalid boolean value' }
  if (address === undefined || address === null || address === '') return { is: 'none' }
  const url = typeof address === 'string' ? readBackend(address) : undefined
  if (!url) return { is: 'wrong', why: 'The address of the backend of this organisation is not valid.' }
  if (!isDirect) return { is: 'here' }
  if (!backends.some((pattern) => matches(url, pattern)))
    return { is: 'wrong', why: `This console may not talk to the backend at ${url.host}.` }
  return { is: 'direct', base: url.href.replace(/\/+$/, '') }
}

/** Undefined for what is neither. Absent, it is false. */
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
