import axios, { type Options } from 'redaxios'
import { z } from 'zod/mini'
import { zodErrorMap } from '../lib/zod-error-map'
import { type Route, route } from './route'

// zod otherwise compiles parsers with `new Function`, which the content security policy refuses.
z.config({ jitless: true })

/** Why a call failed. `contract`: the server answered, but not in the shape we agreed. */
export type ApiErrorKind = 'offline' | 'network' | 'timeout' | 'aborted' | 'http' | 'contract'

/** What every failed call throws. `message` is for people; `status` is 0 and `code` '' when there is none. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly status: number
  /** The server's own code, such as a SQLSTATE. */
  readonly code: string

  constructor(kind: ApiErrorKind, message: string, rest: { status?: number; code?: string; cause?: unknown } = {}) {
    super(message, { cause: rest.cause })
    this.kind = kind
    this.status = rest.status ?? 0
    this.code = rest.code ?? ''
  }
}

export type Query = readonly (readonly [name: string, value: string])[]

export type Call<T> = {
  method?: 'get' | 'post' | 'patch' | 'delete'
  /** Begins with `/`. Filters go in `query`, which may repeat names. */
  path: string
  query?: Query
  /** Sent as JSON. */
  body?: unknown
  /** Judges the body of a success; an empty body arrives as undefined. */
  schema: z.ZodMiniType<T>
  /** What is answered is a file, and arrives as a `Blob`. */
  isFile?: boolean
  signal?: AbortSignal | undefined
  /** For what takes longer than any other request, in milliseconds. */
  timeoutMs?: number
}

export type Page<T> = {
  rows: T[]
  total: number
  /** What matches and is left out of `total` all the same, as a sentence. */
  left?: string | undefined
}

export type HttpDeps = {
  fetch: typeof fetch
  isOnline(): boolean
  timeoutMs: number
  /** Where calls below `/api` go, if not to this origin. */
  route?(): Route | undefined
}

const messages = {
  offline: 'No internet connection. Please try again.',
  network: 'Network Error. Please try again.',
  timeout: 'Request timed out. Please try again.',
  aborted: 'Cancelled.',
  signedOut: 'You are not signed in any more.',
  contract: 'The server gave an answer this console does not understand.',
} satisfies Record<Exclude<ApiErrorKind, 'http'> | 'signedOut', string>

const browser: HttpDeps = {
  fetch: (input, init) => fetch(input, init),
  isOnline: () => navigator.onLine,
  timeoutMs: 30_000,
  route: route.get,
}

/** Sends one request and parses its answer. Throws only `ApiError`. */
export async function call<T>(request: Call<T>, deps: HttpDeps = browser): Promise<T> {
  const { data } = await send(request, 'return=representation', deps)
  return parse(request.schema, data, request.path)
}

/** A page of rows and how many there are in all; the total is in `Content-Range`. */
export async function callPage<T>(
  { schema, ...request }: Omit<Call<T>, 'method' | 'body'>,
  deps: HttpDeps = browser
): Promise<Page<T>> {
  // `count=exact` replaces return=representation: it is one header, and reads have nothing to represent.
  const { data, headers } = await send(request, 'count=exact', deps)
  const rows = parse(z.array(schema), data, request.path)
  const total = Number(headers?.get('Content-Range')?.split('/')[1])
  if (!Number.isInteger(total))
    throw new ApiError('contract', messages.contract, { cause: `${request.path}: no total` })
  return { rows, total }
}

/**
 * All rows, in pages.
 * @param request its query without limit and offset, but in a certain order
 * @param size rows of a page, as many as the server gives at most or fewer
 */
export async function callAll<T>(
  { query = [], ...request }: Omit<Call<T>, 'method' | 'body'>,
  size: number
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const window: Query = [
      ['limit', String(size)],
      ['offset', String(all.length)],
    ]
    const { rows, total } = await callPage({ ...request, query: [...query, ...window] })
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

/** What was answered, whatever its status. `data` is text where the body was no JSON, and '' where there was none. */
export type Answer = { status: number; data: unknown; headers: Headers | undefined }

/**
 * Sends one request to a service whose refusals are answers to act on, such as sign-in. Nothing of it is kept by the
 * browser. Throws `ApiError` only when there was no answer.
 */
export async function ask(request: Omit<Call<unknown>, 'schema'>, deps: HttpDeps = browser): Promise<Answer> {
  try {
    return await exchange(request, { cache: 'no-store' }, {}, deps)
  } catch (error) {
    if (isAnswer(error)) return error
    throw error
  }
}

async function send(request: Omit<Call<unknown>, 'schema'>, prefer: string, deps: HttpDeps): Promise<Answer> {
  try {
    return await exchange(request, {}, { Prefer: prefer }, deps)
  } catch (error) {
    throw isAnswer(error) ? fromAnswer(error) : error
  }
}

/** Throws `ApiError`, or what was answered if that is a refusal. */
async function exchange(
  request: Omit<Call<unknown>, 'schema'>,
  options: RequestInit,
  headers: Record<string, string>,
  deps: HttpDeps
): Promise<Answer> {
  const way = request.path.startsWith('/api/') ? deps.route?.() : undefined
  const once = (isFresh: boolean) => exchangeOnce(request, options, headers, deps, way && { ...way, isFresh })
  try {
    return await once(false)
  } catch (error) {
    // A token may have ended on its way. Refused, the call did nothing.
    if (!way || !isAnswer(error) || error.status !== 401) throw error
    return once(true)
  }
}

async function exchangeOnce(
  request: Omit<Call<unknown>, 'schema'>,
  options: RequestInit,
  headers: Record<string, string>,
  deps: HttpDeps,
  way: (Route & { isFresh: boolean }) | undefined
): Promise<Answer> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? deps.timeoutMs)
  const given = [request.signal, way?.signal].filter((one) => one !== undefined)
  const signal = AbortSignal.any([...given, timeout])
  if (!deps.isOnline()) throw new ApiError('offline', messages.offline)
  try {
    const token = way && (await unlessAborted(way.token(way.isFresh), signal))
    if (way && token === undefined) throw new ApiError('http', messages.signedOut, { status: 401 })
    const isElsewhere = way?.base !== undefined
    const answer = await axios({
      url: isElsewhere ? `${way.base}${request.path.slice('/api'.length)}` : request.path,
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
        ...(isElsewhere ? { Authorization: `Bearer ${token}` } : {}),
      },
      // redaxios knows neither signals nor time-outs.
      fetch: ((url: string, init: RequestInit) =>
        deps.fetch(url, {
          ...init,
          ...options,
          ...(isElsewhere ? { credentials: 'omit' } : {}),
          signal,
        })) as NonNullable<Options['fetch']>,
    })
    // redaxios swallows a body that breaks off, by an abort too, and leaves no data behind.
    if (answer.data === undefined) throw signal.reason ?? new TypeError('The body broke off')
    return { status: answer.status, data: answer.data, headers: headersOf(answer) }
  } catch (error) {
    if (isAnswer(error)) throw await inWords(error)
    if (error instanceof ApiError) throw error
    throw toApiError(error, { timeout, given, isOnline: deps.isOnline() })
  }
}

/** What nobody can stop may still be waited for no longer. */
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

/** Why there is no file is said in JSON or in text, as of any other call. */
async function inWords(answer: Answer): Promise<Answer> {
  if (!(answer.data instanceof Blob)) return answer
  const text = await answer.data.text()
  try {
    return { ...answer, data: JSON.parse(text) as unknown }
  } catch {
    return { ...answer, data: text }
  }
}

/** redaxios rejects with a plain object when the server answered with an error. */
const isAnswer = (error: unknown): error is Answer =>
  typeof error === 'object' && error !== null && 'status' in error && 'data' in error

const errorBody = z.partial(z.object({ code: z.catch(z.string(), ''), error: z.unknown(), message: z.unknown() }))

/** The server's own words where it has any: services write `error`, the relational API `message`, guards plain text. */
function fromAnswer(answer: Answer): ApiError {
  const { status, data } = answer
  const body = errorBody.safeParse(data).data ?? {}
  const words = [body.error, body.message, data].find((text) => typeof text === 'string' && text.trim() !== '')
  // A proxy's error page is not a sentence.
  const readable = typeof words === 'string' && words.length <= 500 && !words.trimStart().startsWith('<')
  const message = readable ? words.trim() : `The server answered ${status} without saying why.`
  return new ApiError('http', message, { status, code: body.code ?? '', cause: data })
}

const headersOf = (answer: object): Headers | undefined =>
  'headers' in answer && answer.headers instanceof Headers ? answer.headers : undefined
