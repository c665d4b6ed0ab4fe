import type { RequestListener } from 'node:http'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ensureAdministrator } from '../../server/identity/access/people'
import { createApp, createShell } from '../../server/start/app'
import { chartRoutes } from '../../server/http/charts'
import { createErrorHandler } from '../../server/http/errors'
import { createGateway } from '../../server/http/gateway'
import { type RouteEnv, registerRoutes, open } from '../../server/http/route'
import { toRequestHandler } from '../../server/http/serve'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { parseSettings } from '../../server/start/settings'
import { testDatabase } from '../helpers/database'
import { listen } from '../helpers/listen'
import { testVault } from '../helpers/vault'

const log = pino({ level: 'silent' })

const files: Readonly<Record<string, string>> = {
  '/charts/aws/Chart.yaml': 'apiVersion: v2\nname: mission-control-aws\nversion: 1.0.7\n',
  '/charts/aws/values.schema.json': '{"type":"object"}',
  '/charts/flux/Chart.yaml': 'name: mission-control-flux\n',
  '/charts/flux/values.schema.json': '{"type":',
  '/charts/kubernetes/Chart.yaml': '[]',
}

/** A registry of chart files; `asked` records its requests. */
async function registry() {
  const asked: string[] = []
  const answer: RequestListener = (request, response) => {
    asked.push(request.url ?? '')
    const text = files[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  }
  const { url } = await listen(answer)
  return { base: new URL('charts', url), asked }
}

/** Only the routes, with a clock. */
async function routes() {
  const { base, asked } = await registry()
  let nowMs = 0
  const app = new Hono<RouteEnv>()
  app.onError(createErrorHandler(log))
  registerRoutes(app, chartRoutes({ base, log, now: () => nowMs }, open), () => [])
  const get = async (id: string) => {
    const answer = await app.fetch(new Request(`http://console.test/api/_charts/${id}`))
    return [answer.status, await answer.json()]
  }
  return { get, asked, later: (ms: number) => (nowMs += ms) }
}

test('fetches the definition of a chart from the registry and caches it for an hour [INTEG-13]', async () => {
  const { get, asked, later } = await routes()
  const found = [200, { name: 'mission-control-aws', version: '1.0.7', schema: { type: 'object' } }]
  expect(await get('aws')).toEqual(found)
  expect(await Promise.all([get('aws'), get('aws')])).toEqual([found, found])
  expect(asked.toSorted()).toEqual(['/charts/aws/Chart.yaml', '/charts/aws/values.schema.json'])
  later(3_600_001)
  await get('aws')
  expect(asked.length).toBe(4)
})

test('omits a missing or invalid values schema', async () => {
  const { get } = await routes()
  expect(await get('flux')).toEqual([200, { name: 'mission-control-flux' }])
})

test.each(['azure', 'kubernetes'])('reports %s missing in the registry and retries after a minute', async (id) => {
  const { get, asked, later } = await routes()
  const refused = [502, { error: expect.stringMatching(/^The definition of the chart cannot be fetched from http:/) }]
  expect(await get(id)).toEqual(refused)
  const definitions = () => asked.filter((path) => path.endsWith('/Chart.yaml')).length
  await get(id)
  expect(definitions()).toBe(1)
  later(60_001)
  await get(id)
  expect(definitions()).toBe(2)
})

test('fetches nothing else', async () => {
  const { get, asked } = await routes()
  for (const id of ['nope', '..%2Fsecrets', 'aws%2F..', 'AWS']) expect((await get(id))[0]).toBe(404)
  expect(asked).toEqual([])
})

test('requires the right to add integrations where callers are known', async () => {
  const db = await testDatabase()
  const administrator = await ensureAdministrator(db)
  const { base } = await registry()
  let roles: string[] = []
  const relational = createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault })
  const app = createApp(
    { config: { version: '1', backend: 'embedded', signIn: 'kratos' }, log, chartFiles: base },
    { db, hostname: 'here', callerOf: async () => ({ ...administrator, roles }), relational, engines: [] }
  )
  const statusFor = async (role: string) => {
    roles = [role]
    return (await app.fetch(new Request('http://console.test/api/_charts/aws'))).status
  }
  expect(await statusFor('viewer')).toBe(403)
  expect(await statusFor('commander')).toBe(403)
  expect(await statusFor('editor')).toBe(200)
})

test('serves charts itself behind the gateway, and none when fetching is off', async () => {
  const config = { version: '1', backend: 'gateway', signIn: 'kratos' } as const
  const { url: backend } = await listen((_request, response) => response.end('"backend"'))
  const { base } = await registry()
  const get = async (chartFiles: URL | undefined) => {
    const own = toRequestHandler(createShell({ readConfig: () => config, log, chartFiles }).fetch)
    const { url } = await listen(createGateway(backend, own, log))
    return (await fetch(new URL('/api/_charts/aws', url))).status
  }
  expect(await get(base)).toBe(200)
  expect(await get(undefined)).toBe(404)
})

const chartFilesOf = (env: NodeJS.ProcessEnv) => {
  const settings = parseSettings([], env)
  return settings === 'help' ? undefined : settings.chartFiles?.href
}

test('reads the location of the files from a setting', () => {
  expect(chartFilesOf({})).toMatch(/^https:/)
  expect(chartFilesOf({ CHART_FILES_URL: 'https://charts.example/mirror' })).toBe('https://charts.example/mirror')
  expect(chartFilesOf({ CHART_FILES_URL: 'off' })).toBeUndefined()
  expect(() => chartFilesOf({ CHART_FILES_URL: 'charts' })).toThrow(/CHART_FILES_URL/)
})
