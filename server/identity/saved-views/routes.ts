import type { Context } from 'hono'
import { z } from 'zod'
import { allows } from '@/shared/access/policy'
import { areaObjects } from '@/shared/access/role-table'
import { savedViewLimits } from '@/shared/saved-views'
import type { Db, Transaction } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { readBody } from '../../http/body'
import { HttpError } from '../../http/errors'
import { anySignedIn, defineRoute, requireCaller, type Route, type RouteEnv } from '../../http/route'
import { formatError } from '../../platform/outside/error-text'

const PATH = '/api/_saved_views'

const schema = z.object({
  name: z.string().trim().min(1, 'Must not be empty').max(savedViewLimits.name),
  address: z
    .string()
    .max(savedViewLimits.address)
    .regex(savedViewLimits.path, 'Must be the path of a page of the console'),
  shared: z.boolean(),
})

type StoredView = { is_shared: boolean; created_by: string; is_deleted: boolean }

/**
 * Saved views of the caller, and those that are shared with all users. A private view does not exist for other callers.
 * A shared view belongs to its author; other callers need the right to change what all users see.
 */
export const savedViewRoutes = (db: Db): readonly Route[] => [
  defineRoute('GET', PATH, anySignedIn, async (context) => {
    const { id } = requireCaller(context)
    const views = await db.requests.query(sql`
      select saved_views.id::text, saved_views.name, address, is_shared as shared, created_by = ${id} as own,
        people.name as author
      from console.saved_views join people on people.id = created_by
      where saved_views.deleted_at is null and (created_by = ${id} or is_shared)
      order by own desc, lower(saved_views.name), saved_views.id
      limit ${savedViewLimits.listed}`)
    return context.json({ views, mayShare: mayShare(context) })
  }),
  defineRoute('PUT', `${PATH}/:id`, anySignedIn, async (context) => {
    const viewId = requireId(context)
    const caller = requireWriter(context)
    const parsed = await readBody(context, schema)
    if (!parsed.success) throw new HttpError(400, `bad request: ${formatError(parsed.error)}`)
    const { name, address, shared } = parsed.data
    await db.requests.transaction(async (session) => {
      const known = await findView(session, viewId)
      if (known) requireAccess(context, known)
      // The view would not exist for this caller any more, who could not undo the change.
      if (known && known.created_by !== caller && !shared)
        throw new HttpError(403, 'access denied: only the author can make this view private')
      if (shared && !known?.is_shared && !mayShare(context))
        throw new HttpError(403, 'access denied: sharing a view requires the right to change what all users see')
      if (!known || known.is_deleted) await requireRoom(session, known?.created_by ?? caller)
      await session.run(sql`
        insert into console.saved_views (id, name, address, is_shared, created_by)
        values (${viewId}, ${name}, ${address}, ${shared}, ${caller})
        on conflict (id) do update set name = excluded.name, address = excluded.address,
          is_shared = excluded.is_shared, deleted_at = null`)
    })
    return context.json({ id: viewId, ...parsed.data })
  }),
  defineRoute('DELETE', `${PATH}/:id`, anySignedIn, async (context) => {
    const viewId = requireId(context)
    requireWriter(context)
    await db.requests.transaction(async (session) => {
      const known = await findView(session, viewId)
      if (!known || known.is_deleted) throw notFound()
      requireAccess(context, known)
      await session.run(sql`update console.saved_views set deleted_at = now() where id = ${viewId}`)
      await purgeDeleted(session, known.created_by)
    })
    return context.body(null, 204)
  }),
]

const mayShare = (context: Context<RouteEnv>) =>
  areaObjects.database.write.every((object) => allows(context.get('rules'), object, 'update'))
const notFound = () => new HttpError(404, 'There is no saved view with this id')

/** The row stays locked until the transaction ends, so that it cannot change between the check and the write. */
async function findView(session: Transaction, id: string): Promise<StoredView | undefined> {
  const [view] = await session.query<StoredView>(sql`
    select is_shared, created_by::text, deleted_at is not null as is_deleted
    from console.saved_views where id = ${id} for update`)
  return view
}

/** @throws {HttpError} 404 for a private view of another person, 403 for a shared one without the right. */
function requireAccess(context: Context<RouteEnv>, view: StoredView): void {
  if (view.created_by === requireCaller(context).id) return
  if (!view.is_shared) throw notFound()
  if (!mayShare(context)) throw new HttpError(403, 'access denied: this view belongs to another person')
}

/** @throws {HttpError} 409 if the person has the maximum number of views. */
async function requireRoom(session: Transaction, person: string): Promise<void> {
  const [row] = await session.query<{ count: number }>(sql`
    select count(*)::int as count from console.saved_views
    where created_by = ${person} and deleted_at is null`)
  if ((row?.count ?? 0) >= savedViewLimits.views)
    throw new HttpError(
      409,
      `The limit of ${savedViewLimits.views} saved views per person is reached. Delete one first.`
    )
}

/** Removes the deleted views of a person that are too many or too old for an undo. */
async function purgeDeleted(session: Transaction, person: string): Promise<void> {
  await session.run(sql`
    delete from console.saved_views
    where created_by = ${person} and deleted_at is not null and (deleted_at < now() - interval '1 day' or id not in (
      select id from console.saved_views where created_by = ${person} and deleted_at is not null
      order by deleted_at desc, id limit ${savedViewLimits.views}))`)
}

function requireId(context: Context<RouteEnv>): string {
  const id = context.req.param('id') ?? ''
  if (!z.guid().safeParse(id).success) throw new HttpError(400, `${id.slice(0, 100)} is not an id`)
  return id
}

function requireWriter(context: Context<RouteEnv>): string {
  const { id, token } = requireCaller(context)
  if (token?.isLimited) throw new HttpError(403, 'access denied: a limited token cannot change the views of its person')
  return id
}
