import { createHash, randomBytes } from 'node:crypto'

type SignedRequest = { method: string; url: URL; body: string | undefined }
type Credentials = { username: string; password: string }

/** The names in RFC 7616 and in node:crypto. */
const algorithms = new Map([
  ['MD5', 'md5'],
  ['SHA-256', 'sha256'],
  ['SHA-512-256', 'sha512-256'],
])

type Challenge = { scheme: string; params: ReadonlyMap<string, string> }

/**
 * The `Authorization` header for the first supported digest challenge in a `WWW-Authenticate` header.
 * @param cnonce the client's random value.
 * @returns undefined when there is no digest challenge. `isStale`: only the nonce was too old.
 * @throws when no digest challenge is supported.
 */
export function answerDigest(
  header: string,
  { username, password }: Credentials,
  { method, url, body = '' }: SignedRequest,
  cnonce = randomBytes(16).toString('hex')
): { text: string; isStale: boolean } | undefined {
  const challenges = challengesIn(header).filter(({ scheme }) => scheme === 'digest')
  if (challenges.length === 0) return undefined
  const known = challenges.map(({ params }) => readChallenge(params)).find((one) => one !== undefined)
  if (!known) {
    const named = challenges.map(({ params }) => params.get('algorithm') ?? params.get('qop') ?? 'no nonce')
    throw new Error(`the server requires an unsupported digest: ${named.join(', ')}`)
  }
  const { algorithm, hash, isSession, realm, nonce, opaque, qop, isStale } = known
  const h = (text: string) => createHash(hash).update(text).digest('hex')
  const uri = `${url.pathname}${url.search}`
  const ours = h(`${username}:${realm}:${password}`)
  const a1 = isSession ? h(`${ours}:${nonce}:${cnonce}`) : ours
  const a2 = h(`${method}:${uri}${qop === 'auth-int' ? `:${h(body)}` : ''}`)
  // Each nonce is used once.
  const count = '00000001'
  const response = qop === undefined ? h(`${a1}:${nonce}:${a2}`) : h([a1, nonce, count, cnonce, qop, a2].join(':'))
  const given = [
    nameOf(username),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${count}`]),
    ...(qop !== undefined || isSession ? [`cnonce="${cnonce}"`] : []),
    `response="${response}"`,
  ]
  return { text: `Digest ${given.join(', ')}`, isStale }
}

/** The parameters of a challenge; undefined when it is not supported. */
function readChallenge(params: Challenge['params']) {
  const algorithm = params.get('algorithm')
  const [, name = '', session] = /^(.*?)(-SESS)?$/.exec((algorithm ?? 'MD5').toUpperCase()) ?? []
  const hash = algorithms.get(name)
  const nonce = params.get('nonce')
  const offered = params
    .get('qop')
    ?.split(',')
    .map((one) => one.trim().toLowerCase())
  const qop = ['auth', 'auth-int'].find((one) => offered?.includes(one))
  if (hash === undefined || nonce === undefined || (offered && qop === undefined)) return undefined
  return {
    algorithm,
    hash,
    isSession: session !== undefined,
    realm: params.get('realm') ?? '',
    nonce,
    opaque: params.get('opaque'),
    qop,
    isStale: params.get('stale')?.toLowerCase() === 'true',
  }
}

/** A name alone starts a challenge; a name with a value belongs to the current one. */
function challengesIn(header: string): Challenge[] {
  const found: { scheme: string; params: Map<string, string> }[] = []
  const parts = header.matchAll(/([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g)
  for (const [, name = '', inQuotes, bare] of parts) {
    const value = inQuotes?.replace(/\\(.)/g, '$1') ?? bare
    if (value === undefined) found.push({ scheme: name.toLowerCase(), params: new Map() })
    else found.at(-1)?.params.set(name.toLowerCase(), value)
  }
  return found
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Header values are limited to these characters. */
const nameOf = (username: string) =>
  /^[\x20-\x7e]*$/.test(username)
    ? `username=${quoted(username)}`
    : `username*=UTF-8''${encodeURIComponent(username).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`
