import type { Context, ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { CANCELLED, DatabaseError, DatabaseUnavailableError, DISK_FULL } from '../data/db/db'
import { DatabaseBusyError } from '../data/db/turns'

/** A refusal with a message that the caller may see. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {}
  ) {
    super(message)
  }
}

/** Same, for responses that are plain text in the protocol. */
export class PlainError extends HttpError {}

/** SQLSTATEs caused by the caller. All others are server errors, reported without detail. */
const statusByCode = new Map<string, ContentfulStatusCode>([
  ['23505', 409],
  ['23503', 409],
  ['23502', 400],
  ['23514', 400],
  ['22P02', 400],
  // Text that Postgres cannot store: NUL, or a lone surrogate.
  ['22P05', 400],
  ['22021', 400],
  ['P0001', 400],
  [DISK_FULL, 507],
])

const TOO_LONG = 'The database did not complete the request in time. Request less, or try again later.'

/** Seconds after which a request may be repeated that the database had no time for. */
export const RETRY_AFTER = '3'

/** Converts thrown errors to responses, except in the relational API, which has its own error bodies. */
export const createErrorHandler =
  (log: Logger): ErrorHandler =>
  (error, context: Context) => {
    if (error instanceof PlainError) return context.text(error.message, error.status, error.headers)
    if (error instanceof HttpError) return context.json({ error: error.message }, error.status, error.headers)
    const isCancelled = error instanceof DatabaseError && error.code === CANCELLED
    if (isCancelled || error instanceof DatabaseBusyError)
      return context.json({ error: isCancelled ? TOO_LONG : error.message }, 503, { 'Retry-After': RETRY_AFTER })
    if (error instanceof DatabaseError) {
      const status = statusByCode.get(error.code)
      if (status) return context.json({ error: error.message }, status)
    }
    log.error({ err: error, path: context.req.path }, 'request failed')
    if (error instanceof DatabaseUnavailableError) return context.json({ error: error.message }, 503)
    return context.json({ error: 'Internal error.' }, 500)
  }
