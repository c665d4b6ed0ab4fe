import type { AccessRule } from '../../src/shared/access/policy'
import type { PlaybookCaller } from './caller'
import type { Db, PersonReader, Queryable } from '../data/db/db'
import { type Evaluate, evaluateFor } from '../platform/expression/evaluator'
import { toJsonText, sql } from '../data/db/sql'
import { toStorableJson } from '../data/db/storable-json'
import { HttpError } from '../http/errors'
import { approveRun } from './approval'
import { assertFilters, PlaybookError, parsePlaybookSpec, createTemplateEnv } from './context'
import {
  type FilledParameter,
  fillInParameters,
  type ParameterValues,
  findChoiceError,
  findParameterError,
  redactParameters,
  pickSecrets,
  applyDefaults,
} from './parameters'
import { needsApproval, type PlaybookSpec } from './playbook'
import { requirePlaybookRight } from './permission'
import { findPlaybook, type StoredPlaybook } from './playbooks'
import { findResource } from '../platform/selection/find-resource'
import type { PlaybookTarget, PlaybookTargetKind } from './playbook-target'
import type { RunSecrets } from './run-secrets'
import type { RunCause } from './triggers/limits'
import type { WebhookRequest } from './triggers/webhook'

export type PlaybookRunRequest = {
  id: string
  resource: { kind: PlaybookTargetKind; id: string } | undefined
  params: ParameterValues
}

/** `reader` is the database with the caller's permissions, for finding the resource that the playbook runs for. */
type SubmitDeps = { db: Db; reader: PersonReader; now: () => Date; secrets: RunSecrets; evaluate: Evaluate }

const DEFAULT_TIMEOUT_MS = 30 * 60_000
const NANOSECONDS = 1_000_000

/**
 * Returns the parameters of a playbook for a resource, with templates filled in; null when it has none.
 * @throws {HttpError | PlaybookError | TemplateError}
 */
export async function readParameters(
  reader: PersonReader,
  evaluate: Evaluate,
  { id, resource, params }: PlaybookRunRequest,
  caller: PlaybookCaller
): Promise<FilledParameter[] | null> {
  const { playbook, spec, target } = await find(reader, id, resource)
  const env = await createTemplateEnv(reader, { playbook, spec, resource: target, params, userId: caller.id })
  await assertFilters(spec, env, evaluateFor(evaluate, `playbook ${playbook.id}`))
  if (!spec.parameters?.length) return null
  return fillInParameters(spec.parameters, env)
}

/**
 * Adds a run to the queue, or stores it as waiting for approval.
 * @throws {HttpError | PlaybookError | TemplateError}
 */
export async function submitRun(
  { db, reader, now, secrets, evaluate }: SubmitDeps,
  { id, resource, params }: PlaybookRunRequest,
  caller: PlaybookCaller,
  rules: readonly AccessRule[]
) {
  const { playbook, spec, target } = await find(reader, id, resource)
  requirePlaybookRight(rules, 'playbook:run', { playbook, resource: target })
  if (await hasManyWaitingRuns(db, caller.id))
    throw new HttpError(429, `You have ${MOST_WAITING} runs that have not ended. Wait for them, or cancel some.`)
  const plan = await planRun(reader, evaluate, { playbook, spec, target, params, userId: caller.id })
  const startsAt = now()
  const runId = await db.transaction(async (tx) => {
    const created = await storeRun(tx, secrets, plan, startsAt)
    // If the playbook lists the address of the caller, the request is an approval.
    if (needsApproval(spec)) await approveRun(tx, created, caller.id, startsAt)
    return created
  })
  return { runId, startsAt }
}

/** Unended runs of one person. Only four of a playbook run at once, so more would wait for long. */
const MOST_WAITING = 500

async function hasManyWaitingRuns(db: Queryable, personId: string): Promise<boolean> {
  const found = await db.query(sql`
    select from playbook_runs where status in ('scheduled', 'sleeping', 'retrying') and created_by = ${personId}
    limit ${MOST_WAITING}`)
  return found.length >= MOST_WAITING
}

export type RunDraft = {
  playbook: StoredPlaybook
  spec: PlaybookSpec
  target: PlaybookTarget | undefined
  params: ParameterValues
  /** Null for a run started by an event, a webhook or a schedule. */
  userId: string | null
  /** The request of a webhook. */
  request?: WebhookRequest | undefined
  /** The run that this one follows from. */
  cause?: RunCause | undefined
}
/** A run that can be stored: every parameter has its value. */
export type RunPlan = Omit<RunDraft, 'params'> & { given: ParameterValues }

/** @throws {PlaybookError | TemplateError} when it cannot be run. */
export async function planRun(reader: Queryable, evaluate: Evaluate, { params, ...draft }: RunDraft): Promise<RunPlan> {
  const { playbook, spec, target, userId, request } = draft
  const parameters = spec.parameters ?? []
  const elsewhere = spec.runsOn?.length && !spec.runsOn.includes('local') ? spec.runsOn : undefined
  if (elsewhere)
    throw new PlaybookError(
      `The playbook runs on the agent ${elsewhere.join(' or ')}, which the embedded backend does not reach.`
    )
  const env = await createTemplateEnv(reader, { playbook, spec, resource: target, userId, params, request })
  const given = applyDefaults(parameters, params, env)
  const problem = findParameterError(parameters, given) ?? findChoiceError(fillInParameters(parameters, env), params)
  if (problem) throw new PlaybookError(problem)
  await assertFilters(spec, { ...env, params: given }, evaluateFor(evaluate, `playbook ${playbook.id}`))
  return { ...draft, given }
}

/** Stores a run, in a transaction. @returns its id. */
export async function storeRun(
  tx: Queryable,
  secrets: RunSecrets,
  { playbook, spec, target, given, userId, request, cause }: RunPlan,
  startsAt: Date
): Promise<string> {
  const parameters = spec.parameters ?? []
  const shown = redactParameters(parameters, given)
  const id = await insert(tx, { playbook, spec, target, given: shown, userId, request, startsAt })
  await secrets.keep(tx, id, pickSecrets(parameters, given))
  if (cause)
    await tx.run(sql`
      insert into console.playbook_run_causes (run_id, cause_id, chain_length)
      values (${id}, ${cause.runId}, ${cause.chainLength + 1})`)
  if (target?.kind === 'config')
    await recordConfigChange(tx, { id, playbook, spec, configId: target.id, given: shown, userId })
  return id
}

async function find(db: PersonReader, id: string, reference: PlaybookRunRequest['resource']) {
  const playbook = await findPlaybook(db, id)
  if (!playbook) throw new HttpError(404, `playbook '${id}' not found`)
  const target = reference && (await findResource(db, reference.kind, reference.id))
  if (reference && !target) throw new HttpError(404, `${reference.kind} '${reference.id}' not found`)
  return { playbook, spec: parsePlaybookSpec(playbook.spec), target }
}

type New = Omit<RunPlan, 'given'> & { given: ParameterValues; startsAt: Date }

async function insert(
  tx: Queryable,
  { playbook, spec, target, given, userId, request, startsAt }: New
): Promise<string> {
  const idFor = (kind: PlaybookTargetKind) => (target?.kind === kind ? target.id : null)
  const [row] = await tx.query<{ id: string }>(sql`
    insert into playbook_runs
      (playbook_id, spec, status, created_at, scheduled_time, timeout, created_by, check_id, config_id, component_id,
        parameters, request)
    values (${playbook.id}, ${toJsonText(playbook.spec)}::jsonb, ${needsApproval(spec) ? 'pending_approval' : 'scheduled'},
      ${startsAt}, ${startsAt}, ${Math.round((spec.timeout ?? DEFAULT_TIMEOUT_MS) * NANOSECONDS)}, ${userId},
      ${idFor('check')}, ${idFor('config')}, ${idFor('component')}, ${toJsonText(given)}::jsonb,
      ${request ? toStorableJson(request) : null}::jsonb)
    returning id::text`)
  if (!row) throw new Error('The run could not be stored')
  return row.id
}

type RecordedRun = {
  id: string
  playbook: StoredPlaybook
  spec: PlaybookSpec
  configId: string
  given: ParameterValues
  userId: string | null
}

/** Records a run for a config item as a change of that item. */
const recordConfigChange = (tx: Queryable, { id, playbook, spec, configId, given, userId }: RecordedRun) =>
  tx.run(sql`
    insert into config_changes (config_id, external_change_id, change_type, severity, source, summary, details, created_by)
    values (${configId}, ${id}, ${needsApproval(spec) ? 'PlaybookPending_approval' : 'PlaybookScheduled'}, 'info', ${CHANGE_SOURCE},
      ${`Playbook: ${playbook.name}`}, ${toJsonText({ parameters: given, spec: playbook.spec })}::jsonb, ${userId})`)

/** The source of changes that a run makes; such changes start no other run. */
export const CHANGE_SOURCE = 'Playbook'
