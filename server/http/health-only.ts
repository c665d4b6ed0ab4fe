import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from './serve'

/** Requests of the health pages and sign-in. All others are unavailable in health-only mode. */
const offered: readonly (readonly [methods: string, path: RegExp])[] = [
  ['GET', /^\/console-config\.json$/],
  ['GET', /^\/api\/_health$/],
  ['GET POST DELETE', /^\/api\/\.ory\/[\w./-]+$/],
  ['GET', /^\/api\/auth\/whoami$/],
  // A backend with basic sign-in.
  ['POST', /^\/api\/auth\/(?:login|logout)$/],
  ['GET', /^\/api\/properties$/],
  ['GET POST', /^\/api\/canary\/api\/summary$/],
  ['GET', /^\/api\/canary\/api\/graph$/],
  ['GET', /^\/api\/canary\/about$/],
  ['POST', /^\/api\/canary\/run\/check\/[\w-]+$/],
  ['GET', /^\/api\/db\/(?:checks|check_statuses|check_statuses_5m|agents)$/],
]

/** Relations that may be embedded in a check. */
const embeddedRelations: ReadonlySet<string> = new Set(['canaries', 'agents', 'check_statuses'])

export function isHealthRequest({ method = 'GET', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  const [path = ''] = url.split('?', 1)
  // Handlers parse the address as a URL, so an address that URL would change is refused. Node's own parser keeps `..`
  // in a path with a segment such as `.ory`; a backend may not.
  if (
    /\/\.\.?(?:\/|$)/.test(path) ||
    !URL.canParse(url, 'http://localhost') ||
    new URL(url, 'http://localhost').pathname !== path
  )
    return false
  const listedMethod = method === 'HEAD' ? 'GET' : method
  return (
    offered.some(([methods, pattern]) => methods.split(' ').includes(listedMethod) && pattern.test(path)) &&
    (!path.startsWith('/api/db/') || embedsOnlyHealth(new URL(url, 'http://localhost').searchParams))
  )
}

/** `select=*,canaries!checks_canary_id_fkey(id,name)`: each bracket must follow an allowed name. */
function embedsOnlyHealth(query: URLSearchParams): boolean {
  return query.getAll('select').every((select) => {
    const names = [...select.matchAll(/(\w+)(?:!\w+)*\(/g)].map(([, name = '']) => name)
    return names.length === select.split('(').length - 1 && names.every((name) => embeddedRelations.has(name))
  })
}

/** Handles the requests of the health pages only, for any backend. */
export const limitToHealth =
  (api: RequestHandler): RequestHandler =>
  (request, response) => {
    if (isHealthRequest(request)) return api(request, response)
    response.writeHead(404, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    response.end(JSON.stringify({ message: 'Only the health pages are available here.' }))
  }
