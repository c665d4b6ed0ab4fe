import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { Db } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { Evaluate } from '../platform/expression/evaluator'
import { readBody } from '../http/body'
import { HttpError } from '../http/errors'
import { type Callers, withRights, open, type Route, defineRoute, requireCaller } from '../http/route'
import { approveRun, findPlaybookRun } from './approval'
import { cancelPlaybookRun } from './cancel'
import { PlaybookError, parsePlaybookSpec } from './context'
import { listApprovers } from './playbook'
import { listApplicablePlaybooks, type StoredPlaybook } from './playbooks'
import { requirePlaybookRight } from './permission'
import { findResource } from '../platform/selection/find-resource'
import type { PlaybookTargetKind } from './playbook-target'
import type { PlaybookRunner } from './runner'
import { readParameters, planRun, type PlaybookRunRequest, storeRun, submitRun, type RunDraft } from './submit'
import { announceStop, findStop, type Stop } from './triggers/limits'
import { listTriggeredPlaybooks } from './triggers/triggered-playbooks'
import { findRunOfMessage, isRepeatedMessage, rememberMessage } from './triggers/received-messages'
import { authenticateWebhook, readLimitedBody, toWebhookRequest } from './triggers/webhook'
import { TemplateError } from '../platform/expression/template'

const id = z.guid()
/** An absent and an empty id are the same. */
const optionalId = z.union([id, z.literal('')]).nullish()
const body = z.object({
  id: optionalId,
  config_id: optionalId,
  component_id: optionalId,
  check_id: optionalId,
  params: z.record(z.string(), z.string()).nullish(),
})
/** The order in which the first given id is used. */
const kinds = ['config', 'component', 'check'] as const satisfies readonly PlaybookTargetKind[]

/** The prefix of webhook paths; the rest is the path in a playbook. */
const WEBHOOKS = '/api/playbook/webhook/'

const somePlaybook = (action: 'playbook:run' | 'playbook:approve'): Callers => ({ are: 'somePlaybook', action })

type PlaybookRouteDeps = {
  runner: Pick<PlaybookRunner, 'wake' | 'interrupt' | 'secrets'>
  db: Db
  evaluate: Evaluate
  now: () => Date
  hostname: string
}

/** Mission Control's playbook service. */
export const playbookRoutes = (deps: PlaybookRouteDeps): readonly Route[] => [
  listRoute,
  parametersRoute(deps),
  runRoute(deps),
  approveRoute(deps),
  webhookRoute(deps),
  cancelRoute(deps),
]

const listRoute = defineRoute('GET', '/api/playbook/list', withRights(['read', 'playbooks']), async (context) => {
  const kind = kinds.find((one) => context.req.query(`${one}_id`))
  const resourceId = id.safeParse(kind && context.req.query(`${kind}_id`))
  if (!kind || !resourceId.success)
    return context.json({ error: 'config_id, component_id or check_id must be an id', message: 'invalid request' }, 400)
  const resource = await findResource(context.get('reader'), kind, resourceId.data)
  if (!resource) throw new HttpError(404, `${kind} '${resourceId.data}' not found`)
  return context.json(await listApplicablePlaybooks(context.get('reader'), resource))
})

/** A read, although the protocol uses POST. */
const parametersRoute = ({ evaluate }: PlaybookRouteDeps) =>
  defineRoute(
    'POST',
    '/api/playbook/:id{[0-9a-fA-F-]{36}}/params',
    withRights(['read', 'playbooks']),
    async (context) => {
      const request = await readRunRequest(context, context.req.param('id'))
      return withPlaybookErrors(context, async () => ({
        params: await readParameters(context.get('reader'), evaluate, request, requireCaller(context)),
      }))
    }
  )

const runRoute = ({ runner, db, evaluate, now }: PlaybookRouteDeps) =>
  defineRoute('POST', '/api/playbook/run', somePlaybook('playbook:run'), async (context) => {
    const request = await readRunRequest(context)
    const submitDeps = { db, reader: context.get('reader'), now, secrets: runner.secrets, evaluate }
    return withPlaybookErrors(
      context,
      async () => {
        const { runId, startsAt } = await submitRun(submitDeps, request, requireCaller(context), context.get('rules'))
        runner.wake()
        return { run_id: runId, starts_at: startsAt.toISOString() }
      },
      201
    )
  })

const approveRoute = ({ runner, db, now }: PlaybookRouteDeps) =>
  defineRoute('POST', '/api/playbook/run/approve/:id', somePlaybook('playbook:approve'), async (context) => {
    const runId = readRunId(context)
    const caller = requireCaller(context)
    const run = await findPlaybookRun(context.get('reader'), runId)
    if (!run) throw new HttpError(404, `There is no run ${runId}.`)
    requirePlaybookRight(context.get('rules'), 'playbook:approve', run.about)
    const { people, teams } = listApprovers(run)
    const approvers = [...people, ...teams.map((team) => `the team ${team}`)].join(', ')
    if (approvers === '') throw new HttpError(400, 'This playbook has no approvers.')
    const outcome = await db.transaction((tx) => approveRun(tx, runId, caller.id, now()))
    if (outcome === 'requester')
      throw new HttpError(403, `You requested this run, so someone else must approve it: ${approvers}.`)
    if (outcome === 'notAnApprover')
      throw new HttpError(
        403,
        `When this run was requested, neither you nor any of your teams was an approver. Its approvers: ${approvers}.`
      )
    if (outcome !== 'approved')
      throw new HttpError(409, `The run does not wait for approval. Its status is ${outcome.status}.`)
    runner.wake()
    return context.json({ message: 'playbook run approved' })
  })

/** Without a session: callers authenticate in the way that the playbook defines. */
const webhookRoute = ({ runner, db, evaluate, now, hostname }: PlaybookRouteDeps) =>
  defineRoute('POST', `${WEBHOOKS}*`, open, async (context) => {
    const path = readWebhookPath(context)
    const [playbook] = await listTriggeredPlaybooks(db, sql`spec -> 'on' -> 'webhook' ->> 'path' = ${path}`)
    const webhook = playbook?.on.webhook
    if (!webhook) throw new HttpError(404, `playbook with webhook path '${path}' not found`)
    const content = await readLimitedBody(context.req.raw)
    const signed = await authenticateWebhook(webhook, context.req.raw.headers, content, now())
    const repeated = async () => {
      const runId = await findRunOfMessage(db, playbook.id, signed, now())
      return runId === undefined ? undefined : { message: 'already received', run_id: runId }
    }
    return withPlaybookErrors(context, async () => {
      const before = await repeated()
      if (before) return before
      await refuseStopped(db, playbook, { now: now(), hostname })
      const spec = parsePlaybookSpec(playbook.spec)
      const request = toWebhookRequest(context, path, content)
      const draft: RunDraft = { playbook, spec, target: undefined, params: {}, userId: null, request }
      const plan = await planRun(db, evaluate, draft)
      try {
        const runId = await db.transaction(async (tx) => {
          // Requests at the same time wait for each other, so that the limit is exact.
          await tx.run(sql`select from playbooks where id = ${playbook.id} for update`)
          const stop = await findStop(tx, playbook.id, undefined, now())
          if (stop) throw tooMany(stop)
          const stored = await storeRun(tx, runner.secrets, plan, now())
          if (signed) await rememberMessage(tx, playbook.id, signed, { runId: stored, now: now() })
          return stored
        })
        runner.wake()
        return { message: 'ok', run_id: runId }
      } catch (error) {
        const after = isRepeatedMessage(error) ? await repeated() : undefined
        if (after) return after
        throw error
      }
    })
  })

const cancelRoute = ({ runner, db, now }: PlaybookRouteDeps) =>
  defineRoute(
    'POST',
    '/api/playbook/run/cancel/:id',
    withRights(['read', 'playbooks'], ['update', 'playbooks'], ['playbook:cancel', 'playbooks']),
    async (context) => {
      const runId = readRunId(context)
      const outcome = await cancelPlaybookRun(db, runId, now())
      if (outcome === 'unknown')
        return context.json({ error: `There is no run ${runId}.`, message: 'failed to get playbook run' }, 500)
      if (outcome !== 'cancelled')
        return context.json(
          { error: 'invalid state', message: `The run has ended with the status ${outcome.ended}.` },
          400
        )
      runner.interrupt(runId)
      return context.json({ message: 'playbook run cancelled' })
    }
  )

const tooMany = ({ message, retryAfterMs }: Stop) =>
  new HttpError(429, message, { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) })

/** @throws {HttpError} 429 for a playbook that webhooks start no more, before the costs of a run arise. */
async function refuseStopped(db: Db, playbook: StoredPlaybook, at: { now: Date; hostname: string }): Promise<void> {
  const stop = await findStop(db, playbook.id, undefined, at.now)
  if (!stop) return
  await db.transaction((tx) => announceStop(tx, playbook, undefined, stop, at))
  throw tooMany(stop)
}

/** @throws {HttpError} for an invalid path. */
function readWebhookPath(context: Context): string {
  try {
    return decodeURIComponent(context.req.path.slice(WEBHOOKS.length))
  } catch {
    throw new HttpError(400, 'invalid path')
  }
}

/** @throws {HttpError} with the message of the protocol. */
async function readRunRequest(context: Context, playbookId?: string): Promise<PlaybookRunRequest> {
  const parsed = await readBody(context, body)
  if (!parsed.success) throw new HttpError(400, `invalid request: ${problems(parsed.error)}`)
  const given = kinds.flatMap((kind) => {
    const value = parsed.data[`${kind}_id`]
    return value ? [{ kind, id: value }] : []
  })
  if (given.length > 1) throw new HttpError(400, 'invalid request: a playbook runs for one resource at a time')
  const requestedId = playbookId ?? parsed.data.id
  if (!requestedId) throw new HttpError(400, 'invalid request: id is missing')
  return { id: requestedId, resource: given[0], params: parsed.data.params ?? {} }
}

const problems = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

function readRunId(context: Context): string {
  const parsed = id.safeParse(context.req.param('id'))
  if (!parsed.success) throw new HttpError(400, 'invalid run id')
  return parsed.data
}

/** Mission Control reports a problem with a playbook as 500, and clients show `error` unchanged. */
async function withPlaybookErrors(context: Context, work: () => Promise<object>, status: ContentfulStatusCode = 200) {
  try {
    return context.json(await work(), status)
  } catch (error) {
    if (error instanceof PlaybookError || error instanceof TemplateError) throw new HttpError(500, error.message)
    throw error
  }
}
