import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import { type KeyAndCertificate, selfSigned } from './certificate'
import { type Listening, listening } from './listening'

/** What a service of the sample shop answers. Text is HTML, anything else JSON. */
export type Reply = { status: number; body: string | Record<string, unknown>; delayMs: number }

type Moment = { nowMs: number; random: () => number }

/** How a service behaves at this moment. */
export type Handler = (moment: Moment) => Reply

export type HttpService = 'storefront' | 'catalogue' | 'search' | 'cart' | 'checkout' | 'payments' | 'accounts'

const MINUTE_MS = 60_000
const CART_CYCLE_MS = 6 * MINUTE_MS
const CART_UP_MS = 4 * MINUTE_MS

/** Four minutes up and two minutes down by the clock, so that past results can be computed. */
export const isCartUp = (nowMs: number): boolean => nowMs % CART_CYCLE_MS < CART_UP_MS

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`

const fine = (service: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  service: `Quillmoor ${service}`,
  status: 'ok',
  note: 'A sample service of the console. Checks point at it.',
  ...more,
})

const DAY_MS = 24 * 60 * MINUTE_MS
const BUSIEST_MS = 15 * 60 * MINUTE_MS

/**
 * How long an answer takes at this moment: the shop is busiest at three in the afternoon (UTC), no two answers are
 * alike, and some take twice as long. The sample's history is made by the same rule.
 * @param slowShare how many of the answers are slow, from 0 to 1.
 */
export function delayAround(usualMs: number, { nowMs, random }: Moment, slowShare = 0.02): number {
  const busy = 1 + 0.35 * Math.cos(((nowMs - BUSIEST_MS) / DAY_MS) * 2 * Math.PI)
  const noise = random()
  return usualMs * busy * (0.8 + 0.4 * noise) * (noise > 1 - slowShare ? 2 : 1)
}

const wrong = (service: string, error: string) => ({ service: `Quillmoor ${service}`, status: 'error', error })

export const handlers: Record<HttpService, Handler> = {
  storefront: (moment) => ({
    status: 200,
    body: page('Quillmoor Supply', 'Paper, ink and lamps. A sample service of the console: checks point at it.'),
    delayMs: delayAround(14, moment),
  }),
  catalogue: (moment) => ({
    status: 200,
    body: fine('catalogue', { products: 1284 }),
    delayMs: delayAround(26, moment),
  }),
  search: (moment) => ({ status: 200, body: fine('search', { hits: 17 }), delayMs: delayAround(360, moment, 0.14) }),
  cart: (moment) =>
    isCartUp(moment.nowMs)
      ? { status: 200, body: fine('cart'), delayMs: delayAround(13, moment) }
      : { status: 500, body: wrong('cart', 'session store timed out'), delayMs: delayAround(13, moment) },
  checkout: (moment) => ({
    status: 503,
    body: wrong('checkout', 'no healthy upstream'),
    delayMs: delayAround(3, moment),
  }),
  payments: (moment) => ({ status: 200, body: fine('payments'), delayMs: delayAround(50, moment) }),
  // Answers 200, but not with what the check expects.
  accounts: (moment) => ({
    status: 200,
    body: page('Back soon', 'Signing in to Quillmoor Supply is closed for maintenance.'),
    delayMs: delayAround(8, moment),
  }),
}

/** Clock and random numbers. */
type Chance = { now: () => number; random: () => number }

/** Answers every path alike. */
export function startHttp(port: number, behaviour: Handler, chance: Chance): Promise<Listening> {
  return listening(bounded(createServer(limits, answering(behaviour, chance))), port)
}

/** The certificate is always about to expire; `renew` makes the next one. */
export async function startHttps(
  port: number,
  behaviour: Handler,
  chance: Chance
): Promise<Listening & { renew(): void }> {
  const server = bounded(createSecureServer({ ...limits, ...expiring(chance.now()) }, answering(behaviour, chance)))
  server.on('tlsClientError', () => {})
  return { ...(await listening(server, port)), renew: () => server.setSecureContext(expiring(chance.now())) }
}

/** Half a day more, so that checks say nine days at every hour. */
const LIFETIME_LEFT_MS = 9.5 * DAY_MS

const expiring = (nowMs: number): KeyAndCertificate =>
  selfSigned('Quillmoor payments (sample)', new Date(nowMs - 81 * DAY_MS), new Date(nowMs + LIFETIME_LEFT_MS))

/** More on one connection is not a check. */
const MAX_REQUESTS_PER_CONNECTION = 100

const limits = { maxHeaderSize: 8192, headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 5000 }

function bounded<S extends Server | SecureServer>(server: S): S {
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION
  server.on('clientError', (_error, socket) => socket.destroy())
  return server
}

const answering =
  (behaviour: Handler, { now, random }: Chance) =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.on('error', () => {})
    response.on('error', () => {})
    request.resume() // a body is read and forgotten
    const { status, body, delayMs } = behaviour({ nowMs: now(), random })
    const isHtml = typeof body === 'string'
    const timer = setTimeout(() => {
      response.writeHead(status, {
        'content-type': isHtml ? 'text/html; charset=utf-8' : 'application/json',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
      response.end(isHtml ? body : JSON.stringify(body))
    }, delayMs)
    response.on('close', () => clearTimeout(timer))
  }
