import type { Context } from 'hono'
import { z } from 'zod'
import { sql } from '../data/db/sql'
import { readBody } from '../http/body'
import { FORBIDDEN_USE, mayUseConnections } from '../http/connection-use'
import { HttpError } from '../http/errors'
import { type Callers, type RouteEnv, withRights, type Route, defineRoute } from '../http/route'
import { createEntityTag } from '../http/revalidate'
import type { CheckRunResult } from './check-runs'
import type { HealthEngine } from './engine'
import type { RunnableCheck } from './execute'
import { readCheckGraph, parseWindowStart } from './check-graph'
import { namesConnection } from '../platform/outside/resolve-connection'
import { listChecks } from './summary'
import { readSourceCheck, readTransformedResult } from './transformed-checks'

const DEFAULT_WINDOW = '1h'

const readers = withRights(['read', 'canaries'])
const runningChecks: Callers = { are: 'runningChecks' }
const writers = withRights(['create', 'canaries'])

/** Limit for checks that are explained at the same time; each may hold a socket or a process for minutes. */
const MOST_EXPLAINED = 4

/** The API of canary-checker. */
export function healthRoutes(
  engine: Pick<HealthEngine, 'hostname' | 'runCheck' | 'explain'>,
  now: () => Date = () => new Date()
): readonly Route[] {
  /** The duration comes first and is not part of the entity tag, which would otherwise differ every time. */
  const answer = (context: Context<RouteEnv>, startMs: number, found: object) => {
    const text = JSON.stringify({ runnerName: engine.hostname, ...found })
    const body = `{"duration":${Math.round(performance.now() - startMs)},${text.slice(1)}`
    return context.body(body, 200, { 'Content-Type': 'application/json', ETag: createEntityTag(text) })
  }
  const summary = async (context: Context<RouteEnv>) => {
    const startMs = performance.now()
    const checks = await listChecks(context.get('reader'))
    // The protocol omits the member when there are no checks.
    return answer(context, startMs, checks.length > 0 ? { checks_summary: checks } : {})
  }

  let explained = 0
  const explain = async (context: Context<RouteEnv>, check: string | RunnableCheck) => {
    if (explained >= MOST_EXPLAINED) throw new HttpError(429, `At most ${MOST_EXPLAINED} checks are explained at once`)
    explained++
    try {
      const found = await engine.explain(check, context.req.raw.signal)
      if (found === 'unknown') throw noCheck(String(check))
      return found ? context.json(found) : context.body(null, 200)
    } finally {
      explained--
    }
  }

  return [
    defineRoute('GET', '/api/canary/api/summary', readers, summary),
    // canary-checker also accepts its (ignored) options in a body.
    defineRoute('POST', '/api/canary/api/summary', readers, summary),

    defineRoute('GET', '/api/canary/api/graph', readers, async (context) => {
      const startMs = performance.now()
      const id = readCheckId(context.req.query('check'))
      const start = parseWindowStart(context.req.query('start') || DEFAULT_WINDOW, now())
      const found = await readCheckGraph(context.get('reader'), id, start, now())
      return answer(context, startMs, found)
    }),

    defineRoute(
      'POST',
      '/api/canary/run/check/:id',
      runningChecks,
      async (context) => {
        const id = await readVisibleId(context)
        const reader = context.get('reader')
        // A transformed check cannot be run itself: the check that creates it is run instead.
        const source = await readSourceCheck(reader, id)
        const run = await engine.runCheck(source?.id ?? id, context.req.raw.signal)
        if (run === 'unknown') throw noCheck(id)
        const result = run && source ? await readTransformedResult(reader, id, run) : run
        return result ? context.json(formatRunResult(result)) : context.body(null, 200)
      },
      { waitsFor: 'others' }
    ),

    // An extension of the protocol: a run that is reported and not stored.
    defineRoute(
      'POST',
      '/api/canary/explain/check/:id',
      runningChecks,
      async (context) => {
        const id = await readVisibleId(context)
        const source = await readSourceCheck(context.get('reader'), id)
        if (source) throw new HttpError(409, `This check is created by ${source.name}. Explain that check instead.`)
        return explain(context, id)
      },
      { waitsFor: 'others' }
    ),
    // A caller who may save a check may have it run.
    defineRoute(
      'POST',
      '/api/canary/explain',
      writers,
      async (context) => {
        const check = await readDraft(context)
        if (namesConnection(check.spec) && !mayUseConnections(context.get('rules')))
          throw new HttpError(403, FORBIDDEN_USE)
        return explain(context, check)
      },
      { waitsFor: 'others' }
    ),
  ]
}

const draft = z.object({
  type: z.string().min(1).max(100),
  spec: z.record(z.string(), z.unknown()),
  /** The `env` of the canary that contains it. */
  env: z.unknown().optional(),
  /** The saved check that the draft changes: the draft gets the values of that check's canary. */
  check: z.guid().optional(),
})

/** An unsaved check. */
async function readDraft(context: Context<RouteEnv>): Promise<RunnableCheck> {
  const { data, error } = await readBody(context, draft)
  if (error) throw new HttpError(400, 'The body must be {"type", "spec"}: the type of a check and its spec')
  const { check: id, ...check } = data
  if (id === undefined) return check
  const [saved] = await context.get('reader').query<Pick<RunnableCheck, 'env' | 'namespace'>>(sql`
    select checks.namespace, canaries.spec -> 'env' as env
    from checks join canaries on canaries.id = checks.canary_id where checks.id = ${id}`)
  if (!saved) throw noCheck(id)
  return { ...check, ...saved }
}

const noCheck = (id: string) => new HttpError(404, `There is no check ${id.slice(0, 100)}`)

/** The id of the check in the address, which must be visible to the caller. */
async function readVisibleId(context: Context<RouteEnv, '/:id'>): Promise<string> {
  const id = context.req.param('id')
  const isSeen = async () => (await context.get('reader').query(sql`select from checks where id = ${id}`)).length > 0
  if (!z.guid().safeParse(id).success || !(await isSeen())) throw noCheck(id)
  return id
}

function readCheckId(text: string | undefined): string {
  if (text === undefined || text === '') throw new HttpError(400, 'check must be the id of a check')
  if (!z.guid().safeParse(text).success) throw new HttpError(400, `check must be an id, not "${text.slice(0, 100)}"`)
  return text
}

/** The result in canary-checker's format: empty and false members are omitted. */
function formatRunResult({ check, startedAt, outcome }: CheckRunResult) {
  const members = {
    name: check.name,
    namespace: check.namespace,
    description: check.description,
    labels: check.labels && Object.keys(check.labels).length > 0 ? check.labels : null,
    pass: outcome.kind === 'passed',
    invalid: outcome.kind === 'invalid' || outcome.kind === 'notRun',
    duration: 'durationMs' in outcome ? Math.round(outcome.durationMs) : 0,
    message: 'message' in outcome ? outcome.message : null,
    error: 'error' in outcome ? outcome.error : null,
    detail: 'details' in outcome && Object.keys(outcome.details).length > 0 ? outcome.details : null,
  }
  return { start: startedAt.toISOString(), ...Object.fromEntries(Object.entries(members).filter(([, value]) => value)) }
}
