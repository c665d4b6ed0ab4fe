import { tryParseJson } from '../../documents/try-parse-json'
import { isRecord } from '@/shared/document/value'
import { asSentence } from '@/shared/format'
import { formatError } from '../error-text'
import { type HttpResponse, type SendRequest, sendRequest } from '../http-request'
import { redactAndClip } from '../redaction'
import { requestHeaders } from '../request-headers'
import { DeniedAddressError } from '../targets'
import { NotificationError } from './notification-error'

type ServiceAnswer = Pick<HttpResponse, 'status' | 'headers' | 'body'> & {
  /** The body as JSON; undefined for another format. */
  json: unknown
}

export type ServiceFailure = {
  /** The service's own words. */
  reason?: string | undefined
  /** Default: by the status. */
  isPermanent?: boolean
  retryAfterMs?: number | undefined
}

export type ServiceRequest = {
  url: URL
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: { type: string; text: string } | undefined
  /** Sent instead of `body`. */
  json?: object
  /** Sent instead of `body`. */
  form?: Readonly<Record<string, string>>
  /** The host is not a setting of the connection, so its certificate is always verified. */
  isFixedHost?: boolean
  /** Follows redirects that keep method and body. Only where the body contains no credential. */
  followsRedirects?: boolean
  /** The bodies contain credentials. */
  isConfidential?: boolean
  /**
   * Reads a failure as the service documents it. Called for every response; undefined means that the status decides.
   */
  findFailure?(answer: ServiceAnswer): ServiceFailure | undefined
}

/**
 * Sends a request to a service.
 * @returns the JSON of the response.
 * @throws {NotificationError} unless the service accepts it. The message contains the origin and the service's reason.
 */
export async function requestFrom(
  {
    url,
    method = 'POST',
    headers = {},
    followsRedirects = false,
    isFixedHost,
    isConfidential,
    ...rest
  }: ServiceRequest,
  { isInsecure, send }: { isInsecure: boolean; send: SendRequest },
  signal: AbortSignal
): Promise<unknown> {
  const { text, type } = bodyOf(rest) ?? {}
  const request = {
    url,
    method,
    headers: requestHeaders(text, type === undefined ? {} : { 'Content-Type': type }, headers),
    body: text,
    tls: { rejectUnauthorized: isFixedHost === true || !isInsecure },
    ...(isConfidential && { isConfidential }),
  }
  const response = await sendRequest(request, signal, followsRedirects ? undefined : 0, withoutLosingBody(send)).catch(
    (error: unknown) => {
      throw toUnreachable(error, url.origin, signal)
    }
  )
  const answer = { ...response, json: tryParseJson(response.body) }
  const failure = rest.findFailure?.(answer) ?? (isSuccess(answer) ? undefined : {})
  if (failure) throw toNotificationError(failure, answer, url.origin)
  return answer.json
}

function bodyOf({ body, json, form }: ServiceRequest | Omit<ServiceRequest, 'url'>) {
  if (json !== undefined) return { type: 'application/json', text: JSON.stringify(json) }
  if (form !== undefined)
    return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams({ ...form }).toString() }
  return body
}

/** Other redirects become a GET without the message, whose success would not mean that anything was delivered. */
const withoutLosingBody =
  (send: SendRequest): SendRequest =>
  async (request, signal) => {
    const answer = await send(request, signal)
    return answer.status === 307 || answer.status === 308 ? answer : { ...answer, location: undefined }
  }

const isSuccess = ({ status }: Pick<HttpResponse, 'status'>) => status >= 200 && status <= 299

/** An error before there is a response. */
export function toUnreachable(error: unknown, place: string, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof NotificationError) return error
  if (error instanceof DeniedAddressError) return new NotificationError(formatError(error), { isPermanent: true })
  return new NotificationError(asSentence(`${place} cannot be reached: ${formatError(error)}`))
}

const LONGEST_REASON = 200

function toNotificationError(failure: ServiceFailure, answer: ServiceAnswer, origin: string): NotificationError {
  const { status } = answer
  const reason = redactAndClip((failure.reason ?? '').trim(), LONGEST_REASON).replace(/\.$/, '')
  const words = reason ? `${reason} (status ${status})` : `it responded with status ${status}`
  const isRedirect = status >= 300 && status <= 399
  const hint = isRedirect ? ' The address redirects; enter the address that it redirects to.' : ''
  const isPermanent = failure.isPermanent ?? !isTemporary(status)
  return new NotificationError(`${origin} did not accept the notification: ${words}.${hint}`, {
    isPermanent,
    retryAfterMs: isPermanent ? undefined : (failure.retryAfterMs ?? readRetryAfter(answer.headers['retry-after'])),
  })
}

const isTemporary = (status: number) => status >= 500 || [408, 425, 429].includes(status)

/** A service must not postpone a notification for longer. */
const LONGEST_WAIT_MS = 86_400_000

/** @param header seconds, or a date. */
function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined || header.trim() === '') return undefined
  const seconds = Number(header)
  return toWait(Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now)
}

/** A wait in milliseconds within its limits; undefined if it is not a number. */
export const toWait = (waitMs: unknown): number | undefined =>
  typeof waitMs === 'number' && !Number.isNaN(waitMs)
    ? Math.round(Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS))
    : undefined

/** The text at a path of a JSON value; undefined if there is none. */
export function textAt(json: unknown, ...path: readonly (string | number)[]): string | undefined {
  const value = valueAt(json, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const valueAt = (json: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, name)
        ? (value as Record<string | number, unknown>)[name]
        : undefined,
    json
  )

/** Repeats the service's reason for a status outside 200–299. */
export const reasonAt =
  (...path: readonly (string | number)[]) =>
  (answer: ServiceAnswer): ServiceFailure | undefined =>
    isSuccess(answer) ? undefined : { reason: textAt(answer.json, ...path) }

/**
 * Sends to each recipient, so that one that fails does not keep the others from their message.
 * @throws {NotificationError} when any fails; permanent if all failures are.
 */
export async function sendToEach(recipients: readonly string[], send: (recipient: string) => Promise<unknown>) {
  const failures: NotificationError[] = []
  for (const recipient of recipients)
    await send(recipient).catch((error: unknown) => {
      if (!(error instanceof NotificationError)) throw error
      failures.push(error)
    })
  const [first] = failures
  if (!first) return
  if (recipients.length === 1) throw first
  const waits = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? [])
  throw new NotificationError(
    `${failures.length} of ${recipients.length} recipients were not notified: ${first.message}`,
    {
      isPermanent: failures.every(({ isPermanent }) => isPermanent),
      retryAfterMs: waits.length > 0 ? Math.max(...waits) : undefined,
    }
  )
}
