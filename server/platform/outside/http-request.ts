import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import { limitHandshake, guardedLookup } from './connect'
import { stripPassword } from './error-text'
import { parseHost } from './host'
import { assertAllowed } from './targets'
import { isSecretHeader, registerSecretHeader } from './request-headers'
import { traceStep } from './redaction'
import { createBodyReader, type ResponseBody } from './response-body'

/** `body` has at most `mostBytes`, decoded. */
export type HttpResponse = ResponseBody & {
  status: number
  headers: Readonly<Record<string, string>>
  /** Expiry of the server's certificate; undefined without TLS. */
  validUntil: Date | undefined
  redirects: number
}

export type HttpRequest = {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: string | undefined
  tls: { rejectUnauthorized: boolean; ca?: string; cert?: string; key?: string; handshakeMs?: number }
  /** Both bodies contain credentials and are left out of traces. */
  isConfidential?: boolean
  /** Maximum number of decoded bytes to read from the response body; default `LARGEST_BODY_BYTES`. */
  mostBytes?: number
}

/** Content assertions examine this part; the rest is not read. */
const LARGEST_BODY_BYTES = 1024 * 1024
const MOST_REDIRECTS = 10

/**
 * Sends a request over a connection of its own, so that the measured time includes connecting and the certificate is
 * the current one. Follows redirects as browsers do; credentials are not sent to another origin.
 * @param mostRedirects after this number, the redirect is returned as the response; without it, too many redirects are
 * an error.
 * @param askNext sends each single request.
 */
export async function sendRequest(
  request: HttpRequest,
  signal: AbortSignal,
  mostRedirects?: number,
  askNext: SendRequest = sendOnce
): Promise<HttpResponse> {
  let next = request
  for (let redirects = 0; ; redirects++) {
    const { location, ...answer } = await askNext(next, signal)
    const { status } = answer
    const target = location !== undefined && URL.canParse(location, next.url) ? new URL(location, next.url) : undefined
    if (![301, 302, 303, 307, 308].includes(status) || !target || redirects === mostRedirects)
      return { ...answer, redirects }
    if (redirects === MOST_REDIRECTS) throw new Error(`more than ${MOST_REDIRECTS} redirects`)
    if (!['http:', 'https:'].includes(target.protocol)) throw new Error(`redirected to ${target.protocol}`)
    next = followRedirect(next, status, target)
  }
}

/** The next request after a redirect to `target`. */
function followRedirect(request: HttpRequest, status: number, target: URL): HttpRequest {
  const keepsMethod = status === 307 || status === 308 || ['GET', 'HEAD'].includes(request.method)
  const isElsewhere = target.origin !== request.url.origin
  const isDropped = (name: string) =>
    (!keepsMethod && (name === 'content-type' || name === 'content-length')) ||
    (isElsewhere && (name === 'host' || isSecretHeader(name)))
  return {
    ...request,
    url: target,
    method: keepsMethod ? request.method : 'GET',
    body: keepsMethod ? request.body : undefined,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !isDropped(name.toLowerCase()))),
  }
}

/** Sends a single request. */
export type SendRequest = (request: HttpRequest, signal: AbortSignal) => Promise<SingleResponse>

type SingleResponse = Omit<HttpResponse, 'redirects'> & { location: string | undefined }

/** Sends a single request without following redirects. */
export function sendOnce(request: HttpRequest, signal: AbortSignal): Promise<SingleResponse> {
  for (const [name, value] of Object.entries(request.headers)) registerSecretHeader(name, value)
  const { isConfidential } = request
  const withoutConfidentialBody = <T extends { body: string | undefined }>(message: T): T =>
    isConfidential ? { ...message, body: '(the body is not shown)' } : message
  return traceStep(() => send(request, signal), {
    asked: () => requestText(withoutConfidentialBody(request)),
    answered: (response) => responseText(withoutConfidentialBody(response)),
  })
}

function send(
  { method, url, headers, body, tls, mostBytes = LARGEST_BODY_BYTES }: HttpRequest,
  signal: AbortSignal
): Promise<SingleResponse> {
  const host = parseHost(url.hostname) ?? ''
  // Literal addresses are never resolved.
  if (isIP(host)) assertAllowed(host)
  const options = { method, headers, agent: false, lookup: guardedLookup, signal } as const
  return new Promise((settle, reject) => {
    const request: ClientRequest =
      url.protocol === 'https:' ? requestHttps(url, { ...options, ...tls }) : requestHttp(url, options)
    request.on('error', reject)
    request.on('socket', (socket) => limitHandshake(socket, tls.handshakeMs))
    request.on('response', (response) => {
      // Read now: after the end of the response the socket no longer knows its peer.
      const validUntil = response.socket instanceof TLSSocket ? expiryOf(response.socket) : undefined
      const received = headersOf(response)
      let isFinished = false
      const finish = async () => {
        if (isFinished) return
        isFinished = true
        const read = await reader.finish()
        const { location } = response.headers
        settle({ status: response.statusCode ?? 0, headers: received, location, ...read, validUntil })
        request.destroy()
      }
      const reader = createBodyReader(received, mostBytes, () => void finish().catch(reject))
      response.on('data', reader.add)
      response.on('end', () => void finish().catch(reject))
      response.on('error', reject)
    })
    request.end(body)
  })
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

function expiryOf(socket: TLSSocket): Date | undefined {
  const { valid_to: validTo } = socket.getPeerCertificate()
  const time = Date.parse(validTo ?? '')
  return Number.isNaN(time) ? undefined : new Date(time)
}

const messageText = (first: string, headers: Readonly<Record<string, string>>, body: string | undefined) =>
  [
    first,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${isSecretHeader(name) ? '***' : value}`),
    ...(body ? ['', body] : []),
  ].join('\n')

const requestText = ({ method, url, headers, body }: HttpRequest) =>
  messageText(`${method} ${stripPassword(url.href)}`, headers, body)

const responseText = ({ status, headers, body, unread, validUntil }: SingleResponse) =>
  [
    messageText(String(status), headers, body),
    ...(unread === undefined ? [] : [`(the body is incomplete: ${unread})`]),
    ...(validUntil ? [`(the certificate is valid until ${validUntil.toISOString()})`] : []),
  ].join('\n')
