import type { Context } from 'hono'
import { z } from 'zod'
import { allows } from '@/shared/access/policy'
import type { Db, PersonReader } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { readBody } from '../../http/body'
import { HttpError } from '../../http/errors'
import { anySignedIn, defineRoute, requireCaller, type Route, type RouteEnv } from '../../http/route'
import { mayReadRelation } from '../../identity/access/authorise'
import { senders } from '../../platform/outside/notify/senders'
import { formatError } from '../../platform/outside/error-text'
import { preferencesSchema, readPreferences, storePreferences } from './preferences'

const PATH = '/api/_notification_preferences'
const MOST_CONNECTIONS = 500

/** The types of connections that receive messages. */
const types = senders.flatMap((one) => one.types)

/** A connection that can be chosen. Its address is left out, because it can contain secrets. */
type Choice = { id: string; name: string; namespace: string; type: string }

/**
 * How the caller wants to be notified. `person_id` names another person, which requires the right to update people.
 * Addresses are not accepted, so that no secret is stored here: a stored connection, or mail.
 */
export const preferenceRoutes = (db: Db): readonly Route[] => [
  defineRoute('GET', PATH, anySignedIn, async (context) => {
    const personId = await requirePerson(context)
    const [preferences, connections, [person]] = await Promise.all([
      readPreferences(db.requests, personId),
      listConnections(context),
      db.requests.query<{ email: string | null }>(sql`select email from people where id = ${personId}`),
    ])
    return context.json({ preferences, connections, email: person?.email ?? null })
  }),
  defineRoute('PUT', PATH, anySignedIn, async (context) => {
    if (requireCaller(context).token?.isLimited)
      throw new HttpError(403, 'access denied: a limited token cannot change how its person is notified')
    const personId = await requirePerson(context)
    const parsed = await readBody(context, preferencesSchema)
    if (!parsed.success) throw new HttpError(400, `bad request: ${formatError(parsed.error)}`)
    const { connectionId } = parsed.data
    if (connectionId !== null && !(await listConnections(context, connectionId)).length)
      throw new HttpError(400, 'You have no access to a connection with this id that receives notifications')
    await storePreferences(db.requests, personId, parsed.data)
    return context.json(await readPreferences(db.requests, personId))
  }),
]

/** @throws {HttpError} 400 for an invalid id, 403 without the right to update people, 404 for an unknown person. */
async function requirePerson(context: Context<RouteEnv>): Promise<string> {
  const { id } = requireCaller(context)
  const asked = context.req.query('person_id')
  if (asked === undefined || asked === id) return id
  if (!z.guid().safeParse(asked).success) throw new HttpError(400, `person_id is not an id: ${asked.slice(0, 100)}`)
  if (!allows(context.get('rules'), 'people', 'update'))
    throw new HttpError(403, 'access denied: you cannot update people')
  const [person] = await context.get('reader').query(sql`
    select from people where id = ${asked} and deleted_at is null`)
  if (!person) throw new HttpError(404, `There is no person with this id: ${asked}`)
  return asked
}

const listConnections = async (context: Context<RouteEnv>, id?: string): Promise<Choice[]> =>
  mayReadRelation(context.get('rules'))('connections') ? readConnections(context.get('reader'), id) : []

/** The connections that receive messages, or the one with this id, as the reader may see them. */
export const readConnections = (reader: PersonReader, id?: string): Promise<Choice[]> =>
  reader.query<Choice>(sql`
    select id::text, name, coalesce(namespace, '') as namespace, type from connections
    where deleted_at is null and type = any(${types}::text[]) and (${id ?? null}::uuid is null or id = ${id ?? null})
    order by name, namespace, id limit ${MOST_CONNECTIONS}`)
