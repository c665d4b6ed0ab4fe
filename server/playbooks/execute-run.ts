import { formatGoDuration } from '../../src/shared/duration'
import type { PersonReader, Reader } from '../data/db/db'
import type { ReadAs } from '../identity/access/read-as'
import { withRedaction } from '../platform/outside/redaction'
import { type Evaluate, evaluateFor } from '../platform/expression/evaluator'
import { sql } from '../data/db/sql'
import { runAction } from './run-action'
import type { ArtifactWriter, SharedTools } from './actions/action'
import type { AttemptStore, StoredAttempt } from './attempts'
import { unsupportedVariables, parsePlaybookSpec, createTemplateEnv } from './context'
import { type ParameterValues, REDACTED } from './parameters'
import type { PlaybookAction, PlaybookSpec } from './playbook'
import { findResource } from '../platform/selection/find-resource'
import type { PlaybookTarget, PlaybookTargetKind } from './playbook-target'
import type { RunSecrets } from './run-secrets'
import { decideByAnswer, nextStep, retryDelayMs, type RunStep as Next } from './steps'
import type { TemplateEnv } from '../platform/expression/template'

export type ExecuteRunDeps = {
  /** Retries while the database does not respond. */
  db: Reader
  /** Reads the resource for the person who started the run, or for the author of a playbook that started by itself. */
  readAs: ReadAs
  now: () => Date
  random: () => number
  attempts: AttemptStore
  secrets: RunSecrets
  tools: SharedTools
  artifacts: ArtifactWriter
  evaluate: Evaluate
}

type Run = {
  spec: PlaybookSpec
  /** The id of its playbook. */
  playbookId: string
  /** Whether the playbook was deleted. */
  isDeleted: boolean
  env: TemplateEnv
  endsAt: number
  timeoutMs: number
  /** Values that must not be stored with the run. */
  secrets: readonly string[]
}

/**
 * Executes a run that is `running` from its current position to its end, or until it has to wait. Errors are stored in
 * the run. The signal aborts the current action and leaves the run as it is.
 */
export async function executeRun(id: string, signal: AbortSignal, deps: ExecuteRunDeps): Promise<void> {
  const { db, now, attempts } = deps
  const finish = async (status: 'completed' | 'failed' | 'timed_out', error: string | null = null) => {
    if (error !== null) await attempts.giveUp(id, error)
    await db.run(sql`
      update playbook_runs set status = ${status}, end_time = ${now()}, error = ${error}
      where id = ${id} and status = 'running'`)
  }
  const run = await loadRun(id, deps).catch((error: unknown) => String(error instanceof Error ? error.message : error))
  if (typeof run === 'string') return finish('failed', run)
  // A run only moves forward, so the list of actions defines the order: times may be equal.
  const place = ({ name }: StoredAttempt) => run.spec.actions.findIndex((one) => one.name === name)
  const done = (await attempts.of(id)).toSorted((a, b) => place(a) - place(b) || a.retries - b.retries)
  if (run.isDeleted && done.length === 0) return finish('failed', 'The playbook was deleted before the run started.')
  while (!signal.aborted && (await attempts.isRunning(id))) {
    if (run.endsAt <= now().getTime())
      return finish('timed_out', `run exceeded its timeout of ${formatGoDuration(run.timeoutMs)}`)
    const waited = done.at(-1)
    const step =
      waited?.status === 'scheduled' ? undefined : await decideStep(id, nextStep(run.spec.actions, done), run, deps)
    if (step?.is === 'ended') return finish(step.status)
    const outcome = await executeStep(id, step, waited, run, signal, deps)
    if (outcome === 'waits') return
    if (step) done.push(outcome)
    else done[done.length - 1] = outcome
  }
}

type DecidedStep = Exclude<Next, { is: 'judge' }>
type Step = Exclude<DecidedStep, { is: 'ended' }>

/** Returns the same step, with its condition evaluated if that is an expression. */
async function decideStep(
  id: string,
  step: Next,
  { playbookId, env, secrets }: Run,
  deps: ExecuteRunDeps
): Promise<DecidedStep> {
  if (step.is !== 'judge') return step
  const { action, condition, hasFailed } = step
  const actions = await deps.attempts.results(id)
  const { value, clean } = await withRedaction(async () => {
    const run = { hasFailed, actions }
    return decideByAnswer(
      action,
      condition,
      await evaluateFor(
        deps.evaluate,
        `playbook ${playbookId}`
      )({
        expression: condition,
        variables: env,
        unsupported: unsupportedVariables,
        run,
      })
    )
  }, secrets)
  return value.is === 'stuck' ? { ...value, error: clean(value.error) } : value
}

/**
 * Executes one step; undefined continues the attempt that has waited. @returns the attempt, or that the run has to
 * wait.
 */
async function executeStep(
  id: string,
  step: Step | undefined,
  waited: StoredAttempt | undefined,
  run: Run,
  signal: AbortSignal,
  deps: ExecuteRunDeps
): Promise<StoredAttempt | 'waits'> {
  const { db, artifacts, attempts, now } = deps
  const action = step?.action ?? run.spec.actions.find(({ name }) => name === waited?.name)
  if (!action) throw new Error(`The run has no action ${waited?.name}`)
  const retries = step && 'retries' in step ? step.retries : (waited?.retries ?? 0)
  if (step?.is === 'skip' || step?.is === 'stuck') {
    const attempt = await attempts.begin(id, { name: action.name, retries }, now())
    const status = step.is === 'skip' ? 'skipped' : 'failed'
    await attempts.end(attempt.id, status, step.is === 'stuck' ? { error: step.error } : {})
    // A retry would not help: this backend cannot evaluate the condition.
    return { ...attempt, status, ...(step.is === 'stuck' ? { retries: Infinity } : {}) }
  }
  const waitMs = step ? waitMsBefore(action, retries, deps) : Math.max(0, (waited?.dueMs ?? 0) - now().getTime())
  const attempt = step
    ? await attempts.begin(id, { name: action.name, retries }, new Date(now().getTime() + waitMs))
    : waited
  if (!attempt) throw new Error('No attempt is waiting')
  if (waitMs > 0)
    return suspendRun(id, retries > 0 ? 'retrying' : 'sleeping', Math.min(attempt.dueMs, run.endsAt), deps)
  if (!step) await attempts.resume(attempt.id)
  const leftMs = run.endsAt - now().getTime()
  const timeoutMs = Math.max(1, Math.min(action.timeout ?? leftMs, leftMs))
  const bounds = { signal, timeoutMs, secrets: run.secrets }
  const keepArtifact = (filename: string, bytes: Buffer) =>
    artifacts.keep(db, { actionId: attempt.id, filename, bytes })
  const { result, error } = await runAction(action, run.env, bounds, { ...deps.tools, keepArtifact })
  const status = error === undefined ? 'completed' : 'failed'
  await attempts.end(attempt.id, status, { result, ...(error === undefined ? {} : { error }) })
  return { ...attempt, status }
}

const waitMsBefore = (action: PlaybookAction, retries: number, { random }: ExecuteRunDeps) =>
  retries > 0 ? retryDelayMs(action, retries, random()) : (action.delay ?? 0)

/** @param until epoch milliseconds; at most the end of the run. */
async function suspendRun(
  id: string,
  status: 'retrying' | 'sleeping',
  until: number,
  { db }: ExecuteRunDeps
): Promise<'waits'> {
  await db.run(sql`
    update playbook_runs set status = ${status}, scheduled_time = ${new Date(until)}
    where id = ${id} and status = 'running'`)
  return 'waits'
}

type Row = {
  spec: unknown
  request: unknown
  parameters: Record<string, string> | null
  timeout_ms: number
  is_deleted: boolean
  started_ms: number
  created_by: string | null
  reads_for: string | null
  check_id: string | null
  config_id: string | null
  component_id: string | null
  playbook_id: string
  name: string
  title: string
  namespace: string
}

/** @throws when the playbook cannot be run any more. */
async function loadRun(id: string, { db, readAs, secrets }: ExecuteRunDeps): Promise<Run> {
  const [row] = await db.query<Row>(sql`
    select r.spec, r.request, r.parameters, (r.timeout / 1000000)::float8 as timeout_ms,
      (extract(epoch from r.start_time) * 1000)::float8 as started_ms, r.created_by::text,
      coalesce(r.created_by, console.writer_of('playbooks', p.id, p.created_by))::text as reads_for, r.check_id::text,
      r.config_id::text, r.component_id::text, p.id::text as playbook_id, p.name, p.title, p.namespace, p.deleted_at is not null as is_deleted
    from playbook_runs r join playbooks p on p.id = r.playbook_id where r.id = ${id}`)
  if (!row) throw new Error('The run no longer exists.')
  const spec = parsePlaybookSpec(row.spec)
  const kinds = ['config', 'component', 'check'] as const satisfies readonly PlaybookTargetKind[]
  const kind = kinds.find((one) => row[`${one}_id`] !== null)
  const resource = kind && (await findRunResource(kind, row, await readAs(row.reads_for)))
  const secret = await secrets.of(db, id)
  const params = withSecrets(row.parameters ?? {}, secret)
  const playbook = { id: row.playbook_id, name: row.name, title: row.title, namespace: row.namespace }
  const { created_by: userId, request } = row
  const env = await createTemplateEnv(db, { playbook, spec, resource, params, userId, request, runId: id })
  const endsAt = row.started_ms + row.timeout_ms
  return {
    spec,
    playbookId: row.playbook_id,
    isDeleted: row.is_deleted,
    env,
    timeoutMs: row.timeout_ms,
    endsAt,
    secrets: Object.values(secret),
  }
}

/** @throws where the person for whom the run reads may no longer read its resource. */
async function findRunResource(
  kind: PlaybookTargetKind,
  { created_by: by, ...row }: Row,
  reader: PersonReader
): Promise<PlaybookTarget | undefined> {
  const found = await findResource(reader, kind, row[`${kind}_id`] ?? '')
  if (found || reader.hides === 'nothing') return found
  const whom = by === null ? 'The last author of the playbook' : 'The person who started the run'
  throw new Error(`${whom} may not read its ${kind}.`)
}

function withSecrets(stored: ParameterValues, kept: ParameterValues): ParameterValues {
  const lost = Object.entries(stored).find(([name, value]) => value === REDACTED && kept[name] === undefined)
  if (lost) throw new Error(`The secret parameter ${lost[0]} is no longer available.`)
  return { ...stored, ...kept }
}
