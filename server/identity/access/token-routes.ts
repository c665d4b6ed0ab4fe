import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { DatabaseError, type Db, type Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { readBody } from '../../http/body'
import { HttpError } from '../../http/errors'
import {
  type RouteEnv,
  withRights,
  ownerOrRights,
  type Right,
  type Route,
  defineRoute,
  requireCaller,
} from '../../http/route'
import { listTokens, createToken, revokeToken } from './tokens'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const MOST_YEARS = 10
const MOST_TOKENS = 50

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u)
const tokenRequest = z.object({
  name,
  expires_at: z.iso.datetime({ offset: true }).optional(),
  /** Limits the token to these roles of its person. */
  roles: z.array(z.string().max(100)).max(20).optional(),
})
const agent = z.object({ name, properties: z.record(z.string(), z.json()).optional() })

/**
 * @returns the refusal of a request to create a token when the sign-in is too old; undefined when it is recent enough.
 */
type RefuseStale = (request: Request) => Promise<Response | undefined>

/**
 * Rights to list and revoke tokens of other people. Creating a token for a person grants that person's rights, so it
 * requires the right to assign roles.
 */
const revoking: Right[] = [
  ['update', 'auth'],
  ['update', 'people'],
]

/** Routes for the access tokens of programs. Requests are already authorised. */
export function tokenRoutes(db: Db, refuseStale: RefuseStale = async () => undefined): readonly Route[] {
  return [
    defineRoute('GET', '/api/auth/:id/tokens', ownerOrRights(...revoking), async (context) => {
      const id = personOf(context)
      return id === undefined ? tokenPersonNotFound(context) : context.json(await listTokens(db, id))
    }),

    defineRoute(
      'POST',
      '/api/auth/:id/tokens',
      ownerOrRights(['update', 'auth'], ['update', 'rbac']),
      async (context) => {
        refuseTokens(context)
        const stale = await refuseStale(context.req.raw)
        if (stale) return stale
        const body = await readBody(context, tokenRequest)
        if (!body.success) return invalid(context, body.error)
        const personId = personOf(context)
        const expiresAt = new Date(body.data.expires_at ?? Date.now() + YEAR_MS)
        const ahead = expiresAt.getTime() - Date.now()
        if (ahead <= 0 || ahead > MOST_YEARS * YEAR_MS)
          throw new HttpError(400, `A token must expire in the future, within ${MOST_YEARS} years.`)
        const created =
          personId !== undefined &&
          (await db.transaction(async (tx) => {
            const roles = await rolesOf(tx, personId)
            if (!roles) return undefined
            const stray = body.data.roles?.find((role) => !roles.includes(role))
            if (stray !== undefined)
              throw new HttpError(400, `Token roles must be roles of the person; this one is not: ${stray}.`)
            return createToken(tx, { personId, expiresAt, ...body.data }, requireCaller(context).id)
          }))
        if (!created) return tokenPersonNotFound(context)
        const { id, token } = created
        return context.json({ id, name: body.data.name, expires_at: expiresAt.toISOString(), access_token: token }, 201)
      }
    ),

    defineRoute('DELETE', '/api/auth/:id/tokens/:token', ownerOrRights(...revoking), async (context) => {
      const personId = personOf(context)
      const tokenId = z.guid().safeParse(context.req.param('token')).data
      const actorId = requireCaller(context).id
      const isGone =
        personId !== undefined &&
        tokenId !== undefined &&
        (await db.transaction((tx) => revokeToken(tx, { personId, tokenId }, actorId)))
      return isGone ? context.body(null, 204) : context.json({ error: 'Token not found' }, 404)
    }),

    defineRoute('POST', '/api/agent/generate', withRights(['update', 'agent']), async (context) => {
      refuseTokens(context)
      const body = await readBody(context, agent)
      if (!body.success) return invalid(context, body.error)
      const created = await db.transaction((tx) => createAgent(tx, body.data, requireCaller(context).id))
      return context.json(created, 201)
    }),

    defineRoute('POST', '/api/agent/token', withRights(['update', 'agent']), async (context) => {
      refuseTokens(context)
      const body = await readBody(context, z.object({ agentName: name }))
      if (!body.success) return invalid(context, body.error)
      const created = await db.transaction((tx) => addAgentToken(tx, body.data.agentName, requireCaller(context).id))
      return created ? context.json(created, 201) : context.json({ error: 'Agent not found' }, 404)
    }),
  ]
}

/** A stolen token must not be able to extend its life or create other tokens. */
function refuseTokens(context: Context<RouteEnv>): void {
  if (requireCaller(context).token)
    throw new HttpError(403, 'An access token cannot create tokens. Sign in to create one.')
}

/**
 * The roles assigned to a person; undefined when the person does not exist. @throws {HttpError} 409 when the person has
 * the maximum number of tokens.
 */
async function rolesOf(tx: Queryable, id: string): Promise<string[] | undefined> {
  const [person] = await tx.query(sql`select from people where id = ${id} and deleted_at is null for update`)
  if (!person) return undefined
  const [count] = await tx.query<{ count: number; roles: string[] }>(sql`
    select (select count(*) from access_tokens where person_id = ${id}) as count,
      (select coalesce(json_agg(v1), '[]') from casbin_rule where ptype = 'g' and v0 = ${id}) as roles`)
  if (count && count.count >= MOST_TOKENS)
    throw new HttpError(409, `The maximum of ${MOST_TOKENS} tokens is reached. Revoke one that is no longer used.`)
  return count?.roles
}

/** Creates an agent and the person that it signs in as, who has only the agent role. */
async function createAgent(
  tx: Queryable,
  { name: agentName, properties = {} }: z.infer<typeof agent>,
  actorId: string
) {
  const username = `agent-${randomBytes(6).toString('hex')}`
  const [person] = await tx.query<{ id: string }>(sql`
    insert into people (name, type, properties)
    values (${username}, 'agent', ${toJsonText({ ...properties, type: 'agent' })}::jsonb) returning id::text`)
  if (!person) throw new Error('an insert returns its row')
  await tx.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${person.id}, 'agent')`)
  try {
    await tx.run(sql`
      insert into agents (name, username, person_id, properties, created_by)
      values (${agentName}, ${username}, ${person.id}, ${toJsonText(properties)}::jsonb, ${actorId})`)
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '23505') throw error
    throw new HttpError(409, 'An agent with this name already exists.')
  }
  const expiresAt = new Date(Date.now() + YEAR_MS)
  const { token } = await createToken(tx, { personId: person.id, name: agentName, expiresAt }, actorId)
  return { id: person.id, username, access_token: token }
}

/** Creates another token for an agent. Its earlier tokens stay valid, because it may still run with one of them. */
async function addAgentToken(tx: Queryable, agentName: string, actorId: string) {
  const [found] = await tx.query<{ id: string; username: string }>(sql`
    select p.id::text, p.name as username from agents a join people p on p.id = a.person_id
    where a.name = ${agentName} and a.deleted_at is null and p.deleted_at is null`)
  if (!found || !(await rolesOf(tx, found.id))) return undefined
  const tokenName = `${agentName} ${new Date().toISOString()}`
  const expiresAt = new Date(Date.now() + YEAR_MS)
  const { token } = await createToken(tx, { personId: found.id, name: tokenName, expiresAt }, actorId)
  return { ...found, access_token: token }
}

const personOf = (context: Context) => z.guid().safeParse(context.req.param('id')).data

const invalid = (context: Context, error: z.ZodError) =>
  context.json({ error: z.prettifyError(error), message: 'Invalid request body' }, 400)

const tokenPersonNotFound = (context: Context) => context.json({ error: 'Person not found' }, 404)
