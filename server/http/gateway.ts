import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createProxyServer } from 'httpxy'
import type { Logger } from 'pino'
import { describeAnonymous } from './anonymous'
import { hardenCookie, isSecureRequest } from './backend-cookies'
import { type Backend, requestBackend } from './backend-probe'
import { compressPipedResponse } from './compress'
import type { RequestHandler } from './serve'

const TEN_MINUTES_MS = 600_000

/** The backend's path for a path of the console; undefined when the backend does not serve it. */
export function toBackendPath(path: string): string | undefined {
  const [, rest] = /^\/api(\/.*)$/.exec(path) ?? []
  if (rest === undefined || rest === '/_health' || rest.startsWith('/_charts/')) return undefined
  return rest.replace(/^\/\.ory(?=\/|$|\?)/, '/kratos')
}

/**
 * The path of canary-checker for a path of Mission Control, which serves it below `/canary`. Undefined for paths that
 * canary-checker does not have.
 */
export function toCanaryCheckerPath(path: string): string | undefined {
  const [, rest] = /^\/canary(\/.*)$/.exec(path) ?? []
  return rest ?? (path.startsWith('/db/') ? path : undefined)
}

/** Encodings of a dot, a separator or a percent sign: some backends decode once, some twice. */
const encoded: Readonly<Record<string, string>> = { '%2e': '.', '%2f': '/', '%5c': '\\', '%25': '%' }

/** More rounds of encoding are never legitimate. */
const MOST_LAYERS = 5

/**
 * Whether a path is unambiguous. Segments `.` and `..` are refused in any encoding, because a backend that resolves
 * them would leave the folder that the path appears to be in, or the path of `--backend`. Paths that start like a host
 * name are refused too.
 */
export function isUnambiguousPath(url: string): boolean {
  let [path = ''] = url.split('?', 1)
  for (let layers = 0; layers < MOST_LAYERS; layers++) {
    // Some servers parse parameters of a segment after `;`.
    if (/^\/[\\/]|(?:^|[\\/])\.{1,2}(?:[\\/;#]|$)/.test(path)) return false
    const decoded = path.replace(/%(?:2e|2f|5c|25)/gi, (code) => encoded[code.toLowerCase()] ?? code)
    if (decoded === path) return true
    path = decoded
  }
  return false
}

/**
 * Rewrites a redirect of the backend: its identity service is at `/api/.ory`, its own sign-in form is the console's, and
 * all other pages of its origin are pages of the console. Other origins are unchanged.
 */
export function rewriteRedirect(location: string, backend: URL): string {
  if (!URL.canParse(location, backend.href)) return location
  const { origin, pathname, search, hash } = new URL(location, backend)
  if (origin !== backend.origin) return location
  // The address to return to is one of the backend, not of the console.
  if (pathname === '/auth/basic/login') return '/login'
  return pathname.replace(/^\/kratos(?=\/|$)/, '/api/.ory') + search + hash
}

/** Requests that a page of another site could make a browser send, and that would change something. */
const isUnsafeRead = ({ method }: IncomingMessage, path: string) =>
  (method === 'GET' || method === 'HEAD') && /^\/auth\/logout\/?(?:\?|$)/i.test(path)

/**
 * Forwards `/api` to a backend, streaming in both directions. `own` handles all other paths.
 *
 * @param known returns the known backend; by default, a Mission Control with accounts
 */
export function createGateway(
  backend: URL,
  own: RequestHandler,
  log: Logger,
  known: () => Pick<Backend, 'product' | 'signIn'> | undefined = () => ({
    product: 'mission-control',
    signIn: 'kratos',
  })
): RequestHandler {
  const agent = backend.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const proxy = createProxyServer({
    target: backend,
    agent,
    changeOrigin: true,
    xfwd: true,
    // Browsers would never send a cookie of the backend's domain to the console.
    cookieDomainRewrite: '',
    proxyTimeout: TEN_MINUTES_MS,
  })
  // The console's own headers are already set; the backend's would duplicate them.
  proxy.on('proxyRes', (answer, request) => {
    for (const name of ['content-security-policy', 'x-frame-options', 'strict-transport-security']) {
      delete answer.headers[name]
    }
    const cookies = answer.headers['set-cookie']
    if (cookies) answer.headers['set-cookie'] = cookies.map((cookie) => hardenCookie(cookie, isSecureRequest(request)))
    if (answer.headers.location) answer.headers.location = rewriteRedirect(answer.headers.location, backend)
    compressPipedResponse(request, answer)
  })
  const forward = (request: IncomingMessage, response: ServerResponse, path: string) => {
    request.url = path
    proxy.web(request, response).catch((error: unknown) => {
      log.warn({ err: error, path, backend: backend.origin }, 'backend unreachable')
      if (response.headersSent) return response.destroy()
      refuse(response, 502, describeFailure(error))
    })
  }
  return (request, response) => {
    const path = toBackendPath(request.url ?? '')
    if (path === undefined) return own(request, response)
    if (!isUnambiguousPath(path))
      return refuse(response, 400, 'The path is ambiguous: segments must not be "." or "..".')
    const found = known()
    if (!found) return refuse(response, 502, unreachable)
    if (isUnsafeRead(request, path)) return refuse(response, 405, 'Sign out with POST.')
    if (found.signIn !== 'none') return forward(request, response, path)
    // The backend asks for no credentials, and must not receive those that the console or a proxy asked for.
    delete request.headers.authorization
    delete request.headers.cookie
    const isWhoami = request.method === 'GET' && /^\/auth\/whoami(?:\?|$)/.test(path)
    if (found.product === 'canary-checker') return toCanaryChecker(request, response, path, isWhoami)
    if (!isWhoami) return forward(request, response, path)
    void answerWhoami(response, path)
  }

  async function answerWhoami(response: ServerResponse, path: string): Promise<void> {
    const answer = await requestBackend(backend, path)
    if (!answer) return refuse(response, 502, unreachable)
    sendJson(response, 200, answer.status === 200 ? answer.body : describeAnonymous('mission-control'))
  }

  /** Answers what canary-checker has not: it has no users and no properties. */
  function toCanaryChecker(request: IncomingMessage, response: ServerResponse, path: string, isWhoami: boolean): void {
    if (isWhoami) return sendJson(response, 200, describeAnonymous('canary-checker'))
    if (request.method === 'GET' && /^\/properties(?:\?|$)/.test(path)) return sendJson(response, 200, [])
    const rewritten = toCanaryCheckerPath(path)
    if (rewritten === undefined) return sendJson(response, 404, { message: 'Not Found' })
    if (isRead(request, rewritten)) return forward(request, response, rewritten)
    refuse(response, 403, 'Nobody is signed in, so checks can only be read.')
  }
}

// Messages name no address: the reader may be outside the network of the backend. The log has the address.
const unreachable = 'The backend does not respond.'
const describeFailure = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
    ? 'The backend closed the connection without an answer.'
    : unreachable

/** The summary accepts its parameters in a body, too. */
const isRead = ({ method }: IncomingMessage, path: string) =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && /^\/api\/summary(?:\?|$)/.test(path))

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, status: number, error: string): void => sendJson(response, status, { error })
