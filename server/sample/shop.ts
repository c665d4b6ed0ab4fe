import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type KeyAndCertificate, selfSigned } from './certificate'
import { type Listening, listening } from './listening'

/** What a service of the sample shop answers. Text is HTML, anything else JSON. */
export type Reply = { status: number; body: string | Record<string, unknown>; delayMs: number }

/** How a service behaves at this moment. */
export type Behaviour = (moment: { nowMs: number; random: () => number }) => Reply

export type HttpService = 'storefront' | 'catalogue' | 'search' | 'cart' | 'checkout' | 'payments' | 'accounts'

const MINUTE_MS = 60_000
const CART_CYCLE_MS = 6 * MINUTE_MS
const CART_UP_MS = 4 * MINUTE_MS

/** By the clock, four minutes up and two minutes down, so that the past can be told without having been watched. */
export const isCartUp = (nowMs: number): boolean => nowMs % CART_CYCLE_MS < CART_UP_MS

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`

const fine = (service: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  service: `Quillmoor ${service}`,
  status: 'ok',
  note: 'A sample service of the console. Checks point at it.',
  ...more,
})

export const behaviours: Record<HttpService, Behaviour> = {
  storefront: ({ random }) => ({
    status: 200,
    body: page('Quillmoor Supply', 'Paper, ink and lamps. A sample service of the console: checks point at it.'),
    delayMs: 5 + 25 * random(),
  }),
  catalogue: ({ random }) => ({
    status: 200,
    body: fine('catalogue', { products: 1284 }),
    delayMs: 10 + 30 * random(),
  }),
  // Slow with a long tail: most answers take a third of a second, one in ten more than a second.
  search: ({ random }) => ({
    status: 200,
    body: fine('search', { hits: 17 }),
    delayMs: 250 + 300 * random() + (random() > 0.9 ? 700 : 0),
  }),
  cart: ({ nowMs, random }) =>
    isCartUp(nowMs)
      ? { status: 200, body: fine('cart'), delayMs: 8 + 12 * random() }
      : {
          status: 500,
          body: { service: 'Quillmoor cart', status: 'error', error: 'session store timed out' },
          delayMs: 40,
        },
  checkout: () => ({
    status: 503,
    body: { service: 'Quillmoor checkout', status: 'error', error: 'no healthy upstream' },
    delayMs: 2,
  }),
  payments: ({ random }) => ({ status: 200, body: fine('payments'), delayMs: 30 + 40 * random() }),
  // Answers 200, but not with what the check expects.
  accounts: () => ({
    status: 200,
    body: page('Back soon', 'Signing in to Quillmoor Supply is closed for maintenance.'),
    delayMs: 6,
  }),
}

type Moment = { now: () => number; random: () => number }

/** Answers every path alike. */
export function startHttp(port: number, behaviour: Behaviour, moment: Moment): Promise<Listening> {
  return listening(createServer(limits, answering(behaviour, moment)).on('clientError', hangUp), port)
}

/** The certificate is always about to expire; `renew` makes the next one. */
export async function startHttps(
  port: number,
  behaviour: Behaviour,
  moment: Moment
): Promise<Listening & { renew(): void }> {
  const server = createSecureServer({ ...limits, ...expiring(moment.now()) }, answering(behaviour, moment))
  server.on('clientError', hangUp).on('tlsClientError', () => {})
  return { ...(await listening(server, port)), renew: () => server.setSecureContext(expiring(moment.now())) }
}

const DAY_MS = 24 * 60 * MINUTE_MS
/** Half a day more, so that checks say nine days at every hour. */
const LIFETIME_LEFT_MS = 9.5 * DAY_MS

const expiring = (nowMs: number): KeyAndCertificate =>
  selfSigned('Quillmoor payments (sample)', new Date(nowMs - 81 * DAY_MS), new Date(nowMs + LIFETIME_LEFT_MS))

const limits = { maxHeaderSize: 8192, headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 5000 }

const hangUp = (_error: Error, socket: { destroy(): void }) => socket.destroy()

const answering =
  (behaviour: Behaviour, { now, random }: Moment) =>
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
