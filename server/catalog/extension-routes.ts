import { z } from 'zod'
import type { PersonReader } from '../data/db/db'
import { sql } from '../data/db/sql'
import { HttpError } from '../http/errors'
import { type Route, defineRoute, withRights } from '../http/route'

const readers = withRights(['read', 'catalog'])

/** Views, plugins and the dashboard, which an installation adds to pages. This backend has none; other clients request them. */
export const extensionRoutes: readonly Route[] = [
  defineRoute('GET', '/api/view/list', readers, async (context) => {
    const id = context.req.query('config_id')
    if (!id) throw new HttpError(400, 'config_id is required')
    await requireItem(context.get('reader'), id)
    return context.json([])
  }),
  defineRoute('GET', '/api/plugins', readers, async (context) => {
    const id = context.req.query('config_id')
    if (id) await requireItem(context.get('reader'), id)
    return context.json([])
  }),
  defineRoute('GET', '/api/dashboard', readers, () => {
    throw new HttpError(404, 'This backend has no dashboard.')
  }),
]

/** @throws {HttpError} for an invalid id, and for an item that does not exist or that the caller may not see. */
async function requireItem(db: PersonReader, id: string): Promise<void> {
  if (!z.guid().safeParse(id).success) throw new HttpError(400, `config_id is not an id: ${id.slice(0, 100)}`)
  const found = await db.query(sql`select from config_items where id = ${id}`)
  if (found.length === 0) throw new HttpError(404, `There is no config item with this id: ${id}`)
}
