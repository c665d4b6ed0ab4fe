import axios, { type Options } from 'redaxios'
import { z } from 'zod/mini'
import { shorten } from '@/shared/format'
import { zodErrorMap } from '../lib/zod-error-map'
import { createStore } from '../lib/store'
import { type BackendRoute, currentRoute } from './sign-in/route'

// zod otherwise compiles parsers with `new Function`, which the content security policy refuses.
z.config({ jitless: true })

/** Why a call failed. `contract`: the response has an unexpected shape. */
export type ApiErrorKind = 'offline' | 'network' | 'timeout' | 'aborted' | 'http' | 'contract'

/** Error of every failed call. `message` is displayed; `status` is 0 and `code` is empty without a response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly status: number
  /** Error code of the server: a SQLSTATE, or the id of an error of the identity service. */
  readonly code: string

  constructor(kind: ApiErrorKind, message: string, rest: { status?: number; code?: string; cause?: unknown } = {}) {
    super(message, { cause: rest.cause })
    this.kind = kind
    this.status = rest.status ?? 0
    this.code = rest.code ?? ''
  }
}

/** Whether the last response said that writes fail, because the disk of the server is full. */
export const diskFull = createStore(false)

export type QueryParams = readonly (readonly [name: string, value: string])[]

export type ApiCall<T> = {
  method?: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Starts with `/`. Filters go in `query`, which may repeat names. */
  path: string
  query?: QueryParams
  /** Sent as JSON. */
  body?: unknown
  /** Validates the body of a success. An empty body is undefined. */
  schema: z.ZodMiniType<T>
  /** Credentials to sign in with. Other calls are authenticated by a cookie, or by the route. */
  authorization?: string
  /** Whether the response is a file, returned as a `Blob`. */
  isFile?: boolean
  signal?: AbortSignal | undefined
  /** Time-out in milliseconds, for requests that take longer than usual. */
  timeoutMs?: number
}

export type ResultPage<T> = {
  rows: T[]
  total: number
  /** Matching rows that are not part of `total`, described in a sentence. */
  omitted?: string | undefined
}

export type HttpDeps = {
  fetch: typeof fetch
  isOnline(): boolean
  timeoutMs: number
  /** The route of calls below `/api`; undefined for this origin. */
  route?(): BackendRoute | undefined
}

const messages = {
  offline: 'No internet connection. Please try again.',
  network: 'Network Error. Please try again.',
  timeout: 'Request timed out. Please try again.',
  aborted: 'Cancelled.',
  signedOut: 'You are no longer signed in.',
  contract: 'The server sent an unexpected response.',
} satisfies Record<Exclude<ApiErrorKind, 'http'> | 'signedOut', string>

const browser: HttpDeps = {
  fetch: (input, init) => fetch(input, init),
  isOnline: () => navigator.onLine,
  timeoutMs: 30_000,
  route: currentRoute.get,
}

/** Sends a request and parses the response. Throws only `ApiError`. */
export async function call<T>(request: ApiCall<T>, deps: HttpDeps = browser): Promise<T> {
  const { data } = await send(request, 'return=representation', deps)
  return parse(request.schema, data, request.path)
}

/** A page of rows and the total number of rows, read from `Content-Range`. */
export async function callPage<T>(
  { schema, ...request }: Omit<ApiCall<T>, 'method' | 'body'>,
  deps: HttpDeps = browser
): Promise<ResultPage<T>> {
  // `count=exact` replaces return=representation: both are values of one header, and reads need no representation.
  const { data, headers } = await send(request, 'count=exact', deps)
  const rows = parse(z.array(schema), data, request.path)
  const total = Number(headers?.get('Content-Range')?.split('/')[1])
  if (!Number.isInteger(total))
    throw new ApiError('contract', messages.contract, { cause: `${request.path}: no total` })
  return { rows, total }
}

/** A response of any status. `data` is text if the body is not JSON, and '' without a body. */
export type ApiResponse = { status: number; data: unknown; headers: Headers | undefined }

/**
 * Sends a request to a service whose refusals are handled by the caller, such as sign-in. The browser does not cache
 * the response. Throws `ApiError` only if there is no response.
 */
export async function sendRaw(
  request: Omit<ApiCall<unknown>, 'schema'>,
  deps: HttpDeps = browser
): Promise<ApiResponse> {
  try {
    return await exchange(request, { cache: 'no-store' }, {}, deps)
  } catch (error) {
    if (isApiResponse(error)) return error
    throw error
  }
}

async function send(request: Omit<ApiCall<unknown>, 'schema'>, prefer: string, deps: HttpDeps): Promise<ApiResponse> {
  try {
    return await exchange(request, {}, { Prefer: prefer }, deps)
  } catch (error) {
    throw isApiResponse(error) ? toHttpError(error) : error
  }
}

/** Throws `ApiError`, or the response if its status is an error. */
async function exchange(
  request: Omit<ApiCall<unknown>, 'schema'>,
  options: RequestInit,
  headers: Record<string, string>,
  deps: HttpDeps
): Promise<ApiResponse> {
  const backendRoute = request.path.startsWith('/api/') ? deps.route?.() : undefined
  const once = (isFresh: boolean) =>
    exchangeOnce(request, options, headers, deps, backendRoute && { ...backendRoute, isFresh })
  try {
    return await once(false)
  } catch (error) {
    // The token may have expired in transit. A refused call had no effect, so it can be repeated.
    if (!backendRoute || !isApiResponse(error) || error.status !== 401) throw error
    return once(true)
  }
}

async function exchangeOnce(
  request: Omit<ApiCall<unknown>, 'schema'>,
  options: RequestInit,
  headers: Record<string, string>,
  deps: HttpDeps,
  backendRoute: (BackendRoute & { isFresh: boolean }) | undefined
): Promise<ApiResponse> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? deps.timeoutMs)
  const given = [request.signal, backendRoute?.signal].filter((one) => one !== undefined)
  const signal = AbortSignal.any([...given, timeout])
  if (!deps.isOnline()) throw new ApiError('offline', messages.offline)
  try {
    const token = backendRoute && (await unlessAborted(backendRoute.token(backendRoute.isFresh), signal))
    if (backendRoute && token === undefined) throw new ApiError('http', messages.signedOut, { status: 401 })
    const isElsewhere = backendRoute?.base !== undefined
    const answer = await axios({
      url: isElsewhere ? `${backendRoute.base}${request.path.slice('/api'.length)}` : request.path,
      method: request.method ?? 'get',
      // redaxios would join repeated names with commas; it leaves URLSearchParams alone.
      ...(request.query && request.query.length > 0
        ? { params: new URLSearchParams(request.query.map((p) => [...p])) }
        : {}),
      ...(request.body === undefined ? {} : { data: request.body }),
      ...(request.isFile && { responseType: 'blob' }),
      headers: {
        Accept: request.isFile ? '*/*' : 'application/json',
        'Content-Type': 'application/json',
        ...headers,
        ...(request.authorization !== undefined && { Authorization: request.authorization }),
        ...(isElsewhere ? { Authorization: `Bearer ${token}` } : {}),
      },
      // redaxios supports neither signals nor time-outs.
      fetch: ((url: string, init: RequestInit) =>
        deps.fetch(url, {
          ...init,
          ...options,
          ...(isElsewhere ? { credentials: 'omit' } : {}),
          signal,
        })) as NonNullable<Options['fetch']>,
    })
    // redaxios ignores a truncated or aborted body and returns no data.
    if (answer.data === undefined) throw signal.reason ?? new TypeError('The response body was truncated')
    const received = readHeaders(answer)
    // Other responses, such as the configuration, do not say it.
    if (request.path.startsWith('/api/')) diskFull.set(received?.get('X-Console-Disk-Full') === 'true')
    return { status: answer.status, data: answer.data, headers: received }
  } catch (error) {
    if (isApiResponse(error)) throw await withErrorMessage(error)
    if (error instanceof ApiError) throw error
    throw toApiError(error, { timeout, given, isOnline: deps.isOnline() })
  }
}

/** Rejects when the signal aborts, for a promise that cannot be cancelled itself. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    promise.then(resolve, reject)
  })
}

function parse<T>(schema: z.ZodMiniType<T>, data: unknown, path: string): T {
  const result = schema.safeParse(data === '' ? undefined : data, { error: zodErrorMap })
  if (result.success) return result.data
  throw new ApiError('contract', messages.contract, { cause: `${path}: ${z.prettifyError(result.error)}` })
}

type Conditions = { timeout: AbortSignal; given: readonly AbortSignal[]; isOnline: boolean }

function toApiError(error: unknown, { timeout, given, isOnline }: Conditions): ApiError {
  if (given.some(({ aborted }) => aborted)) return new ApiError('aborted', messages.aborted, { cause: error })
  if (timeout.aborted) return new ApiError('timeout', messages.timeout, { cause: error })
  const kind = isOnline ? 'network' : 'offline'
  return new ApiError(kind, messages[kind], { cause: error })
}

/** Parses the error body of a file request, which is JSON or text as in any other call. */
async function withErrorMessage(answer: ApiResponse): Promise<ApiResponse> {
  if (!(answer.data instanceof Blob)) return answer
  const text = await answer.data.text()
  try {
    return { ...answer, data: JSON.parse(text) as unknown }
  } catch {
    return { ...answer, data: text }
  }
}

/** redaxios rejects with a plain object if the server responded with an error. */
const isApiResponse = (error: unknown): error is ApiResponse =>
  typeof error === 'object' && error !== null && 'status' in error && 'data' in error

/** Maximum length of a displayed message, in characters. */
const MOST_OF_MESSAGE = 500

const errorBody = z.partial(z.object({ code: z.catch(z.string(), ''), error: z.unknown(), message: z.unknown() }))
const nestedError = z.object({
  id: z.catch(z.string(), ''),
  reason: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
})

/**
 * Uses the message of the server if there is one: services send `error`, the relational API `message`, guards plain
 * text. The identity service sends an object as `error`. Other members, such as a stack trace, are not shown.
 */
export function toHttpError(answer: Pick<ApiResponse, 'status' | 'data'>, sender = 'server'): ApiError {
  const { status, data } = answer
  const body = errorBody.safeParse(data).data ?? {}
  const nested = nestedError.safeParse(body.error).data
  const words = [body.error, nested?.reason, nested?.message, body.message, data].find(
    (text) => typeof text === 'string' && text.trim() !== ''
  )
  // The error page of a proxy is not a message.
  const isReadable = typeof words === 'string' && !words.trimStart().startsWith('<')
  const message = isReadable
    ? shorten(words.trim(), MOST_OF_MESSAGE)
    : `The ${sender} returned status ${status} without an error message.`
  return new ApiError('http', message, { status, code: body.code || (nested?.id ?? ''), cause: data })
}

const readHeaders = (answer: object): Headers | undefined =>
  'headers' in answer && answer.headers instanceof Headers ? answer.headers : undefined
