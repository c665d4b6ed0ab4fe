import type { MiddlewareHandler } from 'hono'
import { within } from '../platform/within'
import type { RouteEnv } from './route'

declare const whole: unique symbol
/** A request whose body is in memory, so that reading it never waits for the client. */
export type WholeRequest = Request & { readonly [whole]: true }

const DEADLINE_MS = 10_000
/** A slower client is refused, however long its body is. */
const LEAST_BYTES_PER_MS = 100

/**
 * Receives the body before the request is handled: a client that sends it slowly must not hold a transaction or the
 * turn of its person. Refuses it with 408 if it takes longer than ten seconds, or than its length at 100 kB a second.
 */
export const receiveBody =
  (deadlineMs = DEADLINE_MS): MiddlewareHandler<RouteEnv> =>
  async (context, next) => {
    const request = context.req.raw
    const length = Number(request.headers.get('Content-Length') ?? 0)
    if (length === 0) return next()
    const body = await within(request.arrayBuffer(), deadlineMs + length / LEAST_BYTES_PER_MS)
    if (body === undefined)
      return context.json({ error: 'The body was not received in time.' }, 408, { Connection: 'close' })
    const { method, headers, signal } = request
    context.req.raw = new Request(request.url, { method, headers, body, signal })
    return next()
  }

/** The request of a route behind `receiveBody`. */
export const wholeRequest = (request: Request) => request as WholeRequest
