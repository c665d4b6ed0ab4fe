import { parse as parseCookies } from 'hono/utils/cookie'
import type { Logger } from 'pino'
import { addImpliedRoles } from '../../src/shared/access/policy'
import { readCaller } from './access/people'
import type { Accounts } from './open-accounts'
import type { Db } from '../data/db/db'
import { createFetchedKeys, type ResolveKey, createPinnedKey } from './hosted/keys'
import { findOrCreatePerson } from './hosted/people'
import type { HostedSettings } from './hosted/settings'
import { validateToken } from './hosted/token'
import { HttpError } from '../http/errors'
import { isLoopback } from '../platform/outside/networks'

type Opening = {
  db: Db
  log: Logger
  settings: HostedSettings
  now?: () => Date
  /** Fetches an address of the sign-in service. */
  fetch?: typeof fetch
}

const PATIENCE_MS = 5000

/** Sign-in with a hosted service: its verified token identifies the caller. */
export function openHostedAccounts({
  db,
  log,
  settings,
  now = () => new Date(),
  fetch: get = fetch,
}: Opening): Accounts {
  const { host, members, publicUrl } = settings
  if (!members) throw new Error('The organisation of hosted sign-in is missing')
  const issuer = `https://${host}`
  const keys: ResolveKey =
    members.publicKey === undefined
      ? createFetchedKeys({ now, fetchKeys: () => fetchJson(get, `${issuer}/.well-known/jwks.json`) })
      : createPinnedKey(members.publicKey)
  const keyOf: ResolveKey = async (id) => {
    try {
      return await keys(id)
    } catch (error) {
      log.error({ err: error, host }, 'the keys of the sign-in service could not be fetched')
      throw new HttpError(503, 'The session could not be verified: the sign-in service does not respond.')
    }
  }
  const isOurOrigin = (origin: string) =>
    publicUrl ? origin === publicUrl.origin : URL.canParse(origin) && isLoopback(new URL(origin).hostname)
  return {
    name: 'hosted sign-in',
    async callerOf(request) {
      const token = tokenOf(request)
      if (token === undefined) return undefined
      const { organisation } = members
      const holder = await validateToken(token, { issuer, organisation, isOurOrigin, keyOf, now: now() })
      const id = holder && (await findOrCreatePerson(db, holder))
      const person = id === undefined ? undefined : await readCaller(db, id)
      // The role at the service, and the roles assigned here.
      return holder && person && { ...person, roles: addImpliedRoles([...person.roles, holder.role]) }
    },
  }
}

const SESSION_COOKIE = '__session'

/** A bearer token, or the cookie of the sign-in service. Several cookies of that name are ignored. */
function tokenOf({ headers }: Request): string | undefined {
  const [, bearer] = /^Bearer +([\w.-]+)$/i.exec(headers.get('Authorization') ?? '') ?? []
  if (headers.has('Authorization')) return bearer
  const cookies = headers.get('Cookie') ?? ''
  const isOnly = [...cookies.matchAll(/(?:^|;)\s*__session\s*=/g)].length === 1
  return isOnly ? parseCookies(cookies, SESSION_COOKIE)[SESSION_COOKIE] : undefined
}

async function fetchJson(get: typeof fetch, address: string): Promise<unknown> {
  const answer = await get(address, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.json()
}
