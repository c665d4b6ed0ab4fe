import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { isAdmin } from '../../src/shared/access/access'
import { assignableRoles } from '../../src/shared/access/policy'
import { refuseInvalidRules } from '../notifications/rules/refuse-invalid'
import type { SignIn } from '../identity/sign-in'
import {
  authorise,
  mayReadRelation,
  handleUnknownRoute,
  readRelationName,
  refuseUnlessAllowed,
} from '../identity/access/authorise'
import { canGrantRights, refuseEscalation } from '../identity/access/refuse-escalation'
import { readUser } from '../identity/access/people'
import { copiedObjects, isWritingFunction } from '../identity/access/relations'
import { explainRoutes } from '../identity/access/explain-routes'
import { peopleRoutes } from '../identity/access/people-routes'
import { resolveReader, resolveRules } from '../identity/access/reader'
import { readAllRules } from '../identity/access/rules'
import { tokenRoutes } from '../identity/access/token-routes'
import { savedViewRoutes } from '../identity/saved-views/routes'
import {
  requireRunRight,
  requireConnectionRight,
  canAddTriggers,
  canUseConnections,
} from '../identity/access/required-rights'
import type { Db, Reader } from '../data/db/db'
import { createDiskWatch } from '../data/disk-watch'
import { createProbe } from '../data/db/probe'
import { actFor, UNIDENTIFIED } from '../data/db/turns'
import type { Engine } from '../platform/jobs/engine'
import type { ConsoleConfig } from '../http/console-config'
import { chartRoutes } from '../http/charts'
import { compressResponses } from '../http/compress'
import { createErrorHandler } from '../http/errors'
import { receiveBody, wholeRequest } from '../http/receive-body'
import { createRequestQueue, MOST_RUNNING, type Refusal } from '../http/request-queue'
import { specSchemaRoute } from '../http/spec-schemas'
import { revalidateResponses } from '../http/revalidate'
import {
  anyone,
  type Callers,
  type RouteEnv,
  withRights,
  registerRoutes,
  open,
  type Route,
  defineRoute,
  requireCaller,
  anySignedIn,
} from '../http/route'
import type { RelationalCaller, Relational } from '../data/postgrest/relational'
import { noTurnResponse } from '../data/postgrest/no-turn'
import { isFlag, type LocalProperties, readProperties } from '../data/properties'

export type ShellSettings = {
  /** The part of the settings that may change while the server runs: the sign-in of a backend behind the gateway. */
  readConfig: () => ConsoleConfig | Promise<ConsoleConfig>
  log: Logger
  /** The folder of the public registry with the charts of integrations; without it nothing is fetched. */
  chartFiles?: URL | undefined
  /** Milliseconds in which a short body must be received. */
  bodyDeadlineMs?: number
}

export type AppSettings = Omit<ShellSettings, 'readConfig'> & { config: ConsoleConfig }

export type EmbeddedBackend = SignIn & {
  db: Db
  hostname: string
  /** The relational API on the caller's view of the database. */
  relational: Relational
  localProperties?: LocalProperties
  /** The folder of the data, whose disk is watched. */
  dataFolder?: string
  /** The engines whose routes are registered. */
  engines: readonly Pick<Engine, 'routes'>[]
}

/** Tells every page that writes fail, before a user loses one. */
const DISK_FULL_HEADER = 'X-Console-Disk-Full'

const LARGEST_BODY_BYTES = 10 * 1024 * 1024

/**
 * Routes that exist with any backend.
 * @param isAnswering whether the embedded database responds.
 * @param isDiskFull whether writes fail because the disk is full.
 * @param ofCharts the callers who may request charts: those who may add integrations, if callers can be identified.
 */
const shellRoutes = (
  { readConfig, log, chartFiles }: ShellSettings,
  isAnswering = async () => true,
  isDiskFull = async () => false,
  ofCharts: Callers = open
): readonly Route[] => [
  defineRoute('GET', '/console-config.json', open, async (context) =>
    context.json(await readConfig(), 200, { 'Cache-Control': 'no-store' })
  ),
  // Always 200: the process is running, and a restart would not restore a database.
  defineRoute('GET', '/api/_health', open, async (context) => {
    if (!(await isAnswering())) return context.json({ health: 'degraded', reason: 'The database does not respond.' })
    if (await isDiskFull()) return context.json({ health: 'degraded', reason: 'The disk is full: writes fail.' })
    return context.json({ health: 'ok' })
  }),
  ...chartRoutes({ base: chartFiles, log }, ofCharts),
]

export function createShell(settings: ShellSettings): Hono<RouteEnv> {
  const app = emptyApp(settings)
  // Callers cannot be identified here, so only open routes exist.
  registerRoutes(app, shellRoutes(settings), () => [async (context) => context.notFound()])
  return app
}

function emptyApp({ log }: Pick<ShellSettings, 'log'>): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>()
  app.use('/api/*', compressResponses)
  app.onError(createErrorHandler(log))
  app.notFound((context) => context.json({ message: 'Not Found' }, 404))
  return app
}

/** All routes of the embedded backend, in order: the first matching route handles a request. */
export const listRoutes = (
  settings: AppSettings,
  backend: EmbeddedBackend,
  isDiskFull = createDiskWatch(backend.db, backend.dataFolder)
): readonly Route[] => [
  ...shellRoutes(
    { ...settings, readConfig: () => settings.config },
    createProbe(backend.db),
    isDiskFull,
    withRights(['update', 'database.config_scrapers'])
  ),
  ...ownRoutes(settings, backend),
  ...backend.engines.flatMap(({ routes = [] }) => routes),
  // The console requests the session even if this server has no accounts; the response is then 404.
  defineRoute('ALL', '/api/.ory/*', open, (context) => context.notFound()),
]

/** The embedded backend: the routes of the protocol that this server implements. */
export function createApp(settings: AppSettings, backend: EmbeddedBackend): Hono<RouteEnv> {
  const { db, localProperties: local = new Map(), signIn } = backend
  const isDiskFull = createDiskWatch(db, backend.dataFolder)
  const app = emptyApp(settings)
  const callerOf = (request: Request) => backend.callerOf(request)
  const guard = authorise({
    callerOf,
    rulesOf: (caller) => resolveRules({ db, local }, caller),
    readerFor: (caller, rules) => resolveReader({ db: db.requests, local }, caller, rules),
  })
  const refuse: MiddlewareHandler<RouteEnv> = async (context, next) => {
    const turnedAway = await signIn?.refuse(context.req.raw)
    if (turnedAway) return turnedAway
    const refused = refuseBody(context.req.raw.headers)
    return refused ? context.json({ error: refused.error }, refused.status) : next()
  }

  const receive = receiveBody(settings.bodyDeadlineMs)
  const inTurn = takeTurns()

  // Responses depend on the caller and the time, so none is stored; long ones are revalidated. Set after the handler,
  // because a handler that returns a complete response replaces earlier headers.
  app.use('/api/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
    if (await isDiskFull()) context.header(DISK_FULL_HEADER, 'true')
  })
  app.use('/api/*', (context, next) => (isRows.test(context.req.path) ? revalidateResponses(context, next) : next()))
  app.use('/api/*', (_context, next) => actFor(UNIDENTIFIED, next))
  registerRoutes(app, listRoutes(settings, backend, isDiskFull), (route) => [
    refuse,
    guard(route.callers),
    receive,
    inTurn(route),
  ])
  app.all('/api/*', refuse, handleUnknownRoute({ callerOf }))
  return app
}

/** Callers who are not signed in count as one person. */
const SIGNED_OUT = 'signed out'

/**
 * The database work of a request belongs to its person, and the requests of a person for the database wait for each
 * other: one queue for all routes.
 */
function takeTurns(): (route: Route) => MiddlewareHandler<RouteEnv> {
  const enqueue = createRequestQueue()
  return ({ callers, waitsFor }) => {
    const refuse =
      callers.are === 'relation'
        ? noTurnResponse
        : ({ status, message }: Refusal) =>
            Response.json({ error: `${message}. Send at most ${MOST_RUNNING} at a time.` }, { status })
    return async (context, next) => {
      const person = context.get('caller')?.id ?? SIGNED_OUT
      const work = () => actFor(person, next)
      if (waitsFor !== 'database') return work()
      const refused = await enqueue(person, context.req.raw.signal, work, refuse)
      return refused ?? undefined
    }
  }
}

/** Routes that respond with rows, which are long and seldom change between two requests. */
const isRows = /^\/api\/(?:db|canary)\//

/** Routes for several capabilities, or for the server itself. */
function ownRoutes({ config }: AppSettings, backend: EmbeddedBackend): readonly Route[] {
  const { db, hostname, localProperties: local = new Map(), relational, signIn } = backend
  return [
    defineRoute('GET', '/api/auth/whoami', anySignedIn, async (context) => {
      const { id, roles } = requireCaller(context)
      const permissions = context.get('rules')
      const payload = { user: await readUser(db, id), roles, permissions, hostname }
      return context.json({ message: 'success', payload })
    }),
    defineRoute('GET', '/api/rbac/dump', withRights(['read', 'rbac']), async (context) =>
      context.json(await readAllRules(db, [...assignableRoles, 'agent']))
    ),
    ...peopleRoutes(db, signIn?.addressChanged),
    ...explainRoutes({ db: db.requests, local }),
    ...tokenRoutes(db, signIn?.refuseStale),
    ...savedViewRoutes(db),
    // The console requires the feature flags of every caller. Other properties are hidden from callers who are not signed
    // in, and from those who are denied them.
    defineRoute('GET', '/api/properties', anyone, async (context) => {
      const properties = await readProperties(db, local)
      const isReader = context.get('caller') !== undefined && context.get('reader').mayRead('database.system')
      return context.json(isReader ? properties : properties.filter(isFlag))
    }),
    defineRoute('ALL', '/api/db/*', { are: 'relation' }, async (context) => {
      const request = wholeRequest(context.req.raw)
      const relation = readRelationName(context)
      const answer = (reader: Reader) => relational(request, relation, readRelationalCaller(context), reader)
      const reader = context.get('reader')
      const { method } = request
      // The database refuses the writes of a row-limited reader.
      if (reader.hides === 'rows' || !isWrite(method, relation)) return answer(reader)
      const refused = refuseHiddenRows(context, relation)
      if (refused) return refused
      const writer = db.requests
      const rules = context.get('rules')
      const change = relation === 'notifications' ? (target: Reader) => refuseInvalidRules(target, answer) : answer
      const write = (target: Reader) =>
        canUseConnections(method, relation) ? requireConnectionRight(target, rules, relation, change) : change(target)
      if (canGrantRights(method, relation)) return refuseEscalation(writer, rules, write)
      return canAddTriggers(method, relation) ? requireRunRight(writer, rules, write) : write(writer)
    }),
    specSchemaRoute,
    defineRoute('GET', '/api/canary/about', withRights(['read', 'canaries']), (context) =>
      context.json({ Timestamp: new Date().toISOString(), Version: config.version })
    ),
  ]
}

const isWrite = (method: string, relation: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && (!relation.startsWith('rpc/') || isWritingFunction(relation))

/** Refuses a write whose response could contain copies of rows that the caller is denied. */
function refuseHiddenRows(context: Context<RouteEnv>, relation: string): Response | undefined {
  const copied = copiedObjects.get(relation)
  if (copied === undefined || context.get('reader').mayRead(copied)) return undefined
  return refuseUnlessAllowed(requireCaller(context), context.get('rules'), [['read', copied]])
}

const readRelationalCaller = (context: Context<RouteEnv>): RelationalCaller => {
  const caller = context.get('caller')
  return {
    mayRead: mayReadRelation(context.get('rules')),
    isDenied: context.get('reader').hides === 'objects',
    author: { personId: caller?.id, isAdministrator: isAdmin(caller?.roles ?? []) },
  }
}

/** Refuses a body before it is read. Its length must be declared; Node enforces it. */
function refuseBody(headers: Headers): { status: 411 | 413 | 415; error: string } | undefined {
  if (headers.has('Transfer-Encoding')) return { status: 411, error: 'The body requires a Content-Length.' }
  const length = Number(headers.get('Content-Length') ?? 0)
  if (length > LARGEST_BODY_BYTES) return { status: 413, error: 'The body is larger than 10 MB.' }
  // Content types that a plain HTML form can send are refused, so that other sites cannot post here.
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers.get('Content-Type') ?? '')
  return length > 0 && !isJson ? { status: 415, error: 'The body must be application/json.' } : undefined
}
