import { z } from 'zod'
import { sql } from '../data/db/sql'
import { HttpError } from '../http/errors'
import { type Route, defineRoute, withRights } from '../http/route'

const readers = withRights(['read', 'catalog'])

/** Views and plugins that an installation adds to pages. This backend has none; other clients request them. */
export const extensionRoutes: readonly Route[] = [
  ...['/api/view/list', '/api/plugins'].map((path) =>
    defineRoute('GET', path, readers, async (context) => {
      const id = context.req.query('config_id')
      if (!id) throw new HttpError(400, 'config_id is required')
      if (!z.guid().safeParse(id).success) throw new HttpError(400, `config_id is not an id: ${id.slice(0, 100)}`)
      const found = await context.get('reader').query(sql`select from config_items where id = ${id}`)
      if (found.length === 0) throw new HttpError(404, `There is no config item with this id: ${id}`)
      return context.json([])
    })
  ),
  defineRoute('GET', '/api/dashboard', readers, () => {
    throw new HttpError(404, 'This backend has no dashboard.')
  }),
]
