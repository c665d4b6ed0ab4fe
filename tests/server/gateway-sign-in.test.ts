import { createServer, get } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { probeBackend } from '../../server/http/backend-probe'
import { createKnownBackend } from '../../server/http/known-backend'
import { openGateway } from '../../server/start/open-gateway'
import { parseSettings, type Settings } from '../../server/start/settings'
import { UsageError } from '../../server/platform/usage'
import {
  canaryChecker,
  missionControlWithBasic,
  missionControlWithKratos,
  missionControlWithoutSignIn,
  PASSWORD,
  type StandIn,
} from '../helpers/backends'
import { freePort, listen } from '../helpers/listen'

const log = pino({ level: 'silent' })

test.each<[string, () => StandIn, string, string, RegExp]>([
  ['with Kratos', missionControlWithKratos, 'mission-control', 'kratos', /identity service answers/],
  [
    'whose Kratos is away',
    () => missionControlWithKratos({ isKratosUp: false }),
    'mission-control',
    'kratos',
    /does not answer now/,
  ],
  ['with basic sign-in', missionControlWithBasic, 'mission-control', 'basic', /\/auth\/login/],
  [
    'with basic sign-in but no password file',
    () => missionControlWithBasic({ hasPasswordFile: false }),
    'mission-control',
    'basic',
    /\/auth\/login/,
  ],
  ['without sign-in', missionControlWithoutSignIn, 'mission-control', 'none', /without a session/],
  [
    'without sign-in and without users',
    () => missionControlWithoutSignIn({ hasUser: false }),
    'mission-control',
    'none',
    /without a session/,
  ],
  ['that is a canary-checker', canaryChecker, 'canary-checker', 'none', /has no accounts/],
])('recognises a backend %s', async (_name, create, product, signIn, reason) => {
  const { url } = await listen(create())
  expect(await probeBackend(url)).toEqual({ is: 'known', product, signIn, reason: expect.stringMatching(reason) })
})

test('says why a backend is not recognised', async () => {
  const absent = new URL(`http://127.0.0.1:${await freePort()}`)
  expect(await probeBackend(absent)).toEqual({
    is: 'silent',
    message: `The backend at ${absent.origin} does not respond.`,
  })
  const { url: web } = await listen((_request, response) => response.writeHead(404).end('<h1>Not here</h1>'))
  expect(await probeBackend(web)).toMatchObject({ is: 'silent', message: expect.stringContaining('is neither') })
  const { url: proxy } = await listen((_request, response) => response.writeHead(503).end('<h1>Down</h1>'))
  expect(await probeBackend(proxy)).toMatchObject({ is: 'silent' })
  // A backend in trouble, which may be one without sign-in.
  const { url: broken } = await listen((_request, response) => response.writeHead(500).end('{"error":"x"}'))
  expect(await probeBackend(broken)).toMatchObject({ is: 'silent' })
})

test('probes below the path of the backend', async () => {
  const asked: (string | undefined)[] = []
  const { url } = await listen((request, response) => {
    asked.push(request.url)
    response.writeHead(404).end()
  })
  await probeBackend(new URL('/mc/', url))
  expect(asked).toEqual(['/mc/auth/whoami', '/mc/about'])
})

test('keeps its result, and probes neither for each request nor in parallel', async () => {
  let now = 0
  let probes = 0
  let answer: Awaited<ReturnType<typeof probeBackend>> = { is: 'silent', message: 'Down.' }
  const changes: string[] = []
  const backend = createKnownBackend({
    now: () => now,
    onChange: ({ signIn }) => changes.push(signIn),
    probe: async () => {
      probes++
      return answer
    },
  })
  expect(await Promise.all([backend.current(), backend.current()])).toEqual([undefined, undefined])
  expect([probes, backend.silence()]).toEqual([1, 'Down.'])
  await backend.current()
  expect(probes).toBe(1)

  answer = { is: 'known', product: 'mission-control', signIn: 'basic', reason: 'r' }
  now = 4000
  expect(await backend.current()).toMatchObject({ signIn: 'basic' })
  answer = { is: 'known', product: 'mission-control', signIn: 'kratos', reason: 'r' }
  now = 20_000
  await backend.current()
  backend.refresh()
  expect(probes).toBe(2)

  now = 70_000
  backend.refresh()
  await expect.poll(() => backend.known()?.signIn).toBe('kratos')
  // A backend that does not answer for a while has not changed.
  answer = { is: 'silent', message: 'Down.' }
  now = 140_000
  backend.refresh()
  await expect.poll(() => probes).toBe(4)
  expect(backend.known()?.signIn).toBe('kratos')
  expect(changes).toEqual(['basic', 'kratos'])
})

/** The gateway as it starts, and the address of its API. */
async function gatewayTo(backend: URL, flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const settings = parseSettings(['--backend', backend.href, ...flags], env)
  if (settings === 'help' || !settings.backendUrl) throw new Error('no settings')
  const changes: string[] = []
  const gateway = await openGateway({
    settings: settings as Settings & { backendUrl: URL },
    log,
    describe: (found) => ({
      version: '1',
      backend: 'gateway',
      signIn: found?.signIn === 'none' ? 'none' : found?.signIn === 'basic' ? 'password' : 'kratos',
      ...(found?.product === 'canary-checker' && { only: 'health' }),
    }),
    onChange: ({ signIn }) => changes.push(signIn),
  })
  const { url } = await listen(gateway.api)
  const ask = (path: string, init?: RequestInit) => fetch(new URL(path, url), { redirect: 'manual', ...init })
  return { gateway, ask, url, changes }
}

test('recognises a backend that was down at start, and forwards nothing before', async () => {
  const port = await freePort()
  const { ask, gateway, changes } = await gatewayTo(new URL(`http://127.0.0.1:${port}`))
  expect((await ask('/api/db/checks')).status).toBe(502)
  expect(await (await ask('/console-config.json')).json()).toMatchObject({ signIn: 'kratos' })
  const handler = missionControlWithBasic()
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await expect
    .poll(async () => (await (await ask('/console-config.json')).json()) as unknown, { timeout: 8000, interval: 500 })
    .toMatchObject({ signIn: 'password' })
  expect([gateway.readConfig().signIn, changes]).toEqual(['password', ['basic']])
  expect(handler.arrived).not.toContain('GET /db/checks')
  server.closeAllConnections()
  server.close()
}, 12_000)

test('takes the sign-in from --auth', async () => {
  const { url } = await listen(missionControlWithKratos())
  expect((await gatewayTo(url, ['--auth', 'basic'])).gateway.readConfig().signIn).toBe('password')
})

const signIn = (password: string, name = 'admin') => ({
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    Authorization: `Basic ${btoa(`${name}:${password}`)}`,
  },
  body: JSON.stringify({ username: name, password }),
})

test('signs in at a backend with basic sign-in, with a cookie that only its own pages send', async () => {
  const { url } = await listen(missionControlWithBasic())
  const { ask } = await gatewayTo(url)
  expect((await ask('/api/auth/whoami')).status).toBe(401)
  const wrong = await ask('/api/auth/login', signIn('guess'))
  expect([wrong.status, await wrong.json(), wrong.headers.get('www-authenticate')]).toEqual([
    401,
    { error: 'invalid credentials' },
    null,
  ])

  const right = await ask('/api/auth/login', signIn(PASSWORD))
  const [cookie = ''] = right.headers.getSetCookie()
  expect(cookie).toMatch(/^authorization=\w+; Path=\/; HttpOnly; SameSite=Strict$/)
  const headers = { cookie: cookie.split(';', 1)[0] ?? '' }
  expect(await (await ask('/api/auth/whoami', { headers })).json()).toMatchObject({
    payload: { roles: ['everyone', 'admin'] },
  })

  const left = await ask('/api/auth/logout', { method: 'POST', headers: { ...headers, Accept: 'application/json' } })
  expect(left.headers.getSetCookie()[0]).toMatch(/^authorization=; Path=\/; Max-Age=0; HttpOnly/)
})

test('marks cookies as Secure when the browser uses TLS', async () => {
  const { url } = await listen(missionControlWithBasic())
  const { ask } = await gatewayTo(url)
  const { headers, ...init } = signIn(PASSWORD)
  const answer = await ask('/api/auth/login', { ...init, headers: { ...headers, 'X-Forwarded-Proto': 'https' } })
  expect(answer.headers.getSetCookie()[0]).toMatch(/; SameSite=Strict; Secure$/)
})

test('never signs out by a link, and leads from the form of the backend to that of the console', async () => {
  const handler = missionControlWithBasic()
  const { url } = await listen(handler)
  const { ask } = await gatewayTo(url)
  expect((await ask('/api/auth/logout')).status).toBe(405)
  expect(handler.arrived).not.toContain('GET /auth/logout')
  const answer = await ask('/api/kubeconfig', { headers: { Accept: 'text/html' } })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login'])
})

test.each([
  [{}, { name: 'Admin' }],
  [{ hasUser: false }, { id: '00000000-0000-0000-0000-000000000000', name: 'Anonymous' }],
])('forwards to a backend without sign-in, whose users are %j', async (options, user) => {
  const { url } = await listen(missionControlWithoutSignIn(options))
  const { ask, gateway } = await gatewayTo(url)
  expect(gateway.readConfig().signIn).toBe('none')
  expect(await (await ask('/api/auth/whoami')).json()).toMatchObject({ payload: { user } })
  expect((await ask('/api/db/checks')).status).toBe(200)
})

test('opens a backend without sign-in to this machine only', async () => {
  const { url } = await listen(missionControlWithoutSignIn())
  const { ask, url: gateway } = await gatewayTo(url)
  expect((await ask('/api/db/checks')).status).toBe(200)
  // A foreign name that resolves to this machine. `fetch` would not send it.
  const status = await new Promise((resolve) => {
    const { hostname: host, port } = gateway
    get({ host, port, path: '/api/db/checks', headers: { host: 'rebound.example' } }, (answer) =>
      resolve(answer.statusCode)
    )
  })
  expect(status).toBe(421)
  await expect(gatewayTo(url, ['--host', '0.0.0.0'])).rejects.toThrow(UsageError)
  await expect(gatewayTo(url, ['--host', '0.0.0.0'])).rejects.toThrow(/CONSOLE_PASSWORD/)
  expect((await (await gatewayTo(url, ['--host', '0.0.0.0', '--insecure'])).ask('/api/db/checks')).status).toBe(200)
})

test('asks for CONSOLE_PASSWORD in front of a backend without sign-in, and keeps it from the backend', async () => {
  const handler = missionControlWithoutSignIn()
  const credentials: unknown[] = []
  const { url } = await listen((request, response) => {
    if (request.url === '/db/checks') credentials.push(request.headers.authorization)
    handler(request, response)
  })
  const { ask, gateway } = await gatewayTo(url, ['--host', '0.0.0.0'], { CONSOLE_PASSWORD: 'hunter2' })
  expect((await ask('/api/db/checks')).status).toBe(401)
  const { url: pages } = await listen(gateway.guardPages((_request, response) => response.end('page')))
  expect((await fetch(new URL('/health', pages))).headers.get('www-authenticate')).toContain('Basic')
  const answer = await ask('/api/db/checks', { headers: { Authorization: `Basic ${btoa('a:hunter2')}` } })
  expect([answer.status, credentials]).toEqual([200, [undefined]])
})

test('serves the health pages in front of canary-checker: its paths, an anonymous reader and no flags', async () => {
  const handler = canaryChecker()
  const { url } = await listen(handler)
  const { ask, gateway } = await gatewayTo(url)
  expect(gateway.readConfig()).toMatchObject({ signIn: 'none', only: 'health' })
  expect(await (await ask('/api/auth/whoami')).json()).toMatchObject({
    payload: { user: { name: 'Anonymous' }, roles: ['viewer'], permissions: [] },
  })
  expect(await (await ask('/api/properties')).json()).toEqual([])
  expect(await (await ask('/api/canary/api/summary')).json()).toMatchObject({ checks_summary: [{ name: 'homepage' }] })
  expect((await ask('/api/canary/api/graph?check=x&start=60m')).status).toBe(200)
  expect(await (await ask('/api/canary/about')).json()).toMatchObject({ Version: '1.2.3' })
  expect((await ask('/api/db/checks?select=*')).status).toBe(200)
  expect(handler.arrived).toEqual(expect.arrayContaining(['GET /api/summary', 'GET /api/graph', 'GET /about']))
})

test('runs no check of canary-checker for a reader, and forwards nothing but the requests of the health pages', async () => {
  const handler = canaryChecker()
  const { url } = await listen(handler)
  const { ask } = await gatewayTo(url)
  const before = handler.arrived.length
  const run = await ask('/api/canary/run/check/x', { method: 'POST' })
  expect([run.status, await run.json()]).toEqual([403, { error: 'Nobody is signed in, so checks can only be read.' }])
  expect((await ask('/api/canary/api/push', { method: 'POST' })).status).toBe(404)
  expect((await ask('/api/canary/metrics')).status).toBe(404)
  expect((await ask('/api/db/people')).status).toBe(404)
  expect((await ask('/api/.ory/sessions/whoami')).status).toBe(404)
  expect(handler.arrived).toHaveLength(before)
})
