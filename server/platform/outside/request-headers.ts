import { isSecretName } from '../../data/secrets/secret-parts'
import { registerSecret } from './redaction'

/** HTTP Basic credentials as a header. */
export const basicAuth = (user: string, word: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
})

/** Same, or no header without credentials. */
export const basicAuthIfGiven = (user = '', word = ''): Record<string, string> =>
  user || word ? basicAuth(user, word) : {}

export const bearerAuth = (token: string) => ({ Authorization: `Bearer ${token}` })

/**
 * The headers of every request, including the length of the body, because many servers refuse chunked bodies.
 * @param others override these headers, and later ones override earlier ones.
 */
export const requestHeaders = (
  body: string | undefined,
  ...others: readonly Readonly<Record<string, string>>[]
): Record<string, string> =>
  Object.assign(
    {
      'User-Agent': 'mission-control-console',
      Accept: '*/*',
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    ...others
  ) as Record<string, string>

const credentials = /^(?:.*-)?(?:auth|authorization|cookie|session)(?:-.*)?$/i

/** Whether the value of a header is a credential, by its name. Values of other headers are ordinary texts. */
export const isSecretHeader = (name: string): boolean => credentials.test(name) || isSecretName(name)

/** Words in such headers that are not credentials. */
const schemes = /^(?:basic|bearer|digest|negotiate|token)$/i

/** Registers the credentials in a header for redaction. Does nothing for an ordinary header. */
export function registerSecretHeader(name: string, value: string): void {
  if (!isSecretHeader(name)) return
  const isCookie = /cookie$/i.test(name)
  const parts = isCookie ? value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1)) : value.split(' ')
  for (const part of parts) if (!schemes.test(part)) registerSecret(part.trim())
}
