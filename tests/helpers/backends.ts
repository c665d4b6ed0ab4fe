import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'

// Stand-ins for the backends of the gateway, with the answers that were measured at mission-control 4fea9a71 and
// canary-checker 44b077cd.

type Answer = { status?: number; body?: unknown; headers?: Record<string, string | string[]> }

/** A handler that records what arrives. */
export type StandIn = RequestListener & { arrived: string[] }

const CHECK = '0194a5b4-0000-7000-8000-000000000001'
const CANARY = '0194a5b4-0000-7000-8000-000000000002'
const AT = '2026-11-28T10:00:00Z'

const summary = {
  duration: 4,
  runnerName: 'canary-checker',
  checks_summary: [
    {
      id: CHECK,
      canary_id: CANARY,
      canary_name: 'web',
      canary_namespace: 'default',
      agent_id: '00000000-0000-0000-0000-000000000000',
      labels: { team: 'shop' },
      latency: { rolling1h: 0, p99: 231, p95: 187 },
      name: 'homepage',
      namespace: 'default',
      status: 'unhealthy',
      type: 'http',
      uptime: { passed: 59, failed: 1, last_pass: AT, last_fail: AT },
      last_runtime: AT,
      created_at: AT,
      updated_at: AT,
    },
  ],
}

const checkRow = {
  id: CHECK,
  canary_id: CANARY,
  agent_id: '00000000-0000-0000-0000-000000000000',
  type: 'http',
  name: 'homepage',
  namespace: 'default',
  description: null,
  icon: null,
  spec: { name: 'homepage', url: 'https://shop.example' },
  labels: { team: 'shop' },
  owner: null,
  severity: null,
  category: null,
  is_pushed: false,
  transformed: false,
  last_runtime: AT,
  last_transition_time: AT,
  next_runtime: null,
  silenced_at: null,
  status: 'unhealthy',
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
  canaries: { id: CANARY, name: 'web', namespace: 'default', source: null, labels: null, spec: {} },
  agents: null,
  check_statuses: [{ message: '', error: 'connection refused' }],
}

const whoami = {
  message: 'success',
  payload: {
    hostname: 'mission-control-0',
    user: { id: '0194a5b4-0000-7000-8000-00000000000a', name: 'Admin', email: 'admin@local', properties: {} },
    roles: ['everyone', 'admin'],
    permissions: [{ id: 'na', subject: 'admin', object: '*', action: '*', condition: 'true' }],
  },
}

/** Rows by relation, as the health pages request them. */
const rows: Readonly<Record<string, readonly unknown[]>> = {
  checks: [checkRow],
  check_statuses: [{ time: AT, status: false, duration: 12, message: '', error: 'connection refused' }],
}

const notFound: Answer = { status: 404, body: { message: 'Not Found' } }
const text = (status: number, body: string): Answer => ({ status, body, headers: { 'Content-Type': 'text/plain' } })

/** The routes that canary-checker has, or that Mission Control serves below `/canary`. */
function answerChecks(method: string, path: string): Answer | undefined {
  if (path === '/api/summary' && (method === 'GET' || method === 'POST')) return { body: summary }
  if (path === '/about' && method === 'GET') return { body: { Timestamp: AT, Version: '1.2.3' } }
  if (path === '/api/graph' && method === 'GET')
    return { body: { runnerName: 'c', status: null, latency: { rolling1h: 0 }, uptime: { passed: 59, failed: 1 } } }
  if (path.startsWith('/run/check/') && method === 'POST') return { body: { start: AT, pass: true } }
  return undefined
}

function answerRelation(path: string): Answer | undefined {
  const [, relation] = /^\/db\/([^/]+)$/.exec(path) ?? []
  if (relation === undefined) return undefined
  const found = rows[relation] ?? []
  const range = found.length === 0 ? '*/0' : `0-${found.length - 1}/${found.length}`
  return { body: found, headers: { 'Content-Range': range } }
}

/** The routes of a Mission Control for a caller who may use it. */
const answerMissionControl = (method: string, path: string): Answer =>
  (path === '/auth/whoami' ? { body: whoami } : undefined) ??
  (path === '/properties' ? { body: [] } : undefined) ??
  (path.startsWith('/canary/') ? answerChecks(method, path.slice('/canary'.length)) : undefined) ??
  answerRelation(path) ??
  notFound

/** The identity service is away, so its proxy refuses. */
const kratosAway: Answer = { status: 502, body: { message: 'Bad Gateway' } }

/** A Mission Control with accounts of Kratos, for callers who are not signed in. */
export const missionControlWithKratos = ({ isKratosUp = true } = {}): StandIn =>
  standIn(async (request, path) => {
    if (!path.startsWith('/kratos/')) return text(401, 'Authorization Error')
    if (!isKratosUp) return kratosAway
    if (path === '/kratos/sessions/whoami')
      return { status: 401, body: { error: { code: 401, status: 'Unauthorized', reason: 'No session', message: 'x' } } }
    return request.method === 'GET' ? notFound : text(403, 'x')
  })

/** A Mission Control whose sign-in is switched off. @param hasUser whether it attributes requests to a user */
export const missionControlWithoutSignIn = ({ hasUser = true } = {}): StandIn =>
  standIn(async ({ method = '' }, path) => {
    if (path.startsWith('/kratos/')) return kratosAway
    if (path === '/auth/whoami' && !hasUser) return { status: 401, body: { error: 'no user', message: '' } }
    return answerMissionControl(method, path)
  })

export const PASSWORD = 'correct horse'

/**
 * A Mission Control with basic sign-in. Its guard covers the sign-in route as well, so that route needs the
 * credentials twice: in the header for the guard, and in the body for the route, because the guard replaces the header.
 */
export function missionControlWithBasic({ hasPasswordFile = true } = {}): StandIn & { sessions: Set<string> } {
  const sessions = new Set<string>()
  const handler = standIn(async (request, path) => {
    const { method = '', headers } = request
    if (path.startsWith('/kratos/')) return kratosAway
    const isLogin = path === '/auth/login' && method === 'POST'
    if (!hasPasswordFile)
      return isLogin
        ? { status: 503, body: { error: 'basic login is unavailable' } }
        : { status: 401, body: { error: 'only localhost requests are allowed' } }
    const [, session = ''] = /(?:^|;\s*)authorization=([^;]+)/.exec(headers.cookie ?? '') ?? []
    const isSignedIn = sessions.has(session)
    if (!isSignedIn) {
      const [, given] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
      if (given === undefined) {
        if (headers.accept?.includes('text/html'))
          return { status: 302, headers: { Location: `/auth/basic/login?next=${encodeURIComponent(path)}` } }
        return { status: 401, body: { error: 'unauthorized' } }
      }
      if (Buffer.from(given, 'base64').toString() !== `admin:${PASSWORD}`)
        return { status: 401, body: { error: 'invalid credentials' } }
    }
    if (isLogin) {
      const { username, password } = readCredentials(await readBody(request))
      if (!username || !password) return { status: 400, body: { error: 'credentials required' } }
      if (username !== 'admin' || password !== PASSWORD) return { status: 401, body: { error: 'invalid credentials' } }
      const made = randomBytes(12).toString('hex')
      sessions.add(made)
      return {
        body: { message: 'logged in' },
        headers: { 'Set-Cookie': [`authorization=${made}; Path=/; HttpOnly; SameSite=Strict`] },
      }
    }
    if (path === '/auth/logout')
      return {
        body: { message: 'logged out' },
        headers: { 'Set-Cookie': ['authorization=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'] },
      }
    return answerMissionControl(method, path)
  })
  return Object.assign(handler, { sessions })
}

/** canary-checker without a Mission Control. @param hasRelations whether PostgREST is configured */
export const canaryChecker = ({ hasRelations = true } = {}): StandIn =>
  standIn(
    async ({ method = '' }, path) =>
      answerChecks(method, path) ?? (hasRelations ? answerRelation(path) : undefined) ?? notFound
  )

function standIn(answerTo: (request: IncomingMessage, path: string) => Promise<Answer>): StandIn {
  const arrived: string[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    arrived.push(`${request.method} ${path}`)
    const { status = 200, body = '', headers = {} } = await answerTo(request, path)
    const isText = typeof body === 'string'
    response.writeHead(status, { ...(isText ? {} : { 'Content-Type': 'application/json' }), ...headers })
    response.end(isText ? body : `${JSON.stringify(body)}\n`)
  }
  const handler: RequestListener = (request, response) => void handle(request, response)
  return Object.assign(handler, { arrived })
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

function readCredentials(body: string): { username?: string; password?: string } {
  try {
    return JSON.parse(body) as { username?: string; password?: string }
  } catch {
    return {}
  }
}

/** Listens on a free loopback port, for tests that end the server themselves. */
export async function startStandIn(handler: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
