import { z } from 'zod'
import { parseDuration } from '../../src/lib/duration'
import type { Queryable } from '../db/db'
import { empty, ident, join, json, type Sql, sql } from '../db/sql'
import { allOf, listConditions } from './conditions'

const column = z.string().min(1).max(200)
const list = z.string().max(10_000).nullish()

/** Milliseconds of a duration; an empty one asks for nothing. */
const since = z
  .string()
  .transform((text, context) => {
    const ms = text === '' ? 0 : parseDuration(text)
    if (ms !== undefined && ms >= 0) return ms
    context.addIssue({ code: 'custom', message: `"${text.slice(0, 50)}" is not a duration such as 30d` })
    return z.NEVER
  })
  .nullish()

export const summaryRequest = z.object({
  /** `type`, and names of tags. */
  groupBy: z
    .array(column)
    .max(10)
    .nullish()
    .transform((names) => (names?.length ? names : ['type'])),
  /** More tags to group by. */
  tags: z.array(column).max(10).nullish(),
  deleted: z.boolean().nullish(),
  /** Labels: `v` has to be there, `!v` must not. */
  filter: z
    .record(z.string(), z.string())
    .refine((filter) => Object.keys(filter).length <= 50)
    .nullish(),
  status: list,
  health: list,
  changes: z.object({ since }).nullish(),
  cost: z.enum(['1d', '7d', '30d', '']).nullish(),
})
export type SummaryRequest = z.infer<typeof summaryRequest>

type Row = Readonly<Record<string, unknown>>
type Key = string | null
type Group = { keys: Key[]; count: number; created_at: string; updated_at: string | null; cost?: number | null }

/**
 * Items by type and tags, each group counted, with its health, open insights, and, where they were asked for, recent
 * changes and costs. Health is not narrowed by the filters `status` and `health`, as in the protocol.
 */
export async function summary(db: Queryable, request: SummaryRequest, now: Date): Promise<Row[]> {
  const { groupBy, tags, status, health, cost, changes } = request
  const names = [...new Set([...groupBy, ...(tags ?? [])])]
  const shown = [...(request.deleted ? [] : [sql`deleted_at is null`]), ...labelled(request.filter ?? {})]
  const narrowed = [...shown, ...listConditions(sql`status`, status), ...listConditions(sql`health`, health)]
  const keys = join(names.map((_, index) => keyOf(index)))
  const sum = cost ? sql`, sum(${ident(`cost_total_${cost}`)})::float8 as cost` : empty
  const groups = await db.query<Group>(sql`
    select json_build_array(${keys}) as keys, count(*) as count, to_json(max(created_at)) as created_at,
      to_json(max(updated_at)) as updated_at${sum}
    from (${keyed(names, narrowed)}) as item group by ${keys} order by ${keys}`)
  const healths = await counted(
    db,
    keys,
    sql`select item.*, health as value from (${keyed(names, shown)}) as item where health is not null`
  )
  const insights = await counted(
    db,
    keys,
    sql`select item.*, coalesce(analysis_type, 'other') as value
      from (${keyed(names, narrowed)}) as item join config_analysis on config_id = item.id
      where config_analysis.status = 'open'`
  )
  const from = changes?.since ? new Date(now.getTime() - changes.since) : undefined
  const recent =
    from &&
    (await counted(
      db,
      keys,
      sql`select item.*, 'all' as value
        from (${keyed(names, narrowed)}) as item join config_changes on config_id = item.id
        where config_changes.created_at > ${from}`
    ))
  return groups.map((group) => {
    const key = JSON.stringify(group.keys)
    return {
      ...Object.fromEntries(names.map((name, index) => [name, group.keys[index]])),
      health: healths.get(key) ?? null,
      created_at: group.created_at,
      updated_at: group.updated_at,
      count: group.count,
      ...(cost && { [`cost_${cost}`]: group.cost }),
      ...(recent && { changes: recent.get(key)?.['all'] ?? 0 }),
      analysis: insights.get(key) ?? {},
    }
  })
}

const keyOf = (index: number) => ident(`key_${index}`)

/** Items with what they are grouped by. */
const keyed = (names: readonly string[], conditions: readonly Sql[]): Sql => {
  const keys = names.map(
    (name, index) => sql`${name === 'type' ? sql`type` : sql`tags ->> ${name}`} as ${keyOf(index)}`
  )
  return sql`select config_items.*, ${join(keys)} from config_items where ${allOf(conditions)}`
}

/** How often each value occurs in each group. */
async function counted(db: Queryable, keys: Sql, rows: Sql): Promise<ReadonlyMap<string, Record<string, number>>> {
  const groups = await db.query<{ keys: Key[]; counts: Record<string, number> }>(sql`
    select json_build_array(${keys}) as keys, json_object_agg(value, count) as counts
    from (select ${keys}, value, count(*) as count from (${rows}) as item group by ${keys}, value) as counted
    group by ${keys}`)
  return new Map(groups.map(({ keys: values, counts }) => [JSON.stringify(values), counts]))
}

const has = (label: string, value: string) => sql`coalesce(labels @> ${json({ [label]: value })}::jsonb, false)`

/** Items with one of the wanted labels, and none of the unwanted. */
function labelled(filter: Readonly<Record<string, string>>): Sql[] {
  const entries = Object.entries(filter)
  const wanted = entries.filter(([, value]) => !value.startsWith('!')).map(([label, value]) => has(label, value))
  const unwanted = entries.filter(([, value]) => value.startsWith('!'))
  return [
    ...(wanted.length > 0 ? [sql`(${join(wanted, sql` or `)})`] : []),
    ...unwanted.map(([label, value]) => sql`not ${has(label, value.slice(1))}`),
  ]
}
