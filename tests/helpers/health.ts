import { asServer } from '../../server/identity/access/reader'
import { Hono } from 'hono'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Db } from '../../server/data/db/db'
import { toJsonText, sql } from '../../server/data/db/sql'
import { createHealthEngine, type HealthEngine, type HealthEngineDeps } from '../../server/health/engine'
import { createErrorHandler } from '../../server/http/errors'
import { type RouteEnv, registerRoutes } from '../../server/http/route'
import { evaluateHere } from './evaluate-here'

export const silentLog = pino({ level: 'silent' })

/** A started engine with all checks; it stops with the test. */
export async function startEngine(db: Db, deps: Partial<HealthEngineDeps> = {}): Promise<HealthEngine> {
  const engine = createHealthEngine({
    db,
    log: silentLog,
    now: () => new Date(),
    allowExec: false,
    hostname: 'test-host',
    evaluate: evaluateHere,
    ...deps,
  })
  await engine.start()
  await engine.whenPlanned()
  onTestFinished(() => engine.stop())
  return engine
}

/** The health routes as registered by the server. */
export function healthApp(engine: HealthEngine, db: Db) {
  const app = new Hono<RouteEnv>()
  app.onError(createErrorHandler(silentLog))
  app.use(async (context, next) => {
    context.set('reader', asServer(db))
    await next()
  })
  registerRoutes(app, engine.routes, () => [])
  return (path: string, init?: RequestInit) => app.request(`/api/canary${path}`, init)
}

let canaries = 0

/** Adds a canary. @returns its id. */
export async function addCanary(
  db: Db,
  spec: object,
  more: { labels?: object; annotations?: object; agent?: string } = {}
): Promise<string> {
  const agent = more.agent ?? '00000000-0000-0000-0000-000000000000'
  const [row] = await db.query<{ id: string }>(sql`
    insert into canaries (name, namespace, spec, labels, annotations, agent_id)
    values (${`canary ${++canaries}`}, 'default', ${toJsonText(spec)}::jsonb, ${toJsonText(more.labels ?? {})}::jsonb,
      ${more.annotations ? toJsonText(more.annotations) : null}::jsonb, ${agent})
    returning id::text`)
  return row?.id ?? ''
}

export type CheckRow = {
  id: string
  name: string
  type: string
  status: string | null
  deleted: boolean
  transformed: boolean
  spec: Record<string, unknown>
  last_runtime: Date | null
  next_runtime: Date | null
  severity: string | null
}

/** The checks of a canary by name, including deleted ones. */
export const readCanaryChecks = (db: Db, canaryId: string) =>
  db.query<CheckRow>(sql`
    select id::text, name, type, status, deleted_at is not null as deleted, coalesce(transformed, false) as transformed, spec, last_runtime, next_runtime, severity
    from checks where canary_id = ${canaryId} order by name`)

export const readCheckStatuses = (db: Db, checkId: string) =>
  db.query<{
    status: boolean | null
    invalid: boolean | null
    duration: number | null
    message: string | null
    error: string | null
    details: unknown
    time: Date
  }>(sql`select * from check_statuses where check_id = ${checkId} order by time`)
