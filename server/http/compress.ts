import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as isText } from 'hono/utils/compress'

type Encoding = {
  name: 'br' | 'gzip'
  whole(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** Flushes after each write, so that streamed responses are not delayed. */
  stream(): Duplex
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

// Higher levels take longer to compress than they save at 50 Mbit/s (docs/bench.md).
const asBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const asGzip = { level: 3 }

/** In order of preference. */
const encodings: readonly Encoding[] = [
  {
    name: 'br',
    whole: async (body) => new Uint8Array(await brotliAsync(body, asBrotli)),
    stream: () => createBrotliCompress({ ...asBrotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  {
    name: 'gzip',
    whole: async (body) => new Uint8Array(await gzipAsync(body, asGzip)),
    stream: () => createGzip({ ...asGzip, flush: constants.Z_SYNC_FLUSH }),
  },
]

const WORTH_IT_BYTES = 1024

/** The value of a header, by its name in lower case. */
type Header = (name: string) => string | null | undefined
type RequestInfo = { method: string; path: string; header: Header }

/**
 * The identity service, embedded or on a backend. Its responses contain anti-CSRF tokens next to reflected input
 * (BREACH).
 */
const isIdentity = (path: string) => /^\/(?:api\/\.ory|kratos)(?=[/?]|$)/.test(path)

/** Another site can make a browser send requests and watch the sizes; compressed sizes reveal content (BREACH). */
const isForeign = ({ header }: RequestInfo) => /^(?:cross|same)-site$/.test(header('sec-fetch-site') ?? '')

/** Whether a response may be compressed for clients that accept it. */
function isCompressible({ path }: RequestInfo, header: Header): boolean {
  return (
    isText.test(header('content-type') ?? '') &&
    !header('content-encoding') &&
    Number(header('content-length') ?? Infinity) >= WORTH_IT_BYTES &&
    // The relational API counts rows in the same header; only byte ranges forbid compression.
    !header('content-range')?.startsWith('bytes') &&
    !/\bno-transform\b/i.test(header('cache-control') ?? '') &&
    !isIdentity(path)
  )
}

/** Whether a client accepts an encoding, by its `Accept-Encoding`. */
export function acceptsEncoding(header: string | null | undefined, name: string): boolean {
  const wishes = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
  return (wishes.get(name) ?? wishes.get('*') ?? 0) > 0
}

/** The encoding of a compressible response; undefined when it is sent uncompressed. */
function encodingFor(info: RequestInfo): Encoding | undefined {
  if (info.method === 'HEAD' || isForeign(info)) return undefined
  return encodings.find(({ name }) => acceptsEncoding(info.header('accept-encoding'), name))
}

function withEncoding(vary: string | null | undefined): string {
  if (!vary) return 'Accept-Encoding'
  return /\*|\baccept-encoding\b/i.test(vary) ? vary : `${vary}, Accept-Encoding`
}

/** Another encoding has the same content in other bytes, so the tag becomes weak. */
const weak = (etag: string) => (etag.startsWith('W/') ? etag : `W/${etag}`)

/**
 * Compresses complete responses of a hono application. Hono's own `compress` supports no brotli, ignores pages of rows
 * (206) and sets no length.
 */
export const compressResponses: MiddlewareHandler = async (context, next) => {
  await next()
  const { req, res } = context
  const info: RequestInfo = { method: req.method, path: req.path, header: (name) => req.raw.headers.get(name) }
  if (!isCompressible(info, (name) => res.headers.get(name))) return
  res.headers.set('Vary', withEncoding(res.headers.get('Vary')))
  const encoding = encodingFor(info)
  if (!encoding || !res.body) return
  const body = new Uint8Array(await res.arrayBuffer())
  const { status, headers } = res
  const isWorthIt = body.length >= WORTH_IT_BYTES
  const sent = isWorthIt ? await encoding.whole(body) : body
  headers.set('Content-Length', String(sent.length))
  if (isWorthIt) headers.set('Content-Encoding', encoding.name)
  // Assigning a new response to the context would merge the headers of both.
  context.res = undefined
  context.res = new Response(sent, { status, headers })
}

const of =
  ({ headers }: IncomingMessage): Header =>
  (name) =>
    headers[name]?.toString()

/** Compresses a response of a backend while it is piped. */
export function compressPipedResponse(request: IncomingMessage, answer: IncomingMessage): void {
  const { headers, statusCode } = answer
  const info: RequestInfo = { method: request.method ?? 'GET', path: request.url ?? '', header: of(request) }
  if (!isCompressible(info, of(answer))) return
  headers.vary = withEncoding(headers.vary)
  const encoding = encodingFor(info)
  if (!encoding || statusCode === 204 || statusCode === 304) return
  headers['content-encoding'] = encoding.name
  delete headers['content-length']
  if (headers.etag) headers.etag = weak(headers.etag)
  const compressor = encoding.stream()
  const pipe = answer.pipe.bind(answer)
  answer.pipe = (response) => {
    pipe(compressor)
    // When the backend's response breaks off, httpxy closes the response, which also ends the compressor.
    pipeline(compressor, response, () => {})
    return response
  }
}
