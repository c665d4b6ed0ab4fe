import { isRecord } from '../../src/lib/document/value'
import { unsupportedIn } from './sql-address'

/** Why a stored connection cannot be had, as a sentence without its capital and its full stop. */
export class ConnectionError extends Error {
  override readonly name = 'NotLent'
}

/** A stored connection with its secrets in clear. What is missing is empty. */
export type ResolvedConnection = {
  /** As the forms have it: `http`, `email`, `slackwebhook` and so on. */
  type: string
  url: string
  username: string
  password: string
  certificate: string
  properties: Readonly<Record<string, string>>
  /** Take any certificate. */
  isInsecure: boolean
}

/**
 * Opens the connection that something in a namespace names, and conceals its secrets (`outside/trace.ts`).
 * @returns undefined when there is none; a sentence when it cannot be opened.
 */
export type ReadConnection = (reference: string, namespace: string) => Promise<ResolvedConnection | string | undefined>

const SCHEME = 'connection://'

/** Types whose address and credentials a connection may give; of these, those that ask a web address. */
const lendable = new Set(['http', 'mssql', 'mysql', 'postgres', 'prometheus', 'redis'])
const webTypes = new Set(['http', 'prometheus'])
/** Types that have addresses without a scheme. */
const addressed = new Set(['mssql', 'mysql'])

/** Whether a member of a check may hold the name of a connection. */
export const acceptsConnection = (type: string, member: string): boolean =>
  lendable.has(type) && ['url', 'endpoint', 'host', 'connection'].includes(member)

/** `specsWithConnections` in `server/access/using.ts` says the same of what is stored. */
export function namesConnection(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(SCHEME)
  if (!isRecord(value) && !Array.isArray(value)) return false
  const { connection } = value as { connection?: unknown }
  if (typeof connection === 'string' && connection !== '' && !connection.includes('://')) return true
  return Object.values(value).some(namesConnection)
}

/**
 * A check with what its stored connection gives in the place of the connection's name. Credentials of a connection are
 * for its own origin, so a check that leads them elsewhere, or to whoever shows any certificate, gets none.
 * @throws {ConnectionError} when it cannot have them.
 */
export async function withConnection(
  { type, spec, namespace }: { type: string; spec: unknown; namespace?: string | null | undefined },
  open: ReadConnection
): Promise<unknown> {
  if (!lendable.has(type) || !isRecord(spec)) return spec
  const isWeb = webTypes.has(type)
  const { connection: named, url, endpoint, host, addr, ...rest } = spec
  const reference = [named, url, endpoint, host]
    .filter((one) => typeof one === 'string')
    .find((one) => isReference(type, one, named))
  if (reference === undefined) return spec
  const name = reference.trim()
  const lent = await resolveConnection(type, name, namespace ?? 'default', open)
  const own = [named, url, endpoint, host, addr].filter((one) => Boolean(one) && one !== reference)
  const leadsElsewhere = own.some(
    (one) => !isWeb || originOf(one) === undefined || originOf(one) !== originOf(lent.url)
  )
  if (leadsElsewhere)
    throw new ConnectionError(`the check gives an address of its own, and ${name} is used at its own only`)
  if (!isNothing(rest['tlsConfig']))
    throw new ConnectionError(`the check has a tlsConfig, and ${name} says itself whose certificates are taken`)
  if (isWeb && hasHostHeader(rest['headers']))
    throw new ConnectionError(`the check has a Host header, and ${name} is used at its own host only`)
  const { address, ...credentials } = apart(lent)
  const hasOwn = ['username', 'password', 'auth'].some((member) => !isNothing(rest[member]))
  const { tokenURL } = isRecord(rest['oauth2']) ? rest['oauth2'] : {}
  if (!hasOwn && !isNothing(tokenURL) && originOf(tokenURL) !== originOf(lent.url))
    throw new ConnectionError(
      `oauth2.tokenURL leads elsewhere, and the credentials of ${name} are used at its own origin only`
    )
  return {
    ...rest,
    ...(!hasOwn && credentials),
    ...(type === 'redis' && lent.properties['db'] && { db: rest['db'] || Number(lent.properties['db']) }),
    ...(lent.isInsecure && type !== 'postgres' && { tlsConfig: anyCertificate(isWeb) }),
    url: own[0] ?? (type === 'postgres' && lent.isInsecure ? withAnyCertificate(address) : address),
  }
}

function isReference(type: string, text: string, named: unknown): boolean {
  if (text.trim().startsWith(SCHEME)) return true
  const isAddress = text.includes('://') || (addressed.has(type) && /[(=@]/.test(text))
  return text === named && text.trim() !== '' && !isAddress
}

/**
 * The connection of a name, with nothing in it that is not used for `type`.
 * @throws {ConnectionError}
 */
export async function resolveConnection(
  type: string,
  name: string,
  namespace: string,
  open: ReadConnection
): Promise<ResolvedConnection> {
  const found = await open(name, namespace)
  if (typeof found === 'string') throw new ConnectionError(`${name} cannot be used: ${found.replace(/\.$/, '')}`)
  if (!found?.url) throw new ConnectionError(`there is no ${name} with an address`)
  const [unused] = Object.entries({ certificate: found.certificate, ...found.properties })
    .filter(([property, value]) => value !== '' && !(type === 'redis' && property === 'db'))
    .map(([property]) => property)
  const missing = unused ?? unsupportedIn(type, found.url)
  if (missing !== undefined) throw new ConnectionError(`${missing} of ${name} needs a Mission Control backend`)
  return found
}

/** The address of a connection without its user and password, and these. */
function apart({ url, username, password }: ResolvedConnection) {
  const address = url.includes('://') && URL.canParse(url) ? new URL(url) : undefined
  if (!address) return { address: url, username, password }
  const user = username || decodeURIComponent(address.username)
  const word = password || decodeURIComponent(address.password)
  address.username = ''
  address.password = ''
  return { address: address.href, username: user, password: word }
}

/** Whether there is TLS stays what the address says; the schemes of the web have no other word for it. */
const anyCertificate = (isWeb: boolean) => ({ ...(!isWeb && { enable: false }), insecureSkipVerify: true })

/** TLS stays what the address says of it. */
function withAnyCertificate(text: string): string {
  const address = new URL(text)
  const mode = address.searchParams.get('sslmode')
  if (mode !== null && mode !== 'disable') address.searchParams.set('sslmode', 'no-verify')
  return address.href
}

const originOf = (url: unknown): string | undefined =>
  typeof url === 'string' && /^https?:/i.test(url.trim()) && URL.canParse(url) ? new URL(url).origin : undefined

export const hasHostHeader = (headers: unknown): boolean =>
  Array.isArray(headers) && headers.some((one) => isRecord(one) && String(one['name']).trim().toLowerCase() === 'host')

const isNothing = (value: unknown): boolean => !value || (isRecord(value) && Object.keys(value).length === 0)
