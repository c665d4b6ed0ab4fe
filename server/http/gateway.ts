import { Agent as HttpAgent, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createProxyServer } from 'httpxy'
import type { Logger } from 'pino'
import { compressPipedResponse } from './compress'
import type { RequestHandler } from './serve'

const TEN_MINUTES_MS = 600_000

/** The backend's path for a path of the console; undefined when the backend does not serve it. */
export function toBackendPath(path: string): string | undefined {
  const [, rest] = /^\/api(\/.*)$/.exec(path) ?? []
  if (rest === undefined || rest === '/_health' || rest.startsWith('/_charts/')) return undefined
  return rest.replace(/^\/\.ory(?=\/|$|\?)/, '/kratos')
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
 * Rewrites a redirect of the backend: its identity service is at `/api/.ory`, and all other pages of its origin are
 * pages of the console. Other origins are unchanged.
 */
export function rewriteRedirect(location: string, backend: URL): string {
  if (!URL.canParse(location, backend.href)) return location
  const { origin, pathname, search, hash } = new URL(location, backend)
  return origin === backend.origin ? pathname.replace(/^\/kratos(?=\/|$)/, '/api/.ory') + search + hash : location
}

/** Forwards `/api` to a Mission Control backend, streaming in both directions. `own` handles all other paths. */
export function createGateway(backend: URL, own: RequestHandler, log: Logger): RequestHandler {
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
    if (answer.headers.location) answer.headers.location = rewriteRedirect(answer.headers.location, backend)
    compressPipedResponse(request, answer)
  })
  return (request, response) => {
    const path = toBackendPath(request.url ?? '')
    if (path === undefined) return own(request, response)
    if (!isUnambiguousPath(path))
      return refuse(response, 400, 'The path is ambiguous: segments must not be "." or "..".')
    request.url = path
    proxy.web(request, response).catch((error: unknown) => {
      log.warn({ err: error, path, backend: backend.origin }, 'backend unreachable')
      if (response.headersSent) return response.destroy()
      refuse(response, 502, describeFailure(error))
    })
  }
}

/** Names no address: the reader may be outside the network of the backend. The log has the address. */
const describeFailure = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
    ? 'The backend closed the connection without an answer.'
    : 'The backend does not respond.'

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }))
}
