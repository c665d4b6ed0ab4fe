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

/** Forwards `/api` to a Mission Control backend, streaming both ways; what is not the backend's goes to `own`. */
export function gateway(backend: URL, own: Handler, log: Logger): Handler {
  const agent = backend.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const proxy = createProxyServer({
    target: backend,
    agent,
    changeOrigin: true,
    xfwd: true,
    // Redirects and cookies of the backend must lead back to us, not past us.
    autoRewrite: true,
    protocolRewrite: '',
    cookieDomainRewrite: '',
    proxyTimeout: TEN_MINUTES_MS,
  })
  // The console's own headers are set already; the backend's must not come on top of them.
  proxy.on('proxyRes', (answer) => {
    for (const name of ['content-security-policy', 'x-frame-options', 'strict-transport-security']) {
      delete answer.headers[name]
    }
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
