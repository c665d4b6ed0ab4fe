import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export const HOST = 'happy-fox-1.clerk.accounts.dev'
export const PUBLISHABLE_KEY = `pk_test_${btoa(`${HOST}$`)}`
export const ORGANISATION = 'org_shop'
export const HOSTED_ORIGIN = 'https://console.example'

export const rsa = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength })

export const toJwk = (key: KeyObject, kid: string, rest: object = {}) => ({
  ...key.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
  ...rest,
})

/** The claims of a version 2 token of the sign-in service. */
export const createClaims = (now: Date, rest: object = {}) => {
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    iss: `https://${HOST}`,
    sub: 'user_ada',
    sid: 'sess_1',
    azp: HOSTED_ORIGIN,
    iat: seconds,
    nbf: seconds - 10,
    exp: seconds + 60,
    v: 2,
    o: { id: ORGANISATION, rol: 'admin', slg: 'shop' },
    ...rest,
  }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signToken(key: KeyObject, claims: object, header: object = {}): string {
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: 'one', ...header })}.${part(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}

/** The attack in which a public key is used as an HMAC secret. */
export function hmacToken(secret: string, claims: object): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT', kid: 'one' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

export const unsignedToken = (claims: object): string =>
  `${part({ alg: 'none', typ: 'JWT', kid: 'one' })}.${part(claims)}.`
