import { isSecretName } from '@/shared/connections/secret-parts'
import { programProduct } from '../program'
import { registerSecret } from './redaction'

let userAgent = programProduct

/** Sets the `User-Agent` of all requests of this process, once at the start. */
export const setUserAgent = (text: string): void => void (userAgent = text)

/** HTTP Basic credentials as a header. */
export const basicAuth = (user: string, word: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
})

/** Same, or no header without credentials. A user without a password is a token. */
export function basicAuthIfGiven(user = '', word = ''): Record<string, string> {
  if (word === '') registerSecret(user)
  return user || word ? basicAuth(user, word) : {}
}

export const bearerAuth = (token: string) => ({ Authorization: `Bearer ${token}` })

/**
 * The headers of every request, including the length of the body, because many servers refuse chunked bodies.
 * @param others override these headers, and later ones override earlier ones.
 */
export const requestHeaders = (
  body: string | undefined,
  ...others: readonly Readonly<Record<string, string>>[]
): Record<string, string> =>
  mergeHeaders([
    {
      'User-Agent': userAgent,
      Accept: '*/*',
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    ...others,
  ])

/** Names of headers are case-insensitive. */
function mergeHeaders(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const merged = new Map<string, [name: string, value: string]>()
  for (const headers of all)
    for (const [name, value] of Object.entries(headers)) {
      const key = name.toLowerCase()
      // A later header has its place after the others.
      merged.delete(key)
      merged.set(key, [name, value])
    }
  return Object.fromEntries(merged.values())
}

const credentials = /^(?:.*-)?(?:auth|authorization|cookie|key|session|signature)(?:-.*)?$/i

/** Whether the value of a header is a credential, by its name. Values of other headers are ordinary texts. */
export const isSecretHeader = (name: string): boolean => credentials.test(name) || isSecretName(name)

/** The first word of such a header, which is not a credential. */
const scheme = /^\s*(basic|bearer|digest|negotiate|token)\s+/i

/** Registers the credentials in a header for redaction. Does nothing for an ordinary header. */
export function registerSecretHeader(name: string, value: string): void {
  if (!isSecretHeader(name)) return
  if (/cookie$/i.test(name)) {
    for (const pair of value.split(';')) registerSecret(pair.slice(pair.indexOf('=') + 1).trim())
    return
  }
  const word = value.replace(scheme, '').trim()
  registerSecret(word)
  if (/^\s*basic\s/i.test(value))
    registerSecret(
      Buffer.from(word, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    )
}
