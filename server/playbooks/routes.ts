import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { Db } from '../db/db'
import { sql } from '../db/sql'
import type { Evaluate } from '../expression/evaluator'
import { readBody } from '../http/body'
import { HttpError } from '../http/errors'
import { type Callers, having, open, type Route, route, signedIn } from '../http/route'
import { approve, isEligible } from './approval'
import { cancel } from './cancel'
import { PlaybookError, readSpec } from './context'
import { needsApproval } from './playbook'
import { applicable } from './playbooks'
import { requireRight } from './permission'
import { findResource, type ResourceKind } from './resource'
import { findRun } from './run'
import type { PlaybookRunner } from './runner'
import { parametersOf, planRun, type RunRequest, storeRun, submit, type Wanted } from './submit'
import { triggeredPlaybooks } from './triggers/triggered'
import { authenticate, boundedBody, requestOf } from './triggers/webhook'
import { TemplateError } from '../expression/template'

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
const kinds = ['config', 'component', 'check'] as const satisfies readonly ResourceKind[]

/** The prefix of webhook paths; the rest is the path in a playbook. */
const WEBHOOKS = '/api/playbook/webhook/'

const somePlaybook = (action: 'playbook:run' | 'playbook:approve'): Callers => ({ are: 'somePlaybook', action })

/** Mission Control's playbook service. */
export function playbookRoutes(
  runner: Pick<PlaybookRunner, 'wake' | 'interrupt' | 'secrets'>,
  db: Db,
  evaluate: Evaluate,
  now: () => Date = () => new Date()
): readonly Route[] {
  return [
    route('GET', '/api/playbook/list', having(['read', 'playbooks']), async (context) => {
      const kind = kinds.find((one) => context.req.query(`${one}_id`))
      const resourceId = id.safeParse(kind && context.req.query(`${kind}_id`))
      if (!kind || !resourceId.success)
        return context.json(
          { error: 'config_id, component_id or check_id must be an id', message: 'invalid request' },
          400
        )
      const resource = await findResource(context.get('reader'), kind, resourceId.data)
      if (!resource) throw new HttpError(404, `${kind} '${resourceId.data}' not found`)
      return context.json(await applicable(context.get('reader'), resource))
    }),

    // A read, although the protocol uses POST.
    route('POST', '/api/playbook/:id{[0-9a-fA-F-]{36}}/params', having(['read', 'playbooks']), async (context) => {
      const request = await runRequestOf(context, context.req.param('id'))
      return answering(context, async () => ({
        params: await parametersOf(context.get('reader'), evaluate, request, signedIn(context)),
      }))
    }),

    route('POST', '/api/playbook/run', somePlaybook('playbook:run'), async (context) => {
      const request = await runRequestOf(context)
      const deps = { db, reader: context.get('reader'), now, secrets: runner.secrets, evaluate }
      return answering(
        context,
        async () => {
          const { runId, startsAt } = await submit(deps, request, signedIn(context), context.get('rules'))
          runner.wake()
          return { run_id: runId, starts_at: startsAt.toISOString() }
        },
        201
      )
    }),

    route('POST', '/api/playbook/run/approve/:id', somePlaybook('playbook:approve'), async (context) => {
      const runId = runIdOf(context)
      const caller = signedIn(context)
      const run = await findRun(context.get('reader'), runId)
      if (!run) throw new HttpError(404, `There is no run ${runId}.`)
      requireRight(context.get('rules'), 'playbook:approve', run.about)
      return answering(context, async () => {
        const spec = readSpec(run.spec)
        if (!needsApproval(spec)) throw new HttpError(400, 'This playbook has no approvers.')
        if (!(await isEligible(db, spec, caller)))
          throw new HttpError(403, 'Neither you nor any of your teams is an approver of this playbook.')
        await db.transaction((tx) => approve(tx, runId, spec, caller, now()))
        runner.wake()
        return { message: 'playbook run approved' }
      })
    }),

    // Without a session: callers authenticate in the way that the playbook defines.
    route('POST', `${WEBHOOKS}*`, open, async (context) => {
      const path = pathOf(context)
      const [playbook] = await triggeredPlaybooks(db, sql`spec -> 'on' -> 'webhook' ->> 'path' = ${path}`)
      const webhook = playbook?.on.webhook
      if (!webhook) throw new HttpError(404, `playbook with webhook path '${path}' not found`)
      const content = await boundedBody(context.req.raw)
      await authenticate(webhook, context.req.raw.headers, content, now())
      return answering(context, async () => {
        const spec = readSpec(playbook.spec)
        const request = requestOf(context, path, content)
        const draft: Wanted = { playbook, spec, target: undefined, params: {}, userId: null, request }
        const plan = await planRun(db, evaluate, draft)
        const runId = await db.transaction((tx) => storeRun(tx, runner.secrets, plan, now()))
        runner.wake()
        return { message: 'ok', run_id: runId }
      })
    }),

    route(
      'POST',
      '/api/playbook/run/cancel/:id',
      having(['update', 'playbooks'], ['playbook:cancel', 'playbooks']),
      async (context) => {
        const runId = runIdOf(context)
        const outcome = await cancel(db, runId, now())
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
    ),
  ]
}

/** @throws {HttpError} for an invalid path. */
function pathOf(context: Context): string {
  try {
    return decodeURIComponent(context.req.path.slice(WEBHOOKS.length))
  } catch {
    throw new HttpError(400, 'invalid path')
  }
}

/** @throws {HttpError} with the message of the protocol. */
async function runRequestOf(context: Context, playbookId?: string): Promise<RunRequest> {
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

function runIdOf(context: Context): string {
  const parsed = id.safeParse(context.req.param('id'))
  if (!parsed.success) throw new HttpError(400, 'invalid run id')
  return parsed.data
}

/** Mission Control reports a problem with a playbook as 500, and clients show `error` unchanged. */
async function answering(context: Context, work: () => Promise<object>, status: ContentfulStatusCode = 200) {
  try {
    return context.json(await work(), status)
  } catch (error) {
    if (error instanceof PlaybookError || error instanceof TemplateError) throw new HttpError(500, error.message)
    throw error
  }
}
