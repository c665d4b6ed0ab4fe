import type { Context } from 'hono'
import { z } from 'zod'
import { allows } from '@/shared/access/policy'
import type { Db } from '../../data/db/db'
import { readBody } from '../../http/body'
import { HttpError } from '../../http/errors'
import { type Route, type RouteEnv, defineRoute, requireCaller, withRights } from '../../http/route'
import { mayReadRelation, refuseUnlessAllowed } from '../../identity/access/authorise'
import type { Evaluate } from '../../platform/expression/evaluator'
import { formatError } from '../../platform/outside/error-text'
import { notificationEvents } from '@/shared/notifications/events'
import { parseRule, type Rule, RuleError } from '../rules/rule'
import { type DryRunDeps, runDry } from './dry-run'
import { eventChoiceSchema, listRecentEvents, previewMessage } from './preview'
import { sampleEvents } from './sample-events'
import { queueTest, readOutcome } from './test-message'

type Deps = {
  db: Db
  evaluate: Evaluate
  siteUrl: string
  now: () => Date
  /** How long the response to a test waits for the outcome. */
  testWaitMs?: number
}

const LONGEST_TEXT = 20_000
const MOST_HOURS = 168
const MOST_LISTED = 100

/** A rule as clients write it to `notifications`. A draft needs no more than its events. */
const ruleSchema = z
  .record(z.string(), z.unknown())
  .refine((rule) => ['filter', 'title', 'template'].every((name) => String(rule[name] ?? '').length <= LONGEST_TEXT), {
    error: `filter, title and template have at most ${LONGEST_TEXT} characters`,
  })
const dryRunSchema = z.object({ rule: ruleSchema, hours: z.int().min(1).max(MOST_HOURS).default(24) })
const testSchema = z.object({ rule: z.object({ id: z.guid() }), event: eventChoiceSchema.optional() })
const previewSchema = z.object({ rule: ruleSchema, event: eventChoiceSchema })

/** Rules and messages are read, as by their pages. The handler requires the right to create or to update rules. */
const readers = withRights(['read', 'notification'], ['read', 'database.monitor'])

/** Dry runs, previews and tests of rules. Only a test sends and stores a message. */
export const dryRunRoutes = (deps: Deps): readonly Route[] => [
  defineRoute('POST', '/api/notification/_dry_run', readers, (context) =>
    asAuthor(context, async () => {
      const { rule, hours } = await readRequest(context, dryRunSchema)
      return context.json(await runDry(readRule(rule), hours, depsFor(context, deps)))
    })
  ),
  defineRoute('POST', '/api/notification/_preview', readers, (context) =>
    asAuthor(context, async () => {
      const { rule, event } = await readRequest(context, previewSchema)
      return context.json(await previewMessage(readRule(rule), event, depsFor(context, deps)))
    })
  ),
  defineRoute('GET', '/api/notification/_recent_events', readers, (context) =>
    asAuthor(context, async () => {
      const names = (context.req.query('events') ?? '').split(',').filter((name) => notificationEvents.includes(name))
      const limit = z.coerce.number().int().min(1).max(MOST_LISTED).catch(20).parse(context.req.query('limit'))
      return context.json(await listRecentEvents(names, limit, depsFor(context, deps)))
    })
  ),
  defineRoute(
    'POST',
    '/api/notification/_test',
    withRights(['update', 'notification'], ['read', 'notification'], ['read', 'database.monitor']),
    async (context) => {
      const { rule, event } = await readRequest(context, testSchema)
      const id = await queueTest(deps.db, rule.id, event, depsFor(context, deps))
      return context.json(await readOutcome(deps.db, id, deps.testWaitMs ?? TEST_WAIT_MS))
    },
    // The response waits for a service.
    { waitsFor: 'others' }
  ),
  defineRoute('GET', '/api/notification/events', withRights(['create', 'notification']), async (context) =>
    context.json(await sampleEvents(depsFor(context, deps)))
  ),
]

/** Performs a request if the caller may create or update rules. */
async function asAuthor(context: Context<RouteEnv>, work: () => Promise<Response>): Promise<Response> {
  const rules = context.get('rules')
  if (allows(rules, 'notification', 'update')) return work()
  return refuseUnlessAllowed(requireCaller(context), rules, [['create', 'notification']]) ?? work()
}

async function readRequest<T>(context: Context<RouteEnv>, schema: z.ZodType<T>): Promise<T> {
  const parsed = await readBody(context, schema)
  if (!parsed.success) throw new HttpError(400, `bad request: ${formatError(parsed.error)}`)
  return parsed.data
}

/** @throws {HttpError} 400 when the rule cannot be parsed. */
function readRule(written: Readonly<Record<string, unknown>>): Rule {
  try {
    return parseRule(written)
  } catch (error) {
    if (error instanceof RuleError) throw new HttpError(400, error.message)
    throw error
  }
}

/** Milliseconds. Longer attempts have their outcome in the history only. */
const TEST_WAIT_MS = 10_000

/** Reads with the rights of the caller, whose time expressions take. */
function depsFor(context: Context<RouteEnv>, { evaluate, siteUrl, now }: Deps): DryRunDeps {
  const rules = context.get('rules')
  const reader = context.get('reader')
  return {
    reader,
    evaluate,
    owner: `dry run of ${requireCaller(context).id}`,
    mayRead: mayReadRelation(rules),
    mayReadObject: (object) => allows(rules, object, 'read') && reader.mayRead(object),
    siteUrl,
    now: now(),
  }
}
