import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { IdentityError } from '../http/errors'
import {
  type Client,
  clearSessionCookie,
  endpointAddress,
  type Exchange,
  rotateCsrfSecret,
  setSessionCookie,
} from '../http/exchange'
import { identityBody, identityColumn, parseIdentity, type IdentityRow } from '../accounts/identities'
import { sha256 } from '../keys'
import { rememberDevice } from '../limits/known-device'
import type { Aal, SessionDevice, Identity, AuthenticationMethod, IdentityService, Session } from '../types'

const TOKEN_BYTES = 32

const newToken = ({ random }: IdentityService) => random(TOKEN_BYTES).toString('base64url')

type Row = {
  id: string
  aal: Aal
  methods: AuthenticationMethod[]
  devices: SessionDevice[]
  issuedAt: Date
  authenticatedAt: Date
  expiresAt: Date
  identity: IdentityRow
}

const columns = sql`s.id, s.aal, s.methods, s.devices, s.issued_at as "issuedAt",
  s.authenticated_at as "authenticatedAt", s.expires_at as "expiresAt", ${identityColumn} as identity`

const sessionOf = ({ identity, ...rest }: Row): Session => ({ ...rest, identity: parseIdentity(identity) })

/** The session of a token, if valid: not revoked, not expired, recently used, and of an active identity. */
export async function findSession(service: IdentityService, token: string | undefined): Promise<Session | undefined> {
  if (!token) return undefined
  const [row] = await service.db.query<Row & { lastUsedAt: Date }>(sql`
    select ${columns}, s.last_used_at as "lastUsedAt"
    from identity.sessions s join identity.identities i on i.id = s.identity_id
    where s.token_hash = ${sha256(token)} and ${stillCounts(service)} and i.state = 'active'`)
  if (!row) return undefined
  const { lastUsedAt, ...rest } = row
  await noteUse(service, rest.id, lastUsedAt)
  return sessionOf(rest)
}

/** Whether a session, a row of `identity.sessions` named `s`, is not revoked, not expired and recently used. */
function stillCounts({ config: { lifetimes }, now }: IdentityService) {
  const isUsed =
    lifetimes.idleMs === null ? sql`true` : sql`s.last_used_at > ${new Date(now().getTime() - lifetimes.idleMs)}`
  return sql`s.revoked_at is null and s.expires_at > ${now()} and ${isUsed}`
}

const NOTED_EVERY_MS = 60_000

/** Extends a used session. Stored at most once a minute, because every call of the console uses the session. */
async function noteUse({ db, now, config }: IdentityService, id: string, lastUsedAt: Date): Promise<void> {
  const { idleMs } = config.lifetimes
  if (idleMs === null || now().getTime() - lastUsedAt.getTime() < Math.min(NOTED_EVERY_MS, idleMs / 2)) return
  await db.run(sql`update identity.sessions set last_used_at = ${now()} where id = ${id}`)
}

export const readExchangeSession = (service: IdentityService, { token }: Exchange): Promise<Session | undefined> =>
  findSession(service, token)

/** The highest assurance level that an identity can reach. */
const highestAal = ({ secondFactors }: Identity): Aal => (secondFactors.length > 0 ? 'aal2' : 'aal1')

/** Whether a session is below the assurance level that its identity requires. */
export const needsSecondFactor = (
  { config }: IdentityService,
  { aal, identity }: Pick<Session, 'aal' | 'identity'>
): boolean => config.requiredAal === 'highest_available' && highestAal(identity) === 'aal2' && aal === 'aal1'

/** Whether the last authentication is recent enough to change credentials. */
export const isPrivileged = ({ config, now }: IdentityService, { authenticatedAt }: Session): boolean =>
  now().getTime() - authenticatedAt.getTime() < config.lifetimes.privilegedMs

/** The address at which a browser proves a second factor. */
export const secondFactorAddress = (exchange: Exchange, returnTo?: string) =>
  endpointAddress(exchange, '/self-service/login/browser', { aal: 'aal2', return_to: returnTo })

export const aal2RequiredError = (exchange: Exchange, returnTo?: string): IdentityError => {
  const redirect_browser_to = secondFactorAddress(exchange, returnTo)
  return new IdentityError(403, {
    id: 'session_aal2_required',
    reason: 'This account requires a second factor. Complete the sign-in.',
    details: { redirect_browser_to },
    redirect_browser_to,
  })
}

/** Two factors require a first factor; a second factor alone counts as one. */
const aalOf = (methods: readonly AuthenticationMethod[]): Aal =>
  methods.some(({ aal }) => aal === 'aal1') && methods.some(({ aal }) => aal === 'aal2') ? 'aal2' : 'aal1'

const proof = (method: AuthenticationMethod['method'], at: Date): AuthenticationMethod => ({
  method,
  aal: method === 'password' || method === 'code_recovery' ? 'aal1' : 'aal2',
  completed_at: at.toISOString(),
})

const deviceOf = ({ address, userAgent }: Client): SessionDevice => ({
  id: randomUUID(),
  ip_address: address,
  user_agent: userAgent,
  location: '',
})

/**
 * Starts a new session, which replaces any session of the browser, and sets its cookies.
 * @param tx the transaction that verified the credential.
 */
export async function startSession(
  service: IdentityService,
  exchange: Exchange,
  identity: Identity,
  method: AuthenticationMethod['method'],
  tx: Queryable = service.db
): Promise<Session> {
  const now = service.now()
  const token = newToken(service)
  const methods = [proof(method, now)]
  const session: Session = {
    id: randomUUID(),
    identity,
    aal: aalOf(methods),
    methods,
    devices: [deviceOf(exchange.client)],
    issuedAt: now,
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + service.config.lifetimes.sessionMs),
  }
  if (exchange.token !== undefined) await revokeToken(service, exchange.token, tx)
  await tx.run(sql`
    insert into identity.sessions
      (id, identity_id, token_hash, aal, methods, devices, issued_at, authenticated_at, last_used_at, expires_at)
    values (
      ${session.id}, ${identity.id}, ${sha256(token)}, ${session.aal}, ${toJsonText(methods)}, ${toJsonText(session.devices)},
      ${now}, ${now}, ${now}, ${session.expiresAt}
    )`)
  await tx.run(sql`update people set last_login = ${now} where id = ${identity.id}`)
  setSessionCookie(service, exchange, token, session.expiresAt)
  rotateCsrfSecret(service, exchange)
  if (!needsSecondFactor(service, session)) rememberDevice(service, exchange, identity.id)
  return session
}

/**
 * Adds an authentication method to a session under a new token, so that the old token becomes void.
 * @param extend whether the session also lives longer; setting up a second factor does not extend it.
 */
export async function strengthenSession(
  service: IdentityService,
  exchange: Exchange,
  session: Session,
  method: AuthenticationMethod['method'],
  tx: Queryable = service.db,
  extend = true
): Promise<Session> {
  const now = service.now()
  const token = newToken(service)
  const methods = [...session.methods.filter((one) => one.method !== method), proof(method, now)]
  const next: Session = {
    ...session,
    methods,
    aal: aalOf(methods),
    authenticatedAt: now,
    expiresAt: extend ? new Date(now.getTime() + service.config.lifetimes.sessionMs) : session.expiresAt,
  }
  const changed = await tx.run(sql`
    update identity.sessions set token_hash = ${sha256(token)}, methods = ${toJsonText(methods)}, aal = ${next.aal},
      authenticated_at = ${now}, last_used_at = ${now}, expires_at = ${next.expiresAt}
    where id = ${session.id} and token_hash = ${sha256(exchange.token ?? '')} and revoked_at is null`)
  // A parallel request with the same cookie was faster, or the session was ended.
  if (!changed)
    throw new IdentityError(401, { id: 'session_inactive', reason: 'The session has ended in the meantime.' })
  setSessionCookie(service, exchange, token, next.expiresAt)
  if (!needsSecondFactor(service, next)) rememberDevice(service, exchange, next.identity.id)
  return next
}

/** Moves the session to a new token, for example after a password change. */
export async function rotateToken(
  service: IdentityService,
  exchange: Exchange,
  session: Session,
  tx: Queryable = service.db
) {
  const token = newToken(service)
  await tx.run(sql`
    update identity.sessions set token_hash = ${sha256(token)} where id = ${session.id} and revoked_at is null`)
  setSessionCookie(service, exchange, token, session.expiresAt)
}

const revokeToken = ({ now }: IdentityService, token: string, tx: Queryable) =>
  tx.run(sql`
    update identity.sessions set revoked_at = ${now()} where token_hash = ${sha256(token)} and revoked_at is null`)

/** Ends the sessions of an identity. @param except id of a session to keep. @returns the number of sessions ended. */
export const revokeSessions = (
  { db, now }: IdentityService,
  identityId: string,
  except?: string,
  tx: Queryable = db
): Promise<number> =>
  tx.run(sql`
    update identity.sessions set revoked_at = ${now()}
    where identity_id = ${identityId} and revoked_at is null and expires_at > ${now()}
      and id is distinct from ${except ?? null}::uuid`)

/** Ends one session of an identity. @returns whether it existed. */
export const revokeSession = async ({ db, now }: IdentityService, identityId: string, id: string): Promise<boolean> =>
  (await db.run(sql`
    update identity.sessions set revoked_at = ${now()}
    where id = ${id} and identity_id = ${identityId} and revoked_at is null and expires_at > ${now()}`)) > 0

/** Signs the browser out. */
export async function endSession(service: IdentityService, exchange: Exchange, session: Session): Promise<void> {
  await revokeSession(service, session.identity.id, session.id)
  clearSessionCookie(exchange)
  rotateCsrfSecret(service, exchange)
}

/** The other valid sessions of an identity, newest first; `total` counts all pages. */
export async function readOtherSessions(
  service: IdentityService,
  session: Session,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ sessions: (Session & { lastUsedAt: Date })[]; total: number }> {
  const others = sql`s.identity_id = ${session.identity.id} and s.id <> ${session.id} and ${stillCounts(service)}`
  const rows = await service.db.query<Row & { lastUsedAt: Date }>(sql`
    select ${columns}, s.last_used_at as "lastUsedAt" from identity.sessions s join identity.identities i on i.id = s.identity_id
    where ${others} order by s.authenticated_at desc, s.id limit ${limit} offset ${offset}`)
  const [count] = await service.db.query<{ total: number }>(sql`
    select count(*)::int as total from identity.sessions s where ${others}`)
  const sessions = rows.map(({ lastUsedAt, ...row }) => ({ ...sessionOf(row), lastUsedAt }))
  return { sessions, total: count?.total ?? 0 }
}

/** The response body of a session. */
export const sessionBody = (exchange: Exchange, session: Session) => ({
  id: session.id,
  active: true,
  expires_at: session.expiresAt.toISOString(),
  authenticated_at: session.authenticatedAt.toISOString(),
  authenticator_assurance_level: session.aal,
  authentication_methods: session.methods,
  issued_at: session.issuedAt.toISOString(),
  identity: identityBody(exchange, session.identity),
  devices: session.devices,
})
