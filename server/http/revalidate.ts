import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/**
 * The entity tag of these values. Weak: it depends neither on compression nor on values that the caller leaves out,
 * such as durations.
 */
export function createEntityTag(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return `W/"${hash.digest('base64url')}"`
}

/** Cached by one browser only, and revalidated before each use. */
const KEPT = 'private, no-cache'
/** Request headers that change the response. */
const VARY = 'Accept, Accept-Encoding, Authorization, Cookie, Prefer, Range'

/**
 * Lets a browser cache a response, and returns 304 while it is unchanged. The data is still read each time with the
 * caller's rights; only the transfer is saved. The tag of hono's own `etag` leaves out the total of rows, which a 304
 * cannot correct: browsers keep their `Content-Range`.
 */
export const revalidateResponses: MiddlewareHandler = async (context, next) => {
  await next()
  const { req, res } = context
  const { headers, status } = res
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  const isJson = /^application\/(?:[\w.]+\+)?json\b/.test(headers.get('Content-Type') ?? '')
  if (!isRead || !isJson || status !== 200 || headers.has('Cache-Control')) return
  headers.set('Cache-Control', KEPT)
  headers.set('Vary', VARY)
  if (!res.body) return

  const body = new Uint8Array(await res.arrayBuffer())
  const about = [headers.get('Content-Type') ?? '', headers.get('Content-Range') ?? '']
  const tag = headers.get('ETag') ?? createEntityTag(...about, body)
  headers.set('ETag', tag)
  // Assigning a new response to the context would merge the headers of both.
  context.res = undefined
  context.res = matchesEntityTag(tag, req.header('If-None-Match'))
    ? new Response(null, { status: 304, headers: { 'Cache-Control': KEPT, ETag: tag, Vary: VARY } })
    : new Response(body, { status, headers })
}

/** Whether `If-None-Match` contains a tag; weak and strong tags compare as equal. */
export const matchesEntityTag = (tag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([quoted]) => tag.endsWith(quoted))
