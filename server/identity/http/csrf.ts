import { createHash } from 'node:crypto'
import { mediaType } from './body'
import { csrfViolation } from './errors'
import { isEqualInConstantTime } from '../keys'

const SECRET_BYTES = 32

/** Whether a cookie has the format that this service sets: base64 of 32 bytes. */
export const isCsrfSecret = (text: string): boolean =>
  /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === SECRET_BYTES

export const createCsrfSecret = (random: (bytes: number) => Buffer): string => random(SECRET_BYTES).toString('base64')

/** The name is specific to the address, so that two consoles on one machine do not overwrite each other's cookie. */
export const csrfCookieName = (base: string): string => `csrf_token_${createHash('sha256').update(base).digest('hex')}`

/**
 * The token for a form: the secret under a random mask, so that a compressed page never contains the same bytes twice.
 * @returns base64 of the mask and the masked secret.
 */
export function maskCsrfToken(secret: string, random: (bytes: number) => Buffer): string {
  const mask = random(SECRET_BYTES)
  return Buffer.concat([mask, xor(Buffer.from(secret, 'base64'), mask)]).toString('base64')
}

/** Whether a token matches the secret, masked or not. Compares in constant time. */
export function verifyCsrfToken(secret: string, token: string): boolean {
  const bytes = Buffer.from(token.slice(0, 200), 'base64')
  const masked = bytes.length === 2 * SECRET_BYTES
  if (!masked && bytes.length !== SECRET_BYTES) return false
  const plain = masked ? xor(bytes.subarray(SECRET_BYTES), bytes.subarray(0, SECRET_BYTES)) : bytes
  return isEqualInConstantTime(plain.toString('base64'), secret)
}

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)))

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a write comes from a page of this origin. Browsers report where a request comes from; very old ones that do
 * not cannot send JSON to another site without a preflight request.
 */
export function isSameOriginWrite(request: Request, origin: string): boolean {
  if (reading.has(request.method)) return true
  const site = request.headers.get('Sec-Fetch-Site')
  const from = request.headers.get('Origin')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  if (from !== null) return from === origin
  if (site !== null) return true
  const referer = request.headers.get('Referer')
  if (referer !== null) return URL.canParse(referer) && new URL(referer).origin === origin
  return request.method === 'DELETE' || request.method === 'PATCH' || mediaType(request) === 'application/json'
}

/** @throws {IdentityError} 403 for a write that may come from a page of another site. */
export function requireSameOriginWrite(request: Request, origin: string): void {
  if (!isSameOriginWrite(request, origin)) throw csrfViolation()
}
