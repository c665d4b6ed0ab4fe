import type { Context } from 'hono'
import { z } from 'zod'
import type { Db, PersonReader } from '../data/db/db'
import { ident, sql } from '../data/db/sql'
import { readBody } from '../http/body'
import { HttpError } from '../http/errors'
import { mayReadRelation } from '../identity/access/authorise'
import { withRights, type Route, defineRoute, requireCaller } from '../http/route'
import type { Evaluate } from '../platform/expression/evaluator'
import { formatError } from '../platform/outside/error-text'
import { dryRunRoutes } from './dry-run/routes'
import { readMessage } from './message'
import { parseRequestTime } from './parse-time'
import { preferenceRoutes } from './preferences/routes'
import { queueResend } from './resend'
import { readSilenceEffect } from './silences/effect'
import { readSilenceFigures } from './silences/figures'
import { previewSilence } from './silences/preview'
import { readQueryScope } from './silences/scope-request'
import { summariseNotifications, summaryRequestSchema } from './summary'

/** An absent and an empty value are the same. */
const optional = z
  .string()
  .nullish()
  .transform((text) => text || null)

/** A wrong type of a member is a malformed request; an invalid value is reported in a sentence. */
const body = z.object({
  name: optional,
  config_id: optional,
  component_id: optional,
  check_id: optional,
  canary_id: optional,
  from: optional,
  until: optional,
  description: optional,
  recursive: z.boolean().nullish(),
  filter: optional,
  selectors: z.array(z.record(z.string(), z.unknown())).nullish(),
  /** Not in the protocol: the silence ends when its resource is healthy again. */
  until_recovery: z.boolean().nullish(),
})
type Body = z.infer<typeof body>

/** The members that name a resource, and the tables of these resources. */
const tables = {
  config_id: 'config_items',
  component_id: 'components',
  check_id: 'checks',
  canary_id: 'canaries',
} as const
const columns = Object.keys(tables) as (keyof typeof tables)[]

/** Maximum length in characters. */
const MOST_WORDS = 10_000
const MOST_SELECTORS = 100
/** The protocol's value for a silence without an end, an alternative to null. */
const FOREVER = 'indefinitely'

/** The rights that the pages of notifications require: rules and messages. */
const readers = withRights(['read', 'notification'], ['read', 'database.monitor'])

/**
 * Mission Control's silences: periods without notifications about a resource. They are listed, changed and ended as
 * rows. Messages are listed as rows, too, and summarised for other clients.
 */
export const notificationRoutes = (
  db: Db,
  evaluate: Evaluate,
  /** The address of the console, without a path. */
  siteUrl: string,
  now: () => Date = () => new Date(),
  testWaitMs?: number
): readonly Route[] => [
  ...dryRunRoutes({ db, evaluate, siteUrl, now, ...(testWaitMs !== undefined && { testWaitMs }) }),
  ...preferenceRoutes(db),
  defineRoute('POST', '/api/notification/summary', readers, async (context) => {
    const parsed = await readBody(context, summaryRequestSchema)
    if (!parsed.success) return context.json({ message: `bad request: ${formatError(parsed.error)}` }, 400)
    return context.json(await summariseNotifications(context.get('reader'), parsed.data, now()))
  }),
  defineRoute('GET', '/api/notification/send_history/:id', readers, async (context) =>
    context.json(
      await readMessage(context.get('reader'), context.req.param('id'), mayReadRelation(context.get('rules')))
    )
  ),
  defineRoute(
    'POST',
    '/api/notification/send_history/:id/_resend',
    withRights(['update', 'notification'], ['read', 'notification'], ['read', 'database.monitor']),
    async (context) => context.json(await queueResend(db, context.get('reader'), context.req.param('id')))
  ),
  defineRoute('POST', '/api/notification/silence', withRights(['create', 'notification']), async (context) => {
    const parsed = await readBody(context, body)
    if (!parsed.success) throw new HttpError(400, `bad request: ${formatError(parsed.error)}`)
    const period = parsePeriod(parsed.data, now())
    await requireTarget(parsed.data, context.get('reader'))
    if (parsed.data.until_recovery) await requireUnhealthy(parsed.data, context.get('reader'))
    await insert(db, { ...parsed.data, ...period }, requireCaller(context).id)
    return empty(context)
  }),
  defineRoute('GET', '/api/notification/silence_preview', withRights(['create', 'notification']), async (context) =>
    context.json(
      await previewSilence(readQueryScope(context.req.query()), {
        reader: context.get('reader'),
        evaluate,
        owner: `preview of ${requireCaller(context).id}`,
        mayRead: mayReadRelation(context.get('rules')),
        now: now(),
      })
    )
  ),
  // The console's own: what the list of silences shows.
  defineRoute('GET', '/api/notification/_silence_figures', readers, async (context) =>
    context.json(await readSilenceFigures(context.get('reader')))
  ),
  // The console's own: what the form of a silence shows.
  defineRoute('GET', '/api/notification/_silence_effect', withRights(['create', 'notification']), async (context) =>
    context.json(
      await readSilenceEffect(readQueryScope(context.req.query()), {
        reader: context.get('reader'),
        evaluate,
        owner: `effect for ${requireCaller(context).id}`,
        now: now(),
      })
    )
  ),
]

const empty = (context: Context) => context.body(null, 200)

/** @throws {HttpError} for an invalid time, and for an end before the start. */
function parsePeriod({ from: begins, until: ends }: Body, now: Date): { from: Date; until: Date | null } {
  const from = begins === null ? now : parseRequestTime('from', begins, now)
  const until = ends === null || ends === FOREVER ? null : parseRequestTime('until', ends, now)
  if (until && from > until) throw new HttpError(400, 'from must not be after until')
  return { from, until }
}

/** @throws {HttpError} when it names no resource, a missing one, or one that its author may not see. */
async function requireTarget(silence: Body, reader: PersonReader): Promise<void> {
  const { name, description, filter, selectors } = silence
  const isTooLong = [name, description, filter].some((text) => (text?.length ?? 0) > MOST_WORDS)
  if (isTooLong) throw new HttpError(400, `name, description and filter have at most ${MOST_WORDS} characters`)
  if ((selectors?.length ?? 0) > MOST_SELECTORS)
    throw new HttpError(400, `A silence has at most ${MOST_SELECTORS} selectors`)
  const named = columns.flatMap((column) => (silence[column] === null ? [] : [{ column, id: silence[column] }]))
  if (named.length === 0 && !filter && !selectors?.length)
    throw new HttpError(400, 'One of config_id, component_id, check_id, canary_id, filter and selectors is required')
  for (const { column, id } of named) {
    if (!z.guid().safeParse(id).success) throw new HttpError(400, `${column} is not an id: ${id.slice(0, 100)}`)
    const seen = await reader.query(sql`select from ${ident(tables[column])} where id = ${id}`)
    if (seen.length === 0) throw new HttpError(404, `There is nothing with this ${column}: ${id}`)
  }
}

/** @throws {HttpError} 400 when the silence does not name one resource, or one that is healthy already. */
async function requireUnhealthy(silence: Body, reader: PersonReader): Promise<void> {
  const { check_id: check, config_id: config, component_id: component, canary_id: canary, filter, selectors } = silence
  if ([check, config, component].filter(Boolean).length !== 1 || canary || filter || selectors?.length)
    throw new HttpError(400, 'Only a silence of one check, config item or component can end when it recovers')
  const [found] = await reader.query<{ name: string | null; is_healthy: boolean | null }>(
    check
      ? sql`select name, status = 'healthy' as is_healthy from checks where id = ${check}`
      : config
        ? sql`select name, health = 'healthy' as is_healthy from config_items where id = ${config}`
        : sql`select name, health = 'healthy' as is_healthy from components where id = ${component}`
  )
  if (found?.is_healthy)
    throw new HttpError(400, `${found.name || 'The resource'} is healthy. Choose an end, because it cannot recover.`)
}

const insert = (db: Db, silence: Omit<Body, 'from' | 'until'> & { from: Date; until: Date | null }, author: string) =>
  db.run(sql`
    insert into notification_silences (name, description, filter, selectors, "from", until, recursive,
      config_id, component_id, check_id, canary_id, source, created_by, until_recovery)
    values (coalesce(${silence.name}, generate_ulid()::text), ${silence.description}, ${silence.filter},
      ${silence.selectors ? JSON.stringify(silence.selectors) : null}::jsonb, ${silence.from}, ${silence.until},
      ${silence.recursive ?? false}, ${silence.config_id}, ${silence.component_id}, ${silence.check_id},
      ${silence.canary_id}, 'UI', ${author},
      ${silence.until_recovery || null})`)
