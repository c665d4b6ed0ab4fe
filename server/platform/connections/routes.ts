import { z } from 'zod'
import type { AccessRule } from '@/shared/access/policy'
import type { Db } from '../../data/db/db'
import { HttpError } from '../../http/errors'
import { withRights, type Route, defineRoute } from '../../http/route'
import { findStoredConnection } from './connection'
import { listUses } from './usage'
import { testConnection, type TestTools } from './verdict'

/**
 * Tests of stored connections, and what uses them.
 * @param mayRead whether a caller with these rules may read a table
 */
export function connectionRoutes(
  db: Db,
  tools: TestTools,
  mayRead: (rules: readonly AccessRule[]) => (table: string) => boolean
): readonly Route[] {
  return [
    defineRoute('GET', '/api/connection/:id/_uses', withRights(['read', 'connection']), async (context) => {
      const id = z.guid().safeParse(context.req.param('id')).data
      const stored = id === undefined ? undefined : await findStoredConnection(db, id)
      if (!stored) throw new HttpError(404, 'connection was not found')
      return context.json(await listUses(stored, context.get('reader'), mayRead(context.get('rules'))))
    }),
    defineRoute(
      'POST',
      '/api/connection/test/:id',
      withRights(['read', 'connection'], ['update', 'connection']),
      async (context) => {
        const id = z.guid().safeParse(context.req.param('id')).data
        const stored = id === undefined ? undefined : await findStoredConnection(db, id)
        if (!stored) throw new HttpError(404, 'connection was not found')
        const verdict = await testConnection(stored, tools, context.req.raw.signal)
        if (verdict.is === 'ok') return context.json({ message: 'ok' })
        if (verdict.is === 'notImplemented') throw new HttpError(501, 'not implemented')
        throw new HttpError(400, verdict.reason)
      },
      { waitsFor: 'others' }
    ),
  ]
}
