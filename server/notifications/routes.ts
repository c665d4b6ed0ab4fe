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
import { readMessage } from './message'
import { parseRequestTime } from './parse-time'
import { queueResend } from './resend'
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
  now: () => Date = () => new Date()
): readonly Route[] => [
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

const insert = (db: Db, silence: Omit<Body, 'from' | 'until'> & { from: Date; until: Date | null }, author: string) =>
  db.run(sql`
    insert into notification_silences (name, description, filter, selectors, "from", until, recursive,
      config_id, component_id, check_id, canary_id, source, created_by)
    values (coalesce(${silence.name}, generate_ulid()::text), ${silence.description}, ${silence.filter},
      ${silence.selectors ? JSON.stringify(silence.selectors) : null}::jsonb, ${silence.from}, ${silence.until},
      ${silence.recursive ?? false}, ${silence.config_id}, ${silence.component_id}, ${silence.check_id},
      ${silence.canary_id}, 'UI', ${author})`)
