import { Hono } from 'hono'
import type { Logger } from 'pino'
import { givenRoles } from '../src/lib/policy'
import type { Tell } from './access/accounts'
import { authorise, type Env, mayReadRelation, relationOf, signedIn } from './access/authorise'
import { type Caller, readUser } from './access/people'
import { peopleRoutes } from './access/people-routes'
import { allRules, rulesOf } from './access/rules'
import { readerFor } from './access/reader'
import { tokenRoutes } from './access/token-routes'
import type { Db, Reader } from './db/db'
import type { HealthRoutes } from './health/routes'
import { onError } from './http/errors'
import type { Guard } from './identity/account-routes'
import { isFlag, type LocalProperties, readProperties } from './properties'
import type { PlaybookRoutes } from './playbooks/routes'

/** What the console has to know before it can ask for anything else. One build serves every deployment. */
export type ConsoleConfig = {
  version: string
  backend: 'embedded' | 'gateway'
  /** How people sign in: not at all, by HTTP Basic before the page loads, with the backend's identity service, or with Clerk. */
  signIn: 'none' | 'basic' | 'kratos' | 'hosted'
  /** The Clerk instance, and the backends that its organisations may lead browsers to. */
  hosted?: { publishableKey: string; backends: readonly string[] }
  /** What the deployment is for, when that is not everything. */
  only?: 'health'
}

export type AppSettings = {
  config: ConsoleConfig
  log: Logger
}

export type EmbeddedBackend = {
  db: Db
  hostname: string
  /** Whom a request acts for, with the roles of this moment; undefined when nobody is signed in. */
  callerOf(request: Request): Promise<Caller | undefined>
  /** The relational API, of the database as whoever asks sees it. What it embeds is left to `mayRead`. */
  relational(
    request: Request,
    relation: string,
    mayRead: (relation: string) => boolean,
    reader: Reader
  ): Promise<Response>
  localProperties?: LocalProperties
  /** What canary-checker answers, below `/canary`. */
  health: HealthRoutes
  /** Sign-in of our own, where it is on. */
  identity?: IdentityService
  /** The playbook service, below `/playbook`. */
  playbooks: PlaybookRoutes
  /** Tests of connections, below `/connection`. */
  connections: Hono
}

export type IdentityService = {
  /** What it answers, below `/.ory`. */
  routes: Hono
  /** Why a request is turned away before anything else looks at it. */
  refuse(request: Request): Promise<Response | undefined>
  /** Why whoever signed in too long ago may not make what others could sign in with. */
  refuseStale(request: Request): Promise<Response | undefined>
  /** Tells the owner of an address that messages no longer go there. */
  addressChanged: Tell
  /** What administrators do with the accounts of others, below `/api`. */
  accounts(guard: Guard): Hono
}

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
  const { db, localProperties: local = new Map() } = backend
  const app = createShell(settings)

  // What is answered here is for one person at one moment. Set afterwards: answers that come whole replace what was set.
  app.use('/api/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
  })
  if (backend.identity) {
    const { routes, refuse } = backend.identity
    app.route('/api/.ory', routes)
    app.use('/api/*', async (context, next) => (await refuse(context.req.raw)) ?? next())
  }
  app.use('/api/*', async (context, next) => {
    const refused = refuseBody(context.req.raw.headers)
    return refused ? context.json({ error: refused.error }, refused.status) : next()
  })
  app.use(
    '/api/*',
    authorise({
      callerOf: (request) => backend.callerOf(request),
      rulesOf: (caller) => rulesOf(db, caller),
      readerFor: (caller, rules) => readerFor({ db, local }, caller, rules),
    })
  )

  app.get('/api/auth/whoami', async (context) => {
    const { id, roles } = signedIn(context)
    const permissions = context.get('rules')
    const payload = { user: await readUser(db, id), roles, permissions, hostname: backend.hostname }
    return context.json({ message: 'success', payload })
  })
  app.get('/api/rbac/dump', async (context) => context.json(await allRules(db, [...givenRoles, 'agent'])))
  app.route('/api', peopleRoutes(db, backend.identity?.addressChanged))
  app.route('/api', tokenRoutes(db, backend.identity?.refuseStale))
  if (backend.identity) {
    app.route('/api', backend.identity.accounts({ callerOf: signedIn }))
  }
  app.get('/api/properties', async (context) => {
    const properties = await readProperties(db, local)
    return context.json(context.get('caller') ? properties : properties.filter(isFlag))
  })

  app.all('/api/db/*', (context) =>
    backend.relational(
      context.req.raw,
      relationOf(context),
      mayReadRelation(context.get('rules')),
      context.get('reader')
    )
  )

  app.route('/api/canary', backend.health)
  app.get('/api/canary/about', (context) =>
    context.json({ Timestamp: new Date().toISOString(), Version: settings.config.version })
  )

  app.route('/api/playbook', backend.playbooks)
  app.route('/api/connection', backend.connections)
  return app
}

/** Why a body is not read. Its length must be known beforehand; Node sees to it that it keeps to that. */
function refuseBody(headers: Headers): { status: 411 | 413 | 415; error: string } | undefined {
  if (headers.has('Transfer-Encoding')) return { status: 411, error: 'The body needs a Content-Length.' }
  const length = Number(headers.get('Content-Length') ?? 0)
  if (length > LARGEST_BODY_BYTES) return { status: 413, error: 'The body is larger than 10 MB.' }
  // Whatever a plain HTML form can send is refused, so that no page elsewhere can post here.
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers.get('Content-Type') ?? '')
  return length > 0 && !isJson ? { status: 415, error: 'The body must be application/json.' } : undefined
}
