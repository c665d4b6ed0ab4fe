import { RETRY_AFTER } from '../../http/errors'
import { CANCELLED, DatabaseError, DatabaseUnavailableError, DISK_FULL } from '../db/db'
import { DatabaseBusyError } from '../db/turns'

/** A text, or a list of alternatives that a client can choose from. */
type ErrorDetails = string | readonly Record<string, string>[] | null

/** A request that is refused. The members are those of the protocol's error body. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
    readonly details: ErrorDetails = null,
    readonly hint: string | null = null
  ) {
    super(message)
  }
}

export const invalidQueryError = (message: string, details: string | null = null) =>
  new QueryError('PGRST100', message, 400, details)

export const unknownColumnError = (relation: string, column: string) =>
  new QueryError('42703', `column ${relation}.${column} does not exist`)

/** The hint of a request that is too expensive. */
export const tooExpensiveHint =
  'Request less: a smaller limit (of an embed: name.limit=…), a narrower filter, fewer embeds or fewer columns.'

/** Status by SQLSTATE or SQLSTATE class (two characters). All others are server errors. */
const statusByCode = new Map([
  ['23503', 409],
  ['23505', 409],
  ['23', 400],
  ['22', 400],
  ['21', 400],
  ['0A', 400],
  ['0L', 403],
  ['0P', 403],
  ['25006', 405],
  ['28', 403],
  ['42501', 403],
  ['42P01', 404],
  ['42', 400],
  ['44', 400],
  ['54', 400],
  ['55', 400],
  ['P0001', 400],
  [CANCELLED, 503],
  [DISK_FULL, 507],
])

export const toErrorResponse = (error: QueryError): Response => respond(error.status, error)

/**
 * The response to a failed request.
 * @returns undefined for a server error: the caller logs it and responds without detail.
 */
export function errorResponse(error: unknown): Response | undefined {
  if (error instanceof QueryError) return toErrorResponse(error)
  if (error instanceof DatabaseUnavailableError)
    return respond(503, { code: 'PGRST001', message: error.message, details: null, hint: null })
  if (error instanceof DatabaseBusyError)
    return withRetryAfter(respond(503, { code: '53000', message: error.message, details: null, hint: null }))
  if (!(error instanceof DatabaseError)) return undefined
  const isFunction = error.code === '42883' && error.message.startsWith('function')
  const status = isFunction ? 404 : (statusByCode.get(error.code) ?? statusByCode.get(error.code.slice(0, 2)))
  if (status === undefined) return undefined
  const isCancelled = error.code === CANCELLED
  const hint = error.hint ?? (isCancelled ? tooExpensiveHint : null)
  const response = respond(status, { code: error.code, message: error.message, details: error.detail, hint })
  return isCancelled ? withRetryAfter(response) : response
}

function withRetryAfter(response: Response): Response {
  response.headers.set('Retry-After', RETRY_AFTER)
  return response
}

type Body = { code: string; message: string; details: ErrorDetails; hint: string | null }

const respond = (status: number, { code, message, details, hint }: Body) =>
  Response.json({ code, message, details, hint }, { status })
