import { createHash, randomBytes } from 'node:crypto'
import { addImpliedRoles } from '@/shared/access/policy'
import { DatabaseError, type Db, type Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { HttpError, PlainError } from '../../http/errors'
import type { Caller } from '../../http/route'
import { writeAccountEvent } from './change-account'
import { permissionsSql } from './rules'

/** A recognisable prefix lets scanners for leaked secrets find tokens. */
const PREFIX = 'mct_'
const shape = /^mct_[\w-]{43}$/

/** A random token of 256 bits cannot be guessed, so a fast hash protects it as well as a slow one would. */
const newToken = () => PREFIX + randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** The token of a request and the user name sent with it. */
type SentToken = { token: string; user: string }

/**
 * Reads the token of a request: `Authorization: Bearer`, or Basic with the user name `token` or that of an agent.
 * Undefined when the request has none; other credentials are checked then.
 */
export function readSentToken({ headers }: Request): SentToken | undefined {
  const [, scheme = '', given = ''] =
    /^(bearer|basic) +([^ ]{1,10000})$/i.exec(headers.get('Authorization') ?? '') ?? []
  if (scheme === '') return undefined
  if (scheme.toLowerCase() === 'bearer') return { token: given, user: 'token' }
  const text = Buffer.from(given, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const [user, token] = [text.slice(0, colon), text.slice(colon + 1)]
  return user === 'token' || token.startsWith(PREFIX) ? { token, user } : undefined
}

type FoundToken = {
  id: string
  isOver: boolean
  isOut: boolean
  person: Pick<Caller, 'id' | 'name' | 'email'>
  direct: string[]
  limit: string[] | null
  permissions: Caller['permissions']
}

/**
 * Resolves a token to its person, with the current rights.
 * @throws {PlainError} 400 when the token is invalid, 401 when it has expired or its person can no longer sign in.
 */
export async function authenticateToken(db: Db, { token, user }: SentToken): Promise<Caller> {
  // Other hash formats name their own cost. They are refused, because a caller could choose an expensive one.
  if (!shape.test(token)) throw new PlainError(400, 'invalid access token')
  const [found] = await db.query<FoundToken>(sql`
    select t.id, t.expires_at <= now() as "isOver",
      p.deleted_at is not null or coalesce(i.state, 'active') <> 'active' as "isOut",
      json_build_object('id', p.id, 'name', p.name, 'email', p.email) as person,
      (select coalesce(json_agg(v1 order by id), '[]') from casbin_rule where ptype = 'g' and v0 = p.id::text) as direct,
      d.roles as limit, ${permissionsSql(sql`p.id`)} as permissions
    from access_tokens t join people p on p.id = t.person_id
      left join identity.identities i on i.id = p.id left join identity.token_details d on d.token_id = t.id
    where t.value = ${hashOf(token)}`)
  if (!found || (user !== 'token' && user !== found.person.name)) throw new PlainError(400, 'invalid access token')
  if (found.isOver) throw new PlainError(401, 'access token has expired')
  if (found.isOut) throw new PlainError(401, 'Authorization Error')
  await noteUse(db, found.id)
  const { limit, direct, permissions } = found
  const roles = limit === null ? direct : direct.filter((role) => limit.includes(role))
  return {
    ...found.person,
    roles: addImpliedRoles(roles),
    permissions,
    token: { id: found.id, isLimited: limit !== null },
  }
}

const noteUse = (db: Db, id: string) =>
  db.run(sql`
    insert into identity.token_details (token_id, last_used_at) values (${id}, now())
    on conflict (token_id) do update set last_used_at = now()
      where token_details.last_used_at is null or token_details.last_used_at < now() - interval '1 minute'`)

type TokenRequest = { personId: string; name: string; expiresAt: Date; roles?: readonly string[] | undefined }

/** Creates a token for a person. The token text is returned once; only its hash is stored. */
export async function createToken(
  tx: Queryable,
  { personId, name, expiresAt, roles }: TokenRequest,
  actorId: string
): Promise<{ id: string; token: string }> {
  const token = newToken()
  const [row] = await refuseUsedName(
    tx.query<{ id: string }>(sql`
      insert into access_tokens (name, person_id, value, created_at, expires_at)
      values (${name}, ${personId}, ${hashOf(token)}, now(), ${expiresAt}) returning id::text`)
  )
  if (!row) throw new Error('an insert returns its row')
  await tx.run(sql`
    insert into identity.token_details (token_id, roles, made_by)
    values (${row.id}, ${roles ? toJsonText(roles) : null}::jsonb, ${actorId})`)
  await writeAccountEvent(tx, 'token.made', { id: personId, actorId }, { token: row.id, name })
  return { id: row.id, token }
}

async function refuseUsedName<T>(creation: Promise<T>): Promise<T> {
  try {
    return await creation
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '23505') throw error
    throw new HttpError(409, 'A token with this name already exists.')
  }
}

/** The tokens of a person, without the token texts. */
export const listTokens = (db: Queryable, personId: string) =>
  db.query(sql`
    select t.id, t.name, t.created_at, t.expires_at, d.last_used_at, d.roles
    from access_tokens t left join identity.token_details d on d.token_id = t.id
    where t.person_id = ${personId} order by t.created_at desc, t.id`)

/** @returns false when the person has no such token. */
export async function revokeToken(
  tx: Queryable,
  { personId, tokenId }: { personId: string; tokenId: string },
  actorId: string
): Promise<boolean> {
  const gone = await tx.run(sql`delete from access_tokens where id = ${tokenId} and person_id = ${personId}`)
  if (gone > 0) await writeAccountEvent(tx, 'token.revoked', { id: personId, actorId }, { token: tokenId })
  return gone > 0
}
