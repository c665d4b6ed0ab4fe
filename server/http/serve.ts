import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { UsageError } from '../platform/usage'
import {
  type GuardRefusal,
  refuseForeignHost,
  refuseForeignWrite,
  refuseWithoutPassword,
  createSecurityHeaders,
  type PolicySources,
} from './guards'
import { isPublicRequest } from './public'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The handlers of API and page requests. */
export type ServerHandlers = {
  /** `/api/…` and `/console-config.json`. */
  api: RequestHandler
  /** Everything else: the console's own files. */
  pages: RequestHandler
}

/** Who may send requests: programs on this machine, holders of the password, users who sign in, or, for a reason, nobody. */
export type Access = 'loopback' | { password: string } | 'sign-in' | { refused: string }

type Settings = {
  host: string
  port: number
  access: Access
  /** False only in development, where Vite's client needs inline scripts. */
  strictPages: boolean
  /** Additional sources that the pages may load. */
  sources?: PolicySources
}

/**
 * Listens and guards every request. The port is bound first; `begin` then does the slower work, and early requests wait
 * for it.
 * @throws {UsageError} when the port or address is not available; also rethrows errors of `begin`, with the port closed
 * again.
 */
export async function startServer(
  settings: Settings,
  begin: () => Promise<ServerHandlers>
): Promise<{ server: Server; port: number }> {
  let parts: Promise<ServerHandlers> | undefined
  const headers = Object.entries(createSecurityHeaders(settings.sources))
  const server = createServer((request, response) => {
    const isApi = /^\/(api|console-config\.json)(?=[/?]|$)/.test(request.url ?? '')
    if (isApi || settings.strictPages) {
      for (const [name, value] of headers) response.setHeader(name, value)
    }
    const refusal = refuse(request, settings)
    if (refusal) return answer(response, refusal)
    parts?.then(
      ({ api, pages }) => (isApi ? api : pages)(request, response),
      () => answer(response, { status: 503, message: 'The console could not start.' })
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, settings)))
    server.listen(settings.port, settings.host, () => {
      parts = begin()
      resolve()
    })
  })
  try {
    await parts
  } catch (error) {
    await closeServer(server)
    throw error
  }
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : settings.port }
}

const GRACE_MS = 2000

/** Stops listening. Requests in flight may finish within a grace period. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Converts a WHATWG-style application, such as hono's, to a handler. */
export const toRequestHandler = (fetch: (request: Request) => Response | Promise<Response>): RequestHandler =>
  // Response objects of this process are node's own; there is no reason to replace the global ones.
  getRequestListener(fetch, { overrideGlobalObjects: false })

function refuse(request: IncomingMessage, { access }: Settings): GuardRefusal | undefined {
  return refuseForeignWrite(request) ?? refuseByAccess(request, access)
}

function refuseByAccess(request: IncomingMessage, access: Access): GuardRefusal | undefined {
  if (access === 'sign-in') return undefined
  if (access === 'loopback') return refuseForeignHost(request)
  if ('refused' in access) return { status: 403, message: access.refused }
  return isPublicRequest(request) ? undefined : refuseWithoutPassword(request, access.password)
}

/** Guards a handler by an access that is known only when a request arrives. */
export const guardLater =
  (access: () => Promise<Access>, handler: RequestHandler): RequestHandler =>
  (request, response) =>
    void access().then(
      (found) => {
        const refusal = refuseByAccess(request, found)
        return refusal ? answer(response, refusal) : handler(request, response)
      },
      () => answer(response, { status: 500, message: 'The request could not be checked.' })
    )

function answer(
  response: ServerResponse,
  { status, message, headers }: Omit<GuardRefusal, 'status'> & { status: number }
) {
  const always = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  response.writeHead(status, { ...always, ...headers }).end(message)
}

function explain(error: Error, { host, port }: Settings): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new UsageError(
      `Port ${port} on ${host} is in use: stop the program that listens there, or choose another port with --port.`
    )
  }
  if (code === 'EACCES') return new UsageError(`Port ${port} may not be opened: choose one above 1023 with --port.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`${host} is not an address of this machine: choose another with --host.`)
  }
  return error
}
