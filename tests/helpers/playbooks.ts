import { asServer } from '../../server/identity/access/reader'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import type { PlaybookCaller } from '../../server/playbooks/caller'
import type { Db } from '../../server/data/db/db'
import { toJsonText, sql } from '../../server/data/db/sql'
import { createErrorHandler } from '../../server/http/errors'
import { type RouteEnv, registerRoutes } from '../../server/http/route'
import { createPlaybookRunner, type PlaybookRunner, type PlaybookRunnerDeps } from '../../server/playbooks/runner'
import { buildRoleRules } from '../../src/shared/access/policy'
import { testArtifacts } from './artifacts'
import { evaluateHere } from './evaluate-here'
import { eventually } from './eventually'
import { silentLog } from './health'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { testKeys, testVault } from './vault'

/** A started runner; it stops with the test. */
export async function startRunner(db: Db, deps: Partial<PlaybookRunnerDeps> = {}): Promise<PlaybookRunner> {
  const runner = createPlaybookRunner({
    db,
    log: silentLog,
    now: () => new Date(),
    openConnection: createConnectionReader(db, testVault),
    allowExec: false,
    hostname: 'here',
    evaluate: evaluateHere,
    box: testKeys,
    artifacts: testArtifacts,
    ...deps,
  })
  await runner.start()
  onTestFinished(() => runner.stop())
  return runner
}

/** The playbook routes as registered by the server, for a caller. */
export function playbookApp(runner: PlaybookRunner, db: Db, caller: PlaybookCaller, rules = buildRoleRules(['admin'])) {
  const app = new Hono<RouteEnv>()
  app.onError(createErrorHandler(silentLog))
  app.use(async (context, next) => {
    context.set('caller', { name: '', roles: [], permissions: [], ...caller })
    context.set('rules', rules)
    context.set('reader', asServer(db))
    await next()
  })
  registerRoutes(app, runner.routes, () => [])
  return async (path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await app.request(`/api/playbook${path}`, init)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
}

let playbooks = 0

/** Adds a playbook. @returns its id. */
export async function addPlaybook(db: Db, spec: object, name = `playbook ${++playbooks}`): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into playbooks (name, title, spec, source) values (${name}, ${name}, ${toJsonText(spec)}::jsonb, 'UI')
    returning id::text`)
  return row?.id ?? ''
}

export async function addPerson(db: Db, name: string): Promise<PlaybookCaller> {
  const email = `${name.toLowerCase()}@shop.example`
  const [row] = await db.query<{ id: string }>(
    sql`insert into people (name, email) values (${name}, ${email}) returning id::text`
  )
  return { id: row?.id ?? '', email }
}

type TestRunRow = {
  status: string
  error: string | null
  parameters: Record<string, string> | null
  start_time: Date | null
  end_time: Date | null
  created_by: string | null
  check_id: string | null
}

export async function readTestRun(db: Db, id: unknown): Promise<TestRunRow> {
  const [row] = await db.query<TestRunRow>(sql`
    select status, error, parameters, start_time, end_time, created_by::text, check_id::text
    from playbook_runs where id = ${String(id)}`)
  if (!row) throw new Error('no such run')
  return row
}

export const readRunActions = (db: Db, runId: unknown) =>
  db.query<{
    name: string
    status: string
    error: string | null
    result: Record<string, unknown> | null
    retry_count: number | null
  }>(sql`
    select name, status, error, result, retry_count from playbook_run_actions
    where playbook_run_id = ${String(runId)} order by start_time, scheduled_time, id`)

/** Waits until a run has reached a status. */
export const untilRunStatus = (db: Db, id: unknown, status: string) =>
  eventually(async () => {
    const run = await readTestRun(db, id)
    if (run.status !== status) throw new Error(`the run is ${run.status}: ${run.error}`)
    return run
  })
