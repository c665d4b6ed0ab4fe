import { findStoredCheckType } from '../../../src/shared/health/check-types'
import { isRecord } from '@/shared/document/value'
import { findUnsupportedFeature } from './sql-address'

/** Why a stored connection cannot be resolved, as a sentence without capital letter and full stop. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** A stored connection with its secrets in plain text. Missing values are empty. */
export type ResolvedConnection = {
  /** The type as in the forms: `http`, `email`, `slackwebhook` and so on. */
  type: string
  url: string
  username: string
  password: string
  certificate: string
  properties: Readonly<Record<string, string>>
  /** Accept any certificate. */
  isInsecure: boolean
}

/**
 * Resolves a connection by its reference in a namespace, and registers its secrets for redaction
 * (`outside/redaction.ts`).
 * @returns undefined when there is none; an error message when it cannot be opened.
 */
export type ReadConnection = (reference: string, namespace: string) => Promise<ResolvedConnection | string | undefined>

const SCHEME = 'connection://'

/** Types whose addresses may have no scheme. */
const addressed = new Set(['mssql', 'mysql'])

/** Whether a member of a check may contain the name of a connection. */
export const acceptsConnection = (type: string, member: string): boolean =>
  findStoredCheckType(type)?.connects !== undefined && ['url', 'endpoint', 'host', 'connection'].includes(member)

/** `specsWithConnections` in `server/identity/access/required-rights.ts` applies the same rules to stored specs. */
export function namesConnection(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(SCHEME)
  if (!isRecord(value) && !Array.isArray(value)) return false
  const { connection } = value as { connection?: unknown }
  if (typeof connection === 'string' && connection !== '' && !connection.includes('://')) return true
  return Object.values(value).some(namesConnection)
}

/**
 * A check in which its stored connection replaces the connection's name. Credentials of a connection are only for its
 * own origin, so a check that sends them elsewhere, or accepts any certificate, gets none.
 * @throws {ConnectionError} when the check may not use the connection.
 */
export async function withConnection(
  { type, spec, namespace }: { type: string; spec: unknown; namespace?: string | null | undefined },
  open: ReadConnection
): Promise<unknown> {
  const connects = findStoredCheckType(type)?.connects
  if (connects === undefined || !isRecord(spec)) return spec
  const isWeb = connects === 'web'
  const { connection: named, url, endpoint, host, addr, ...rest } = spec
  const reference = [named, url, endpoint, host]
    .filter((one) => typeof one === 'string')
    .find((one) => isReference(type, one, named))
  if (reference === undefined) return spec
  const name = reference.trim()
  const resolved = await resolveConnection(type, name, namespace ?? 'default', open)
  const own = [named, url, endpoint, host, addr].filter((one) => Boolean(one) && one !== reference)
  const leadsElsewhere = own.some(
    (one) => !isWeb || originOf(one) === undefined || originOf(one) !== originOf(resolved.url)
  )
  if (leadsElsewhere)
    throw new ConnectionError(`the check has an address of its own, but ${name} may only be used at its own address`)
  if (!isNothing(rest['tlsConfig']))
    throw new ConnectionError(`the check has a tlsConfig, but ${name} sets which certificates are accepted`)
  if (isWeb && hasHostHeader(rest['headers']))
    throw new ConnectionError(`the check has a Host header, but ${name} may only be used at its own host`)
  const { address, ...credentials } = splitCredentials(resolved)
  const hasOwn = ['username', 'password', 'auth'].some((member) => !isNothing(rest[member]))
  const { tokenURL } = isRecord(rest['oauth2']) ? rest['oauth2'] : {}
  if (!hasOwn && !isNothing(tokenURL) && originOf(tokenURL) !== originOf(resolved.url))
    throw new ConnectionError(
      `oauth2.tokenURL has another origin, but the credentials of ${name} may only be used at its own`
    )
  return {
    ...rest,
    ...(!hasOwn && credentials),
    ...(type === 'redis' && resolved.properties['db'] && { db: rest['db'] || Number(resolved.properties['db']) }),
    ...(resolved.isInsecure && type !== 'postgres' && { tlsConfig: anyCertificate(isWeb) }),
    url: own[0] ?? (type === 'postgres' && resolved.isInsecure ? withAnyCertificate(address) : address),
  }
}

function isReference(type: string, text: string, named: unknown): boolean {
  if (text.trim().startsWith(SCHEME)) return true
  const isAddress = text.includes('://') || (addressed.has(type) && /[(=@]/.test(text))
  return text === named && text.trim() !== '' && !isAddress
}

/**
 * Resolves a connection and checks that `type` supports all of its values.
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
  const missing = unused ?? findUnsupportedFeature(type, found.url)
  if (missing !== undefined) throw new ConnectionError(`${missing} of ${name} needs a Mission Control backend`)
  return found
}

/** Splits a connection into its address without credentials, and the credentials. */
function splitCredentials({ url, username, password }: ResolvedConnection) {
  const address = url.includes('://') && URL.canParse(url) ? new URL(url) : undefined
  if (!address) return { address: url, username, password }
  const user = username || decodeURIComponent(address.username)
  const word = password || decodeURIComponent(address.password)
  address.username = ''
  address.password = ''
  return { address: address.href, username: user, password: word }
}

/** For databases the address still decides whether TLS is used; web addresses decide it by their scheme. */
const anyCertificate = (isWeb: boolean) => ({ ...(!isWeb && { enable: false }), insecureSkipVerify: true })

/** The address still decides whether TLS is used. */
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
