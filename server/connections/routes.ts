import { Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '../db/db'
import { HttpError } from '../http/errors'
import { findStored } from './connection'
import { testConnection, type TestTools } from './verdict'

/** Tests of stored connections, below `/api/connection`. Authorisation has happened. */
export function connectionRoutes(db: Db, tools: TestTools): Hono {
  const app = new Hono()

  app.post('/test/:id', async (context) => {
    const id = z.guid().safeParse(context.req.param('id')).data
    const stored = id === undefined ? undefined : await findStored(db, id)
    if (!stored) throw new HttpError(404, 'connection was not found')
    const verdict = await testConnection(stored, tools, context.req.raw.signal)
    if (verdict.is === 'ok') return context.json({ message: 'ok' })
    if (verdict.is === 'notImplemented') throw new HttpError(501, 'not implemented')
    throw new HttpError(400, verdict.reason)
  })

  return app
}
