import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { createLocalJWKSet, jwtVerify, errors, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import { HttpError } from '../../http/errors'
import { sendRequest } from '../../platform/outside/http-request'
import { requestHeaders } from '../../platform/outside/request-headers'
import type { PlaybookWebhook } from '../playbook'

/** The request of a webhook, as its run stores it and templates read it. */
export type WebhookRequest = {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  content: string
  /** The parsed content, if it is JSON. */
  json?: unknown
}

const LARGEST_BODY_BYTES = 1024 * 1024

/** Limits a body while it is read, because its sender is not authenticated yet. @throws {HttpError} 413 */
export async function readLimitedBody(request: Request): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.length
    if (size > LARGEST_BODY_BYTES) throw new HttpError(413, 'The body is larger than 1 MB.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Credentials of the sender are not stored: users who may read runs may read their requests. */
const proofs = /^(?:authorization|cookie|proxy-authorization|x-hub-signature.*|(?:svix|webhook)-signature|x-api-key)$/
const MOST_HEADERS = 100

export function toWebhookRequest(context: Context, path: string, body: Buffer): WebhookRequest {
  const content = body.toString('utf8')
  const json = tryParseJson(content)
  const headers = [...context.req.raw.headers].filter(([name]) => !proofs.test(name)).slice(0, MOST_HEADERS)
  return {
    method: context.req.method,
    path,
    query: context.req.query(),
    headers: Object.fromEntries(headers),
    content,
    ...(json !== undefined && { json }),
  }
}

const refused = (why: string) => new HttpError(401, why)

const digest = (text: string | Buffer) => createHash('sha256').update(text).digest()
/** Compares in constant time, so that the duration reveals nothing. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** Accepted clock difference of a sender, unless the playbook defines one. */
const TOLERANCE_MS = 5 * 60_000

/** A signed message, which starts one run only. */
export type SignedMessage = {
  /** A digest that identifies it. */
  message: string
  /** A repetition is not recognised from then on. The signature of Svix is too old then. */
  expiresAt: Date
}

/**
 * Authenticates a request with the methods that the playbook defines. All of them must succeed.
 * @returns the message if its sender has signed it; undefined for credentials that are valid for several messages.
 * @throws {HttpError} when one fails, and for a playbook without any: it must not be open to everyone.
 */
export async function authenticateWebhook(
  { authentication }: PlaybookWebhook,
  headers: Headers,
  body: Buffer,
  now: Date
): Promise<SignedMessage | undefined> {
  const { basic, github, svix, jwt } = authentication ?? {}
  if (!basic && !github && !svix && !jwt)
    throw new HttpError(403, 'The webhook of this playbook has no authentication, so it cannot be called.')
  if (basic) {
    const [scheme = '', credentials = ''] = (headers.get('authorization') ?? '').split(' ')
    const given = Buffer.from(credentials, 'base64').toString('utf8')
    const isRight = isSame(given, `${basic.username}:${basic.password}`)
    if (scheme.toLowerCase() !== 'basic' || !isRight || basic.password === '')
      throw refused('username/password did not match')
  }
  if (github) {
    const expected = `sha256=${createHmac('sha256', github.token).update(body).digest('hex')}`
    if (github.token === '' || !isSame(headers.get('x-hub-signature-256') ?? '', expected))
      throw refused('invalid signature')
  }
  const signed = svix && verifySvix(svix, headers, body, now)
  if (jwt) await verifyJwt(jwt.jwksUri, headers, now)
  if (signed) return signed
  // GitHub signs neither the id of a delivery nor its time, so the content identifies the message.
  return github
    ? { message: digest(body).toString('hex'), expiresAt: new Date(now.getTime() + TOLERANCE_MS) }
    : undefined
}

type Svix = NonNullable<NonNullable<PlaybookWebhook['authentication']>['svix']>

function verifySvix(
  { secret, verifyTimestamp, timestampTolerance }: Svix,
  headers: Headers,
  body: Buffer,
  now: Date
): SignedMessage {
  const header = (name: string) => headers.get(`svix-${name}`) ?? headers.get(`webhook-${name}`) ?? ''
  const [id, timestamp, signatures] = [header('id'), header('timestamp'), header('signature')]
  if (id === '' || signatures === '' || !/^\d{1,12}$/.test(timestamp)) throw new HttpError(400, 'missing svix headers')
  // Without a limit, a captured request could be replayed forever.
  const tolerance = verifyTimestamp ?? timestampTolerance ?? TOLERANCE_MS
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > tolerance)
    throw refused('the timestamp is too old or too new')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  const isRight = key.length > 0 && signatures.split(' ').some((one) => isSame(one, `v1,${expected}`))
  if (!isRight) throw refused('invalid signature')
  return { message: digest(id).toString('hex'), expiresAt: new Date(Number(timestamp) * 1000 + tolerance) }
}

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })
const KEYS_FRESH_MS = 10 * 60_000
/** Anyone can send tokens with unknown keys, so these do not fetch the keys more often than this. */
const KEYS_AGAIN_MS = 60_000
const FETCH_WITHIN_MS = 10_000
const MOST_SETS = 100
/** Asymmetric algorithms only: with a symmetric one, anyone who has the public key could sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

const sets = new Map<string, { keys: JSONWebKeySet; at: number }>()

async function keysAt(uri: string, now: Date, mostMs: number): Promise<JSONWebKeySet> {
  const known = sets.get(uri)
  if (known && now.getTime() - known.at < mostMs) return known.keys
  const url = new URL(uri)
  if (!['http:', 'https:'].includes(url.protocol)) throw new Error('jwksUri must be a web address')
  const request = {
    url,
    method: 'GET',
    body: undefined,
    headers: requestHeaders(undefined),
    tls: { rejectUnauthorized: true },
  }
  const { body, status } = await sendRequest(request, AbortSignal.timeout(FETCH_WITHIN_MS))
  const read = keySet.safeParse(tryParseJson(body))
  if (status !== 200 || !read.success) throw new Error(`${url.origin} returned ${status} without keys`)
  if (sets.size >= MOST_SETS) sets.clear()
  const keys = read.data as JSONWebKeySet
  sets.set(uri, { keys, at: now.getTime() })
  return keys
}

async function verifyJwt(uri: string, headers: Headers, now: Date): Promise<void> {
  const [, token = ''] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (token === '') throw refused('the request has no token')
  const verify = async (mostMs: number) => {
    const keys = await keysAt(uri, now, mostMs).catch((error: unknown) => {
      throw new HttpError(
        500,
        `The keys of the webhook cannot be fetched: ${error instanceof Error ? error.message : error}`
      )
    })
    await jwtVerify(token, createLocalJWKSet(keys), { algorithms, currentDate: now })
  }
  try {
    await verify(KEYS_FRESH_MS).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return verify(KEYS_AGAIN_MS)
      throw error
    })
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refused('the token is not valid')
    throw error
  }
}
