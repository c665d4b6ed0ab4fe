import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../platform/outside/networks'

type Guarded = Pick<IncomingMessage, 'method' | 'headers'>

/** The refusal of a request, before its path is examined. */
export type GuardRefusal = { status: 401 | 403 | 421; message: string; headers?: Record<string, string> }

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A page of another site can make a user's browser send requests here. Browsers state where a request comes from, so
 * requests without these headers do not come from a browser and are accepted.
 */
export function refuseForeignWrite({ method = 'GET', headers }: Guarded): GuardRefusal | undefined {
  if (reading.has(method)) return undefined
  const site = headers['sec-fetch-site']
  // Sec-Fetch-Site takes precedence: behind a proxy, Host may differ from the name in the address bar.
  const foreign =
    site === undefined
      ? headers.origin !== undefined && hostOf(headers.origin) !== headers.host
      : site !== 'same-origin' && site !== 'none'
  return foreign ? { status: 403, message: 'Writes are only accepted from the console itself.' } : undefined
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Without a password the console trusts all clients on this machine. A foreign name that resolves to this machine (DNS
 * rebinding) would give access to any web site, so only names of this machine are accepted.
 */
export function refuseForeignHost({ headers }: Guarded): GuardRefusal | undefined {
  const host = headers.host ?? ''
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : ''
  return isLoopback(name)
    ? undefined
    : { status: 421, message: `This console accepts requests to localhost only, not to "${host.slice(0, 100)}".` }
}

/** Requires the password by HTTP Basic; any user name is accepted. */
export function refuseWithoutPassword({ headers }: Guarded, password: string): GuardRefusal | undefined {
  const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ')
  const given = Buffer.from(credentials, 'base64').toString('utf8')
  const right =
    scheme?.toLowerCase() === 'basic' && isEqualInConstantTime(given.slice(given.indexOf(':') + 1), password)
  return right
    ? undefined
    : {
        status: 401,
        message: 'Not logged in',
        headers: { 'WWW-Authenticate': 'Basic realm="Mission Control", charset="UTF-8"' },
      }
}

/** Compares in constant time: digests have equal length for any input. */
const isEqualInConstantTime = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Sources by directive of the content security policy. */
export type PolicySources = Readonly<Record<string, readonly string[]>>

/** The console loads only its own files: no other origin, no inline script, no framing. */
const own: PolicySources = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** @param more additional sources of a deployment */
function contentPolicy(more: PolicySources = {}): string {
  const names = [...new Set([...Object.keys(own), ...Object.keys(more)])]
  return names.map((name) => [name, ...(own[name] ?? []), ...(more[name] ?? [])].join(' ')).join('; ')
}

/** The headers of every response. @param sources additional sources that its pages may load */
export const createSecurityHeaders = (sources?: PolicySources): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentPolicy(sources),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
})

export const securityHeaders = createSecurityHeaders()
