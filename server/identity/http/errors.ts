/** Error ids, for programs. */
type ErrorId =
  | 'browser_location_change_required'
  | 'identity_disabled'
  | 'security_csrf_violation'
  | 'security_identity_mismatch'
  | 'self_service_flow_disabled'
  | 'self_service_flow_expired'
  | 'self_service_flow_replaced'
  | 'self_service_flow_return_to_forbidden'
  | 'session_aal1_required'
  | 'session_aal2_required'
  | 'session_already_available'
  | 'session_inactive'
  | 'session_refresh_required'

type Parts = {
  id?: ErrorId
  /** The reason, as a sentence for the user. */
  reason: string
  details?: Readonly<Record<string, unknown>>
  /** Members next to `error` in the body: where to continue. */
  redirect_browser_to?: string
  use_flow_id?: string
  expired_at?: string
  /** Nanoseconds since the expiry. */
  since?: number
  retryAfterSeconds?: number
}

const classes = {
  400: ['Bad Request', 'The request was malformed or contained invalid parameters.'],
  401: ['Unauthorized', 'The request could not be authorized.'],
  403: ['Forbidden', 'The requested action was forbidden.'],
  404: ['Not Found', 'The requested resource could not be found.'],
  410: ['Gone', 'The requested resource is no longer available.'],
  411: ['Length Required', 'The Content-Length header is required.'],
  413: ['Content Too Large', 'The body is too large.'],
  415: ['Unsupported Media Type', 'The media type of the body is not supported.'],
  422: ['Unprocessable Content', 'The browser must be redirected.'],
  429: ['Too Many Requests', 'There were too many requests.'],
  500: ['Internal Server Error', 'An internal server error occurred.'],
} as const

type IdentityStatus = keyof typeof classes

/** The refusal of a request to the identity service. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  constructor(
    readonly status: IdentityStatus,
    readonly parts: Parts
  ) {
    super(parts.reason)
  }
}

/** The `error` member of the body, which is also stored for the error page. */
export function errorObject({ status, parts }: IdentityError) {
  const [name, sentence] = classes[status]
  return {
    ...(parts.id && { id: parts.id }),
    code: status,
    status: name,
    reason: parts.reason,
    message: sentence,
    ...(parts.details && { details: parts.details }),
  }
}

export function errorBody(error: IdentityError) {
  const { redirect_browser_to, use_flow_id, expired_at, since } = error.parts
  return {
    error: errorObject(error),
    ...(redirect_browser_to !== undefined && { redirect_browser_to }),
    ...(use_flow_id !== undefined && { use_flow_id }),
    ...(expired_at !== undefined && { expired_at }),
    ...(since !== undefined && { since }),
  }
}

export const csrfViolation = () =>
  new IdentityError(403, {
    id: 'security_csrf_violation',
    reason: 'This form belongs to another browser, or cookies are blocked. Please load the page again.',
  })

export const sessionInactiveError = () =>
  new IdentityError(401, { id: 'session_inactive', reason: 'There is no active session. Please sign in.' })

/** For routes whose 401 has no error id in the protocol. */
export const notSignedInError = () => new IdentityError(401, { reason: 'There is no active session. Please sign in.' })

export const unknownFlowError = () => new IdentityError(404, { reason: 'Flow not found. Please start again.' })

export const malformedError = (reason: string) => new IdentityError(400, { reason })
