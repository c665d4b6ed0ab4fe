import type { Rule } from '../../src/lib/policy'
import type { Caller } from './caller'
import type { Db, Queryable } from '../db/db'
import type { Evaluate } from '../expression/evaluator'
import { json, sql } from '../db/sql'
import { storableText } from '../db/storable-text'
import { HttpError } from '../http/errors'
import { approve, isEligible } from './approval'
import { assertFilters, PlaybookError, readSpec, templateEnv } from './context'
import { fillInParameters, type Given, parameterProblem, redacted, secretsIn, withDefaults } from './parameters'
import { needsApproval, type Parameter, type PlaybookSpec } from './playbook'
import { requireRight } from './permission'
import { findPlaybook, type Playbook } from './playbooks'
import { findResource, type Resource, type ResourceKind } from './resource'
import type { Secrets } from './secrets'
import type { WebhookRequest } from './triggers/webhook'

export type RunRequest = { id: string; resource: { kind: ResourceKind; id: string } | undefined; params: Given }

/** `reader` is the database with the caller's permissions, for finding the resource that the playbook runs for. */
export type SubmitDeps = { db: Db; reader: Queryable; now: () => Date; secrets: Secrets; evaluate: Evaluate }

const DEFAULT_TIMEOUT_MS = 30 * 60_000
const NANOSECONDS = 1_000_000

/**
 * Returns the parameters of a playbook for a resource, with templates filled in; null when it has none.
 * @throws {HttpError | PlaybookError | TemplateError}
 */
export async function parametersOf(
  reader: Queryable,
  evaluate: Evaluate,
  { id, resource, params }: RunRequest,
  caller: Caller
): Promise<Parameter[] | null> {
  const { playbook, spec, target } = await find(reader, id, resource)
  const env = await templateEnv(reader, { playbook, spec, resource: target, params, userId: caller.id })
  await assertFilters(spec, env, evaluate)
  if (!spec.parameters?.length) return null
  return fillInParameters(spec.parameters, env)
}

/**
 * Adds a run to the queue, or stores it as waiting for approval.
 * @throws {HttpError | PlaybookError | TemplateError}
 */
export async function submit(
  { db, reader, now, secrets, evaluate }: SubmitDeps,
  { id, resource, params }: RunRequest,
  caller: Caller,
  rules: readonly Rule[]
) {
  const { playbook, spec, target } = await find(reader, id, resource)
  requireRight(rules, 'playbook:run', { playbook, resource: target })
  const plan = await planRun(reader, evaluate, { playbook, spec, target, params, userId: caller.id })
  const startsAt = now()
  const runId = await db.transaction(async (tx) => {
    const created = await storeRun(tx, secrets, plan, startsAt)
    if (needsApproval(spec) && (await isEligible(tx, spec, caller))) await approve(tx, created, spec, caller, startsAt)
    return created
  })
  return { runId, startsAt }
}

export type Wanted = {
  playbook: Playbook
  spec: PlaybookSpec
  target: Resource | undefined
  params: Given
  /** Null for a run started by an event, a webhook or a schedule. */
  userId: string | null
  /** The request of a webhook. */
  request?: WebhookRequest | undefined
}
/** A run that can be stored: every parameter has its value. */
export type Plan = Omit<Wanted, 'params'> & { given: Given }

/** @throws {PlaybookError | TemplateError} when it cannot be run. */
export async function planRun(reader: Queryable, evaluate: Evaluate, { params, ...draft }: Wanted): Promise<Plan> {
  const { playbook, spec, target, userId, request } = draft
  const parameters = spec.parameters ?? []
  const elsewhere = spec.runsOn?.length && !spec.runsOn.includes('local') ? spec.runsOn : undefined
  if (elsewhere)
    throw new PlaybookError(
      `The playbook runs on the agent ${elsewhere.join(' or ')}, which the embedded backend does not reach.`
    )
  const env = await templateEnv(reader, { playbook, spec, resource: target, userId, params, request })
  const given = withDefaults(parameters, params, env)
  const problem = parameterProblem(parameters, given)
  if (problem) throw new PlaybookError(problem)
  await assertFilters(spec, { ...env, params: given }, evaluate)
  return { ...draft, given }
}

/** Stores a run, in a transaction. @returns its id. */
export async function storeRun(
  tx: Queryable,
  secrets: Secrets,
  { playbook, spec, target, given, userId, request }: Plan,
  startsAt: Date
): Promise<string> {
  const parameters = spec.parameters ?? []
  const shown = redacted(parameters, given)
  const id = await insert(tx, { playbook, spec, target, given: shown, userId, request, startsAt })
  await secrets.keep(tx, id, secretsIn(parameters, given))
  if (target?.kind === 'config') await tellConfig(tx, { id, playbook, spec, configId: target.id, given: shown, userId })
  return id
}

async function find(db: Queryable, id: string, reference: RunRequest['resource']) {
  const playbook = await findPlaybook(db, id)
  if (!playbook) throw new HttpError(404, `playbook '${id}' not found`)
  const target = reference && (await findResource(db, reference.kind, reference.id))
  if (reference && !target) throw new HttpError(404, `${reference.kind} '${reference.id}' not found`)
  return { playbook, spec: readSpec(playbook.spec), target }
}

type New = Omit<Plan, 'given'> & { given: Given; startsAt: Date }

async function insert(
  tx: Queryable,
  { playbook, spec, target, given, userId, request, startsAt }: New
): Promise<string> {
  const idFor = (kind: ResourceKind) => (target?.kind === kind ? target.id : null)
  const [row] = await tx.query<{ id: string }>(sql`
    insert into playbook_runs
      (playbook_id, spec, status, created_at, scheduled_time, timeout, created_by, check_id, config_id, component_id,
        parameters, request)
    values (${playbook.id}, ${json(playbook.spec)}::jsonb, ${needsApproval(spec) ? 'pending_approval' : 'scheduled'},
      ${startsAt}, ${startsAt}, ${Math.round((spec.timeout ?? DEFAULT_TIMEOUT_MS) * NANOSECONDS)}, ${userId},
      ${idFor('check')}, ${idFor('config')}, ${idFor('component')}, ${json(given)}::jsonb,
      ${request ? storableText(request) : null}::jsonb)
    returning id::text`)
  if (!row) throw new Error('The run could not be stored')
  return row.id
}

type Told = {
  id: string
  playbook: Playbook
  spec: PlaybookSpec
  configId: string
  given: Given
  userId: string | null
}

/** Records a run for a config item as a change of that item. */
const tellConfig = (tx: Queryable, { id, playbook, spec, configId, given, userId }: Told) =>
  tx.run(sql`
    insert into config_changes (config_id, external_change_id, change_type, severity, source, summary, details, created_by)
    values (${configId}, ${id}, ${needsApproval(spec) ? 'PlaybookPending_approval' : 'PlaybookScheduled'}, 'info', ${CHANGE_SOURCE},
      ${`Playbook: ${playbook.name}`}, ${json({ parameters: given, spec: playbook.spec })}::jsonb, ${userId})`)

/** The source of changes that a run makes; such changes start no other run. */
export const CHANGE_SOURCE = 'Playbook'
