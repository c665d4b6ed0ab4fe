import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Bytes: the output length of SHA-1 (RFC 4226). */
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Steps accepted before and after the current one, for clocks that differ. */
const WINDOW = 1

/** The defaults of authenticator apps. */
const form = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS }

/** @returns a new secret in Base32, the format that users type in. */
export const newTotpSecret = (random: (bytes: number) => Buffer): string =>
  new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32

/**
 * A QR code for authenticator apps, as a data URI. Black on white in every theme, because many apps read nothing else.
 */
export function totpQrCode({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string {
  const address = new TOTP({ ...form, issuer, label: account, secret: Secret.fromBase32(secret) }).toString()
  // The standard requires a quiet zone of at least four modules.
  const picture = renderSVG(address, { border: 4, ecc: 'M', pixelSize: 1 })
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
}

/**
 * Validates a code for this time.
 * @param lastStep the last accepted step. This step and all earlier ones are refused, so that a code works once.
 * @returns the step to store as the last one; undefined when the code is refused.
 */
export function acceptTotp(
  { secret, lastStep }: { secret: string; lastStep: number | null },
  typed: string,
  at: Date
): number | undefined {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: at.getTime(), window: WINDOW })
  if (delta === null) return undefined
  const step = totp.counter({ timestamp: at.getTime() }) + delta
  return lastStep !== null && step <= lastStep ? undefined : step
}
