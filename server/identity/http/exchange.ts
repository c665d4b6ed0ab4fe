import { randomUUID } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Context } from 'hono'
import { generateCookie } from 'hono/cookie'
import { type Accept, parseAccept } from 'hono/utils/accept'
import { parse as parseCookies } from 'hono/utils/cookie'
import { DatabaseUnavailableError } from '../../data/db/db'
import { sql, toJsonText } from '../../data/db/sql'
import { longestPrefix, type Network, parseAddress } from '../../platform/outside/networks'
import { mediaType } from './body'
import { BASE_PATH, uiPaths } from '../config'
import { csrfCookieName, isCsrfSecret, maskCsrfToken, createCsrfSecret, requireSameOriginWrite } from './csrf'
import { errorBody, errorObject, IdentityError } from './errors'
import { sha256 } from '../keys'
import { SESSION_COOKIE } from '../../http/session-cookie'
import type { IdentityService } from '../types'

const CSRF_COOKIE_SECONDS = 365 * 86_400

export type Client = { address: string; userAgent: string }

/** A request to the identity service, with the cookies of its response. */
export type Exchange = {
  request: Request
  query: URLSearchParams
  /** The origin that browsers use, for cookies, links and redirects. */
  origin: string
  /** The address of the service: `{origin}/api/.ory`. */
  base: string
  client: Client
  /** The token in the session cookie. */
  token: string | undefined
  /** The anti-CSRF secret in the cookie, or the new one that the response sets. */
  secret: string | undefined
  /** The device cookie of this browser, as sent: see `known-device.ts`. */
  device: string | undefined
  /** `Set-Cookie` values of the response. */
  cookies: string[]
}

export type ExchangeHandler = (exchange: Exchange) => Promise<Response>

/** Wraps an action as a route handler. Errors become responses, and all responses get the headers of this service. */
export const toRouteHandler =
  (service: IdentityService, act: ExchangeHandler) =>
  async (context: Context): Promise<Response> => {
    const exchange = readExchange(service, context.req.raw, remoteAddress(context))
    let response: Response
    try {
      requireSameOriginWrite(exchange.request, exchange.origin)
      response = await act(exchange)
    } catch (error) {
      response = await refusal(service, exchange, asIdentityError(service, exchange, error))
    }
    response.headers.set('Cache-Control', 'no-store')
    response.headers.set('Vary', 'Cookie, Accept')
    response.headers.set('Referrer-Policy', 'same-origin')
    response.headers.set('X-Content-Type-Options', 'nosniff')
    for (const cookie of exchange.cookies) response.headers.append('Set-Cookie', cookie)
    return response
  }

/** @param remote the remote address of the connection. */
export function readExchange({ config }: IdentityService, request: Request, remote: string): Exchange {
  const url = new URL(request.url)
  // Without a public address the server listens on loopback only, and a guard has refused foreign hosts.
  const origin = config.publicUrl?.origin ?? url.origin
  const base = origin + BASE_PATH
  // If several cookies have the same name, the first one counts: browsers send the most specific one first.
  const cookies = parseCookies(request.headers.get('Cookie') ?? '')
  const secret = cookies[csrfCookieName(base)]
  return {
    request,
    query: url.searchParams,
    origin,
    base,
    client: {
      address: clientAddress(remote, request.headers.get('X-Forwarded-For'), config.trustedProxies),
      userAgent: (request.headers.get('User-Agent') ?? '').slice(0, 512),
    },
    token: cookies[SESSION_COOKIE],
    secret: secret !== undefined && isCsrfSecret(secret) ? secret : undefined,
    device: cookies[deviceCookieName(base)],
    cookies: [],
  }
}

export const jsonOk = (body: unknown): Response => Response.json(body)

/** @param location absolute. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location } })

/** The address of a console page. */
export const pageAddress = (
  { origin }: Exchange,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {}
) => {
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** The address of an endpoint of this service. */
export const endpointAddress = (
  exchange: Exchange,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {}
) => pageAddress(exchange, BASE_PATH + path, query)

/** Whether the response to a begin request is JSON. HTML wins a tie, so `*\/*` means a browser that follows a link. */
export const wantsJsonFlow = ({ request }: Exchange): boolean => {
  const accept = request.headers.get('Accept') ?? ''
  const [asJson, asHtml] = [wish(accept, 'application', 'json'), wish(accept, 'text', 'html')]
  return asJson.q > asHtml.q || (asJson.q > 0 && asJson.q === asHtml.q && asJson.precision > asHtml.precision)
}

/** Whether the response to any other request is JSON. */
export const wantsJson = (exchange: Exchange): boolean =>
  wantsJsonFlow(exchange) || mediaType(exchange.request) === 'application/json'

/** The quality of a media type in `Accept`, 0..1, and how specific the match was. */
function wish(accept: string, type: string, subtype: string): { q: number; precision: number } {
  const wanted = parseAccept(accept.trim() === '' ? '*/*' : accept)
  const ranges = [`${type}/${subtype}`, `${type}/*`, '*/*']
  const found = ranges.map((range) => wanted.find((one) => one.type.toLowerCase() === range))
  const first = found.findIndex(Boolean)
  return { q: qualityOf(found[first]), precision: ranges.length - first }
}

/** An invalid quality counts as 0. */
const qualityOf = (one: Accept | undefined) => (Number.isNaN(Number(one?.params['q'] ?? 1)) ? 0 : (one?.q ?? 0))

/** The anti-CSRF secret of this browser; created if missing. */
export function ensureCsrfSecret(service: IdentityService, exchange: Exchange): string {
  exchange.secret ??= rotateCsrfSecret(service, exchange)
  return exchange.secret
}

/** Sets a new anti-CSRF secret. Forms opened before become invalid. */
export function rotateCsrfSecret({ random }: IdentityService, exchange: Exchange): string {
  exchange.secret = createCsrfSecret(random)
  setCookie(exchange, csrfCookieName(exchange.base), exchange.secret, CSRF_COOKIE_SECONDS)
  return exchange.secret
}

/** The token that a form must send back. Different for each call. */
export const createCsrfToken = (service: IdentityService, exchange: Exchange): string =>
  maskCsrfToken(ensureCsrfSecret(service, exchange), service.random)

export function setSessionCookie({ now }: IdentityService, exchange: Exchange, token: string, expiresAt: Date): void {
  exchange.token = token
  setCookie(exchange, SESSION_COOKIE, token, Math.max(0, Math.floor((expiresAt.getTime() - now().getTime()) / 1000)))
}

export function clearSessionCookie(exchange: Exchange): void {
  exchange.token = undefined
  setCookie(exchange, SESSION_COOKIE, '', 0)
}

const deviceCookieName = (base: string) => `known_device_${sha256(base)}`

export function setDeviceCookie(exchange: Exchange, value: string, seconds: number): void {
  exchange.device = value
  setCookie(exchange, deviceCookieName(exchange.base), value, seconds)
}

/** Browsers keep cookies for at most 400 days. */
const LONGEST_COOKIE_SECONDS = 400 * 86_400

function setCookie(exchange: Exchange, name: string, value: string, seconds: number): void {
  const maxAge = Math.min(seconds, LONGEST_COOKIE_SECONDS)
  const secure = exchange.origin.startsWith('https:')
  exchange.cookies = exchange.cookies.filter((cookie) => !cookie.startsWith(`${name}=`))
  exchange.cookies.push(generateCookie(name, value, { maxAge, httpOnly: true, secure, sameSite: 'Lax' }))
}

/** The client's address. The header counts only as far as known proxies wrote it, because any client can send one. */
function clientAddress(remote: string, forwarded: string | null, trusted: readonly Network[]): string {
  const hops = [...(forwarded ?? '').split(','), remote].map((hop) => parseAddress(hop.trim()))
  let address = hops.pop()
  while (address && longestPrefix(trusted, address) >= 0) {
    const before = hops.pop()
    if (!before) break
    address = before
  }
  return address?.toString() ?? ''
}

/** The key for rate limits. For IPv6 it is the /64 prefix, because one household has a whole one. */
export function rateLimitKey({ client: { address } }: Exchange): string {
  const parsed = parseAddress(address)
  if (!(parsed instanceof ipaddr.IPv6)) return address
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

function remoteAddress({ env }: Context): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress ?? ''
}

function asIdentityError({ log }: IdentityService, { request }: Exchange, error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  // Handled by the general error handler: the error page would need the database.
  if (error instanceof DatabaseUnavailableError) throw error
  // Only the path is logged: queries contain flow ids, bodies contain passwords.
  log.error({ err: error, path: new URL(request.url).pathname }, 'identity request failed')
  return new IdentityError(500, { reason: 'Something went wrong. See the server log for details.' })
}

async function refusal(service: IdentityService, exchange: Exchange, error: IdentityError): Promise<Response> {
  const { retryAfterSeconds } = error.parts
  const headers = retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(retryAfterSeconds) }
  if (wantsJson(exchange)) {
    return Response.json(errorBody(error), { status: error.status, ...(headers && { headers }) })
  }
  const there = elsewhere(exchange, error)
  if (there !== undefined) return seeOther(there)
  try {
    // Rate-limited, so that malformed requests cannot fill the database.
    service.limits.spend('flowCreation', rateLimitKey(exchange))
  } catch {
    return new Response(error.message, { status: error.status, ...(headers && { headers }) })
  }
  return seeOther(await errorPage(service, exchange, error))
}

/** The address at which a browser continues after some errors; undefined for the error page. */
function elsewhere(exchange: Exchange, { parts }: IdentityError): string | undefined {
  const returnTo = exchange.request.method === 'GET' ? exchange.request.url : undefined
  switch (parts.id) {
    case 'session_inactive':
    case 'session_aal1_required':
      // The address of the request names the server, not the public origin; path and query are the same.
      return endpointAddress(exchange, '/self-service/login/browser', {
        return_to: returnTo && onOrigin(returnTo, exchange),
      })
    default:
      return parts.redirect_browser_to
  }
}

const onOrigin = (address: string, { origin }: Exchange) => {
  const { pathname, search } = new URL(address)
  return origin + pathname + search
}

async function errorPage({ db, now }: IdentityService, exchange: Exchange, error: IdentityError): Promise<string> {
  const id = randomUUID()
  await db.run(sql`
    insert into identity.errors (id, error, created_at) values (${id}, ${toJsonText(errorObject(error))}, ${now()})`)
  return pageAddress(exchange, uiPaths.error, { id })
}
