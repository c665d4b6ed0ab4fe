import { expect, inject, test } from 'vitest'
import { deferred } from '../../src/lib/deferred'
import { createQueuedDb, type DatabaseConnection, DatabaseError } from '../../server/data/db/db'
import { openPglite } from '../../server/data/db/pglite-connection'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import type { Caller, Route } from '../../server/http/route'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'
import { testVault } from '../helpers/vault'

// One person with the heaviest requests delays others only briefly. No test compares times: they compare orders.

const db = await testDatabase()
await db.script(organisation)

/** Both people send requests at the same time, so the request says who sends it. */
const callerOf = async (request: Request): Promise<Caller> => {
  const isAda = request.headers.get('X-Person') === 'ada'
  return { id: id(isAda ? 1 : 2), name: isAda ? 'Ada' : 'Bo', email: null, roles: ['admin'], permissions: [] }
}

/** Sends requests as a person. */
const sender =
  (app: { fetch(request: Request): Response | Promise<Response> }, person: 'ada' | 'bo') =>
  async (path: string, { headers = {}, ...init }: { method?: string; body?: string; headers?: object } = {}) =>
    app.fetch(new Request(`http://console.test${path}`, { ...init, headers: { ...headers, 'X-Person': person } }))

const nameOf = ({ method, path }: Route) => `${method} ${path}`

/** A request for a route, with ids that nothing has. */
const requestOf = ({ method, path }: Route): Parameters<ReturnType<typeof sender>> => [
  path.replaceAll(/:\w+(\{[^}]*\}\})?/g, id(99)),
  method === 'POST'
    ? { method, body: '{}', headers: { 'Content-Type': 'application/json', 'Content-Length': '2' } }
    : { method },
]

test('only routes that wait for something else than the database take no turn', async () => {
  const { routes } = await consoleApp(db)
  const others = routes.filter(({ callers, waitsFor }) => callers.are !== 'open' && waitsFor !== 'database')
  expect(others.map(nameOf)).toEqual([
    'GET /api/_charts/:id',
    'POST /api/canary/run/check/:id',
    'POST /api/canary/explain/check/:id',
    'POST /api/canary/explain',
    'POST /api/connection/test/:id',
    'POST /api/notification/_test',
    'POST /api/config/run/:id',
    'POST /api/canary/run/topology/:id',
    'POST /api/logs',
  ])
})

test('two running requests of a person delay their requests on every other route, and those of no other person', async () => {
  const { promise: allowed, resolve: allow } = deferred<void>()
  const { app, routes } = await consoleApp(db, {
    callerOf,
    relational: async () => {
      await allowed
      return Response.json([])
    },
  })
  const [asAda, asBo] = [sender(app, 'ada'), sender(app, 'bo')]
  const running = [1, 2].map(() => asAda('/api/db/agents'))
  const begun: string[] = []
  const delayed: Promise<unknown>[] = []
  const inTurn = routes.filter(
    ({ path, callers, waitsFor }) => path !== '/api/db/*' && callers.are !== 'open' && waitsFor === 'database'
  )
  expect(inTurn.length).toBeGreaterThan(20)
  for (const route of inTurn) {
    delayed.push(asAda(...requestOf(route)).then(() => begun.push(nameOf(route))))
    // Sent later, answered first.
    await asBo(...requestOf(route))
    expect(begun).toEqual([])
  }
  allow()
  await Promise.all([...running, ...delayed])
  expect(begun.toSorted()).toEqual(inTurn.map(nameOf).toSorted())
})

/** The embedded database, in which reads of changes do not end until they are cancelled or `release` is called. */
async function slowApp(readMs: number) {
  const real = await openPglite(undefined, inject('databaseTemplate'))
  await real.script(organisation)
  const events: string[] = []
  let cancel: (() => void) | undefined
  const { promise: released, resolve: release } = deferred<void>()
  const connection: DatabaseConnection = {
    ...real,
    cancel: () => cancel?.(),
    query: (text, values, limitMs) => {
      if (!/config_changes"|catalog_changes/.test(text)) return real.query(text, values)
      events.push('slow')
      return new Promise((resolve, reject) => {
        void released.then(() => resolve(real.query(text, values)))
        const timer = setTimeout(() => cancel?.(), limitMs)
        cancel = () => {
          clearTimeout(timer)
          cancel = undefined
          events.push('cancelled')
          // As Postgres does: the transaction has failed.
          real.query('select 1/0', []).catch(() => reject(new DatabaseError('canceling statement', '57014')))
        }
      })
    },
  }
  const slow = createQueuedDb(connection, { readMs, writeMs: readMs })
  const relational = createRelational({ cache: await loadSchemaCache(slow), now: () => new Date(), vault: testVault })
  const { app } = await consoleApp(slow, { relational, callerOf })
  return { asAda: sender(app, 'ada'), asBo: sender(app, 'bo'), events, release, close: () => slow.close() }
}

const isExternal = process.env['TEST_DATABASE_URL'] !== undefined

test.skipIf(isExternal)('requests of others are answered while the reads of one person do not end', async () => {
  const { asAda, asBo, events, release, close } = await slowApp(60_000)
  const heavy = Array.from({ length: 6 }, () => asAda('/api/db/config_changes?select=id'))
  let isHeavyAnswered = false
  void Promise.race(heavy).then(() => (isHeavyAnswered = true))
  await expect.poll(() => events).toContain('slow')
  for (const path of ['/api/canary/api/summary', '/api/db/checks?select=id', '/api/auth/whoami']) {
    const { status } = await asBo(path)
    expect([path, status, isHeavyAnswered]).toEqual([path, 200, false])
  }
  expect(events.slice(0, 2)).toEqual(['slow', 'cancelled'])
  release()
  for (const { status } of await Promise.all(heavy)) expect(status).toBe(200)
  await close()
})

test.skipIf(isExternal)('a read that takes too long is refused with 503 and the time to wait', async () => {
  const { asAda, events, close } = await slowApp(20)
  const refused = await asAda('/api/db/config_changes?select=id')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '3'])
  expect(await refused.json()).toMatchObject({ code: '57014', hint: expect.stringContaining('Request less') })
  const other = await asAda('/api/catalog/changes')
  expect([other.status, other.headers.get('Retry-After')]).toEqual([503, '3'])
  expect(await other.json()).toEqual({ error: expect.stringContaining('did not complete the request in time') })
  expect(events).toEqual(['slow', 'cancelled', 'slow', 'cancelled'])
  await close()
})
