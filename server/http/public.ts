import type { IncomingMessage } from 'node:http'

/** The public pages and their files. */
const pages = /^\/(?:view\/[\w./~-]*|assets\/[\w.-]+|favicon\.svg|layers\.css|theme\.js|console-config\.json)$/

const id = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const moment = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`

/** The data of the public pages, with every allowed parameter. The columns are those of the history. */
const data: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '/api/canary/api/summary': {},
  // Signed out, only feature flags are readable.
  '/api/properties': {},
  '/api/canary/api/graph': { check: RegExp(`^${id}$`), count: /^\d{1,4}$/, start: /^\d{1,7}m$/ },
  '/api/canary/api/topology': { id: RegExp(`^${id}$`), depth: /^[1-3]$/ },
  '/api/db/check_statuses': {
    check_id: RegExp(`^eq\\.${id}$`),
    select: /^time,status,duration,message,error$/,
    time: RegExp(`^gt\\.${moment}$`),
    status: /^eq\.[01]$/,
    duration: /^gte\.\d+$/,
    order: /^time\.desc$/,
    limit: /^\d{1,3}$/,
    offset: /^\d{1,9}$/,
  },
}

/**
 * Whether a request is allowed without sign-in. The list contains exactly the requests of the public pages: an address
 * with any other parameter is not public.
 */
export function isPublicRequest({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = '', query] = url.split('?', 2)
  // Handlers parse the address as a URL, so an address that URL would change is refused.
  if (!URL.canParse(url, 'http://localhost') || new URL(url, 'http://localhost').pathname !== path) return false
  if (pages.test(path)) return true
  const allowed = Object.hasOwn(data, path) ? data[path] : undefined
  if (!allowed) return false
  const given = [...new URLSearchParams(query)]
  const names = new Set(given.map(([name]) => name))
  return (
    names.size === given.length &&
    given.every(([name, value]) => Object.hasOwn(allowed, name) && allowed[name]?.test(value)) &&
    // Without these parameters the response would contain all checks or all components.
    ['check_id', 'select', 'id'].every((name) => !(name in allowed) || names.has(name))
  )
}
