import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createProxyServer } from 'httpxy'
import type { Logger } from 'pino'
import type { Handler } from './serve'

const TEN_MINUTES_MS = 600_000

/** Where a path of ours lives on the backend; undefined: it is not the backend's. */
export function backendPath(path: string): string | undefined {
  const [, rest] = /^\/api(\/.*)$/.exec(path) ?? []
  if (rest === undefined || rest === '/_health') return undefined
  return rest.replace(/^\/\.ory(?=\/|$|\?)/, '/kratos')
}

/**
 * Where a redirect of the backend leads when it comes from us: its identity service is below `/api/.ory`, and any other
 * page of its origin is a page of the console. Foreign addresses stay as they are.
 */
export function redirectFrom(location: string, backend: URL): string {
  if (!URL.canParse(location, backend.href)) return location
  const { origin, pathname, search, hash } = new URL(location, backend)
  return origin === backend.origin ? pathname.replace(/^\/kratos(?=\/|$)/, '/api/.ory') + search + hash : location
}

/** Forwards `/api` to a Mission Control backend, streaming both ways; what is not the backend's goes to `own`. */
export function gateway(backend: URL, own: Handler, log: Logger): Handler {
  const agent = backend.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const proxy = createProxyServer({
    target: backend,
    agent,
    changeOrigin: true,
    xfwd: true,
    // A cookie of the backend's domain would never be sent to us.
    cookieDomainRewrite: '',
    proxyTimeout: TEN_MINUTES_MS,
  })
  // The console's own headers are set already; the backend's must not come on top of them.
  proxy.on('proxyRes', (answer) => {
    for (const name of ['content-security-policy', 'x-frame-options', 'strict-transport-security']) {
      delete answer.headers[name]
    }
    if (answer.headers.location) answer.headers.location = redirectFrom(answer.headers.location, backend)
  })
  return (request, response) => {
    const path = backendPath(request.url ?? '')
    if (path === undefined) return own(request, response)
    request.url = path
    proxy.web(request, response).catch((error: unknown) => {
      log.warn({ err: error, path }, 'backend unreachable')
      if (response.headersSent) return response.destroy()
      response.writeHead(502, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ error: `The backend at ${backend.origin} does not answer.` }))
    })
  }
}
