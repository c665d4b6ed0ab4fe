import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Verifies a request's digest response of quality `auth` in the realm `r`, as a server does. */
export function isDigestOf(
  { method, url, headers }: IncomingMessage,
  { username, password, nonce }: { username: string; password: string; nonce: string }
): boolean {
  const given = headers.authorization ?? ''
  const of = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(given)?.[1] ?? ''
  const algorithm = of('algorithm') || 'MD5'
  const hash = algorithm.replace('-sess', '') === 'MD5' ? 'md5' : 'sha256'
  const h = (text: string) => createHash(hash).update(text).digest('hex')
  const ours = h(`${username}:r:${password}`)
  const a1 = algorithm.endsWith('-sess') ? h(`${ours}:${nonce}:${of('cnonce')}`) : ours
  const response = h(`${a1}:${nonce}:${of('nc')}:${of('cnonce')}:auth:${h(`${method}:${url}`)}`)
  return given.startsWith('Digest ') && of('nonce') === nonce && of('uri') === url && of('response') === response
}
