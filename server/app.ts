import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Caller } from './access/people'
import { type AccessObject, type Action, may, permissionsOf } from './access/policy'
import { actionOf, objectOf } from './access/relations'
import type { Db } from './db/db'
import { sql } from './db/sql'
import { onError } from './http/errors'
import type { PlaybookRoutes } from './playbooks/routes'

/** What the console has to know before it can ask for anything else. One build serves every deployment. */
export type ConsoleConfig = {
  version: string
  backend: 'embedded' | 'gateway'
  /** How people sign in: not at all, by HTTP Basic before the page loads, or with the backend's identity service. */
  signIn: 'none' | 'basic' | 'kratos'
}

export type AppSettings = {
  config: ConsoleConfig
  log: Logger
}

export type EmbeddedBackend = {
  db: Db
  hostname: string
  /** Whom a request acts for. */
  callerOf(request: Request): Promise<Caller>
  /** The relational API. Authorisation has happened. */
  relational(request: Request, relation: string): Promise<Response>
  /** What canary-checker answers, below `/canary`. */
  health: Hono
  /** The playbook service, below `/playbook`. */
  playbooks: PlaybookRoutes
}

type Env = { Variables: { caller: Caller } }

const LARGEST_BODY_BYTES = 10 * 1024 * 1024

/** What the server answers whichever backend stands behind it. */
export function createShell({ config, log }: AppSettings): Hono<Env> {
  const app = new Hono<Env>()
  app.onError(onError(log))
  app.notFound((context) => context.json({ message: 'Not Found' }, 404))
  app.get('/console-config.json', (context) => context.json(config, 200, { 'Cache-Control': 'no-store' }))
  app.get('/api/_health', (context) => context.json({ health: 'ok' }))
  return app
}

/** The embedded backend: the routes of the protocol that this server answers itself. */
export function createApp(settings: AppSettings, backend: EmbeddedBackend): Hono<Env> {
  const { db } = backend
  const app = createShell(settings)

  app.use('/api/*', async (context, next) => {
    context.header('Cache-Control', 'no-store')
    const refused = refuseBody(context.req.raw.headers)
    if (refused) return context.json({ error: refused.error }, refused.status)
    context.set('caller', await backend.callerOf(context.req.raw))
    return next()
  })

  app.get('/api/auth/whoami', (context) => {
    const { roles, ...user } = context.get('caller')
    const payload = { user, roles, permissions: permissionsOf(roles), hostname: backend.hostname }
    return context.json({ message: 'success', payload })
  })
  app.get('/api/properties', async (context) =>
    context.json(
      await db.query(sql`
        select name, value, 'db' as source, '' as type, '' as description
        from properties where deleted_at is null order by name`)
    )
  )

  app.all('/api/db/*', async (context) => {
    const relation = context.req.path.slice('/api/db/'.length)
    const object = objectOf(relation)
    if (object === undefined) return context.body('', 404)
    const action = actionOf(context.req.method)
    if (action === undefined) return refusal(object, context.req.method.toLowerCase())
    return allowed(context.get('caller'), object, action) ?? backend.relational(context.req.raw, relation)
  })

  app.use('/api/canary/*', async (context, next) => {
    const refused = allowed(context.get('caller'), 'canaries', context.req.method === 'GET' ? 'read' : 'create')
    return refused ?? next()
  })
  app.route('/api/canary', backend.health)
  app.get('/api/canary/about', (context) =>
    context.json({ Timestamp: new Date().toISOString(), Version: settings.config.version })
  )

  app.use('/api/playbook/*', async (context, next) => {
    // What a playbook asks is read, although it is posted.
    const reads = context.req.method === 'GET' || context.req.path.endsWith('/params')
    return allowed(context.get('caller'), 'playbooks', reads ? 'read' : 'update') ?? next()
  })
  app.route('/api/playbook', backend.playbooks)
  return app
}

const allowed = ({ roles }: Caller, object: AccessObject, action: Action): Response | undefined =>
  may(roles, object, action) ? undefined : refusal(object, action)

const refusal = (object: AccessObject, action: string) =>
  new Response(`unauthorized: ${action} on ${object}`, {
    status: 403,
    headers: { 'X-Rbac-Object': object, 'X-Rbac-Action': action },
  })

/** Why a body is not read. Its length must be known beforehand; Node sees to it that it keeps to that. */
function refuseBody(headers: Headers): { status: 411 | 413 | 415; error: string } | undefined {
  if (headers.has('Transfer-Encoding')) return { status: 411, error: 'The body needs a Content-Length.' }
  const length = Number(headers.get('Content-Length') ?? 0)
  if (length > LARGEST_BODY_BYTES) return { status: 413, error: 'The body is larger than 10 MB.' }
  // Whatever a plain HTML form can send is refused, so that no page elsewhere can post here.
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers.get('Content-Type') ?? '')
  return length > 0 && !isJson ? { status: 415, error: 'The body must be application/json.' } : undefined
}
