import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import {
  findAccessObject,
  findReadObject,
  offeredRelations,
  readOnlyRelations,
} from '../../server/identity/access/relations'
import { type RouteEnv, registerRoutes, open, type Route, defineRoute } from '../../server/http/route'
import { accountRoutes } from '../../server/identity/accounts/account-routes'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { allows, buildRoleRules, addImpliedRoles } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { testService } from '../helpers/identity'

// The permissions of every role for every route and for every relation by every method, as a reviewable text:
// access-matrix.txt. The results are real responses of the server, not the declarations of its routes.

const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest', 'agent', 'nobody'] as const
const callers = [...roles, 'signed out'] as const
type Asker = (typeof callers)[number]
const methods = { c: 'POST', r: 'GET', u: 'PATCH', d: 'DELETE' } as const
type Letter = keyof typeof methods

const someone = '01890000-0000-7000-8000-000000000001'
const somebodyElse = '01890000-0000-7000-8000-000000000002'

const db = await testDatabase()
const cache = await loadSchemaCache(db)
const {
  app,
  routes: declared,
  as,
  send,
} = await consoleApp(db, {
  relational: async () => new Response('[]'),
  engines: [{ name: 'accounts', routes: accountRoutes(await testService(db)) }],
})

function askAs(asker: Asker) {
  const direct = asker === 'nobody' ? [] : [asker]
  as(asker === 'signed out' ? undefined : { id: someone, name: 'A', email: null, roles: addImpliedRoles(direct) })
}

/** Middleware and the fallback handler are registered for the whole API. */
const mounted = app.routes.filter(({ method, path }) => !(method === 'ALL' && path === '/api/*'))
const routes = declared.map(({ method, path }) => ({ method, path }))

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const handle = () => new Response('open')
const decided = (path: string) => path.replace(/:\w+(?:\{.*?\}\})?/g, somebodyElse).replace('*', 'checks')

const routeAnswers = new Map<string, Map<Asker, number>>()
/** Status by relation, signed in and signed out. */
const relationStatuses = new Set<string>()
const relationAnswers = new Map<string, Map<Asker, string>>()

beforeAll(async () => {
  for (const asker of callers) {
    askAs(asker)
    for (const { method, path } of routes) {
      const answer = await send(decided(path), { method: method === 'ALL' ? 'GET' : method })
      const name = `${method} ${path}`
      routeAnswers.set(name, (routeAnswers.get(name) ?? new Map<Asker, number>()).set(asker, answer.status))
    }
    for (const relation of offeredRelations) {
      const statuses: Partial<Record<Letter, number>> = {}
      for (const letter of Object.keys(methods) as Letter[]) {
        statuses[letter] = (await send(`/api/db/${relation}`, { method: methods[letter] })).status
      }
      const rights = (Object.keys(methods) as Letter[]).map((letter) => (statuses[letter] === 200 ? letter : '-'))
      for (const status of Object.values(statuses)) relationStatuses.add(`${asker === 'signed out'} ${status}`)
      relationAnswers.set(
        relation,
        (relationAnswers.get(relation) ?? new Map<Asker, string>()).set(asker, rights.join(''))
      )
    }
  }
}, 120_000)

const table = (rows: readonly (readonly string[])[]) => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

const words = (status: number | undefined) => (status === 401 || status === 403 ? String(status) : 'yes')

test('matches the reviewed matrix', async () => {
  const ofRoutes = [...routeAnswers].map(([name, answers]) => [name, ...callers.map((one) => words(answers.get(one)))])
  const ofRelations = [...relationAnswers]
    .toSorted()
    .map(([name, answers]) => [name, findAccessObject(name) ?? '', ...callers.map((one) => answers.get(one) ?? '')])
  const inSchema = [...cache.relations.keys(), ...[...cache.functions.keys()].map((name) => `rpc/${name}`)]
  const text = [
    'Routes: yes, or the status of the refusal. `nobody` is signed in and has no role.',
    table([['', ...callers], ...ofRoutes]),
    'Relations and functions: create (POST), read (GET), update (PATCH), delete (DELETE).',
    table([['', 'object', ...callers], ...ofRelations]),
    'In the database, but not offered:',
    inSchema
      .filter((name) => findAccessObject(name) === undefined)
      .toSorted()
      .join('\n'),
    'Offered, but not in the database:',
    offeredRelations
      .filter((name) => !inSchema.includes(name))
      .toSorted()
      .join('\n'),
  ]
  await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot('access-matrix.txt')
})

test('declares callers for every route', () => {
  expect(routes.length).toBeGreaterThan(28)
  expect(new Set(mounted.map(nameOf))).toEqual(new Set(routes.map(nameOf)))
  expect(declared.filter((one) => one.callers.are === 'open').map(nameOf)).toEqual([
    'GET /console-config.json',
    'GET /api/_health',
    // The playbook defines how its callers authenticate.
    'POST /api/playbook/webhook/*',
    'ALL /api/.ory/*',
  ])
})

test('refuses to register a route without callers', () => {
  // @ts-expect-error who may call it is missing
  const forgotten: Route = { method: 'GET', path: '/api/forgotten', handle }
  expect(() => registerRoutes(new Hono<RouteEnv>(), [forgotten], () => [])).toThrow(TypeError)
  expect(() =>
    registerRoutes(new Hono<RouteEnv>(), [defineRoute('GET', '/api/told', open, handle)], () => [])
  ).not.toThrow()
})

test('denies routes without a rule', async () => {
  const other = await consoleApp(db)
  other.app.get('/api/forgotten', (context) => context.text('open'))
  other.as({ id: someone, name: 'A', email: null, roles: ['admin'] })
  expect((await other.send('/api/forgotten')).status).toBe(404)
  // The list of routes is hidden from signed-out callers.
  other.as(undefined)
  expect((await other.send('/api/forgotten')).status).toBe(401)
})

test('allows signed-out callers only the public pages', () => {
  const answered = [...routeAnswers].filter(([, answers]) => answers.get('signed out') !== 401).map(([name]) => name)
  expect(answered).toEqual([
    'GET /console-config.json',
    'GET /api/_health',
    'GET /api/properties',
    'GET /api/canary/api/summary',
    'GET /api/canary/api/graph',
    // The playbook defines how its callers authenticate; there is none here.
    'POST /api/playbook/webhook/*',
    // The identity service authenticates its callers itself.
    'ALL /api/.ory/*',
  ])
  expect([...relationAnswers.values()].every((answers) => answers.get('signed out') === '----')).toBe(true)
})

test.each(['viewer', 'guest', 'nobody'] as const)('changes nothing for a %s', (role) => {
  const writable = [...relationAnswers].filter(([, answers]) => /[cud]/.test(answers.get(role) ?? ''))
  expect(writable.map(([name]) => name)).toEqual([])
  const changing = [...routeAnswers].filter(([name]) => /^(POST|DELETE|PATCH|PUT)/.test(name))
  const allowed = changing.filter(([, answers]) => answers.get(role) !== 403).map(([name]) => name)
  // These are reads: requests for permissions, checks, playbooks, messages and the catalog have a body. Preferences and private views are the caller's.
  expect(allowed).toEqual([
    'POST /api/rbac/_explain',
    'PUT /api/_saved_views/:id',
    'DELETE /api/_saved_views/:id',
    'POST /api/canary/api/summary',
    'POST /api/playbook/:id{[0-9a-fA-F-]{36}}/params',
    'POST /api/playbook/webhook/*',
    'PUT /api/_notification_preferences',
    'POST /api/notification/summary',
    'POST /api/catalog/summary',
    'POST /api/catalog/changes',
    'POST /api/resources/search',
  ])
})

const readable = (role: Asker) =>
  [...relationAnswers].filter(([, answers]) => answers.get(role)?.includes('r')).map(([name]) => name)

test('lets callers without a role read like a viewer, except connections, accounts and artifacts', () => {
  for (const one of ['guest', 'nobody', 'agent', 'commander', 'responder', 'editor'] as const)
    expect([one, readable(one)]).toEqual([one, readable('viewer')])
  const closed = offeredRelations.filter((name) => !readable('viewer').includes(name))
  expect(closed.toSorted()).toEqual([
    'access_tokens',
    'artifacts',
    'casbin_rule',
    'connection_details',
    'connections',
    'identities',
    'invites',
    'people_roles',
  ])
})

test('refuses signed-in callers with 403 and signed-out ones with 401', () => {
  expect([...relationStatuses].toSorted()).toEqual(['false 200', 'false 403', 'true 401'])
})

test('closes internal sign-in tables to administrators, too', () => {
  for (const name of ['access_tokens', 'casbin_rule']) {
    expect([...(relationAnswers.get(name)?.values() ?? [])].every((rights) => rights === '----')).toBe(true)
  }
})

test('gives the console the same results from the rules of whoami', () => {
  const actions = { c: 'create', r: 'read', u: 'update', d: 'delete' } as const
  for (const role of roles) {
    const rules = buildRoleRules([role])
    for (const [name, answers] of relationAnswers) {
      const object = findAccessObject(name)
      // Functions are called by other methods than those that change rows.
      if (object === undefined || name.startsWith('rpc/')) continue
      const reads = allows(rules, findReadObject(name) ?? object, 'read')
      const rights = (Object.keys(methods) as Letter[]).map((letter) => {
        const needsRead = letter === 'u' || letter === 'd'
        // Invitations are created by a route, and can only be withdrawn.
        const isFixed = name === 'invites' && (letter === 'c' || letter === 'u')
        const may = letter === 'r' ? reads : allows(rules, object, actions[letter]) && (reads || !needsRead)
        return may && !isFixed && (letter === 'r' || !readOnlyRelations.has(name)) ? letter : '-'
      })
      expect([role, name, rights.join('')]).toEqual([role, name, answers.get(role)])
    }
  }
})

test('checks the only writing function by its effect', () => {
  const changing = [...cache.functions].filter(
    ([name, all]) => findAccessObject(`rpc/${name}`) !== undefined && all.some(({ isVolatile }) => isVolatile)
  )
  expect(changing.map(([name]) => name)).toEqual(['drop_config_items'])
})
