import { z } from 'zod'
import { parseFilterValues } from '@/shared/filter-values'
import { mailStates } from '@/shared/settings/mail-state'
import type { Queryable } from '../../data/db/db'
import { joinSql, type Sql, sql } from '../../data/db/sql'

const MOST = 1000
const USUAL = 200

const whole = (most: number, usual: number) => z.coerce.number().int().min(0).max(most).default(usual)

/** Query parameters of the outbox. */
export const outboxQuery = z.object({
  id: z.uuid().optional(),
  /** Words that must all occur in the subject, the address or the name of the state. */
  search: z.string().max(500).default(''),
  /** States that are included, or with a `!` excluded: `waiting,!sent`. */
  'state.filter': z.string().max(500).default(''),
  /** Creation time: from inclusive, to exclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** Default: newest first. */
  order: z
    .templateLiteral([z.enum(['subject', 'recipient', 'state', 'created_at']), '.', z.enum(['asc', 'desc'])])
    .optional(),
  limit: whole(MOST, USUAL),
  offset: whole(1_000_000, 0),
})
type OutboxQuery = z.infer<typeof outboxQuery>

/** Same as `readMailState` of the console. */
const state = sql`case when status <> 'queued' then status when send_count > 0 then 'retried' else 'waiting' end`
const stateName = sql`case ${state} ${joinSql(
  Object.entries(mailStates).map(([name, label]) => sql`when ${name} then ${label}`),
  sql` `
)} end`

/** Sort expressions. Letter case makes no difference; ties have a fixed order, so that pages are stable. */
const sorted: Readonly<Record<string, Sql>> = {
  subject: sql`lower(subject)`,
  recipient: sql`lower(recipient)`,
  state: stateName,
  created_at: sql`created_at`,
}

/** A page of messages and the total count. Without a mail server, this is the only way to read them. */
export async function readOutbox(db: Queryable, query: OutboxQuery): Promise<{ rows: unknown[]; total: number }> {
  const where = conditionsOf(query)
  const [column = '', direction] = query.order?.split('.') ?? []
  const by = sorted[column]
  const order = by ? sql`${by} ${direction === 'desc' ? sql`desc` : sql`asc`}, ` : sql``
  const rows = await db.query(sql`
    select id, status, recipient, template, subject, body, send_count, last_error, created_at, sent_at
    from identity.courier_messages where ${where}
    order by ${order}created_at desc, id limit ${query.limit} offset ${query.offset}`)
  const [counted] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from identity.courier_messages where ${where}`
  )
  return { rows, total: counted?.total ?? 0 }
}

function conditionsOf({ id, search, 'state.filter': filter, from, to }: OutboxQuery): Sql {
  const states = Object.entries(parseFilterValues(filter))
  const named = (mode: string) => states.flatMap(([name, is]) => (is === mode ? [name] : []))
  const [included, excluded] = [named('include'), named('exclude')]
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return joinSql(
    [
      sql`true`,
      ...(id === undefined ? [] : [sql`id = ${id}`]),
      ...(included.length > 0 ? [sql`${state} = any(${included}::text[])`] : []),
      ...(excluded.length > 0 ? [sql`${state} <> all(${excluded}::text[])`] : []),
      ...(from === undefined ? [] : [sql`created_at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`created_at < ${to}::timestamptz`]),
      ...words.map((word) => sql`strpos(lower(concat_ws(' ', subject, recipient, ${stateName})), ${word}) > 0`),
    ],
    sql` and `
  )
}

/** The `Content-Range` of a page: `0-49/123`. */
export const formatContentRange = ({ offset }: OutboxQuery, count: number, total: number): string =>
  `${count === 0 ? '*' : `${offset}-${offset + count - 1}`}/${total}`
