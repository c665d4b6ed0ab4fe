import { z } from 'zod'
import { parseDuration } from '../../src/shared/duration'
import type { PersonReader } from '../data/db/db'
import { emptySql, ident, joinSql, toJsonText, type Sql, sql } from '../data/db/sql'
import { combineConditions, listConditions } from '../platform/selection/conditions'
import { COUNT_INTERVAL_MS } from './maintenance'

const column = z.string().min(1).max(200)
const list = z.string().max(10_000).nullish()

/** A duration in milliseconds; empty means "not set". */
const since = z
  .string()
  .transform((text, context) => {
    const ms = text === '' ? 0 : parseDuration(text)
    if (ms !== undefined && ms >= 0) return ms
    context.addIssue({ code: 'custom', message: `"${text.slice(0, 50)}" is not a duration such as 30d` })
    return z.NEVER
  })
  .nullish()

export const summaryRequestSchema = z.object({
  /** `type`, and names of tags. */
  groupBy: z
    .array(column)
    .max(10)
    .nullish()
    .transform((names) => (names?.length ? names : ['type'])),
  /** More tags to group by. */
  tags: z.array(column).max(10).nullish(),
  deleted: z.boolean().nullish(),
  /** Labels: `v` must be present, `!v` must not. */
  filter: z
    .record(z.string(), z.string())
    .refine((filter) => Object.keys(filter).length <= 50)
    .nullish(),
  status: list,
  health: list,
  changes: z.object({ since }).nullish(),
  cost: z.enum(['1d', '7d', '30d', '']).nullish(),
})
type CatalogSummaryRequest = z.infer<typeof summaryRequestSchema>

type Row = Readonly<Record<string, unknown>>
type Key = string | null
type Counts = readonly { keys: Key[]; counts: Record<string, number> }[]
type Found = { groups: readonly Group[]; healths: Counts; insights: Counts }
type Group = {
  keys: Key[]
  count: number
  created_at: string
  updated_at: string | null
  cost: number | null
  changes: number
}

/**
 * Groups items by type and tags. Each group has its count, health, open insights and, on request, recent changes and
 * costs. The filters `status` and `health` do not limit the health counts, as in the protocol.
 */
export async function summariseCatalog(db: PersonReader, request: CatalogSummaryRequest, now: Date): Promise<Row[]> {
  const { groupBy, tags, status, health, cost, changes } = request
  const names = [...new Set([...groupBy, ...(tags ?? [])])]
  const labels = labelled(request.filter ?? {})
  const shown = combineConditions([...(request.deleted ? [] : [sql`deleted_at is null`]), ...labels])
  const selectedSql = combineConditions([
    ...listConditions(sql`status`, status),
    ...listConditions(sql`health`, health),
  ])
  const keys = joinSql(names.map((_, index) => keyColumn(index)))
  const costed = cost ? ident(`cost_total_${cost}`) : sql`null::numeric`
  const recent = changes?.since ? await recentChanges(db, changes.since, now) : undefined
  // Materialising the items costs more than reading all items twice, and less than searching labels twice.
  const [found] = await db.query<Found>(sql`
    with item as ${labels.length > 0 ? emptySql : sql`not `}materialized (
      select id, health, created_at, updated_at, ${costed} as cost, ${keyColumns(names)}, coalesce(${selectedSql}, false) as is_selected
      from config_items where ${shown}
    ), counted as materialized (
      select ${keys}, health, is_selected, count(*) as count, max(created_at) as created_at, max(updated_at) as updated_at,
        sum(cost) as cost, ${recent ? sql`sum(recent.found)` : sql`0`} as changes
      from item${recent ? sql` left join ${recent} on recent.config_id = item.id` : emptySql}
      group by ${keys}, health, is_selected
    )
    select (
        select coalesce(json_agg(item_group), '[]')
        from (
          select json_build_array(${keys}) as keys, sum(count)::int8 as count, max(created_at) as created_at,
            max(updated_at) as updated_at, sum(cost)::float8 as cost, coalesce(sum(changes), 0)::int8 as changes
          from counted where is_selected group by ${keys} order by ${keys}
        ) as item_group
      ) as groups,
      ${byValue(keys, sql`select ${keys}, health as value, count as found from counted where health is not null`)} as healths,
      ${byValue(
        keys,
        sql`select ${keys}, coalesce(analysis_type, 'other') as value, 1 as found
          from item join config_analysis on config_id = item.id
          where is_selected and config_analysis.status = 'open'`
      )} as insights`)
  const { groups, ...counts } = found ?? { groups: [], healths: [], insights: [] }
  const [healths, insights] = [counts.healths, counts.insights].map(
    (one) => new Map(one.map(({ keys: values, counts: of }) => [JSON.stringify(values), of]))
  )
  return groups.map((group) => {
    const key = JSON.stringify(group.keys)
    return {
      ...Object.fromEntries(names.map((name, index) => [name, group.keys[index]])),
      health: healths?.get(key) ?? null,
      created_at: group.created_at,
      updated_at: group.updated_at,
      count: group.count,
      ...(cost && { [`cost_${cost}`]: group.cost }),
      ...(recent && { changes: group.changes }),
      analysis: insights?.get(key) ?? {},
    }
  })
}

const DAY_MS = 24 * 3_600_000
/** Periods that a job counts in advance, in days. */
const countedDays = new Set([3, 7, 30])

/** The number of changes per item, as rows of `config_id` and `found`; from the stored counts if these are recent. */
async function recentChanges(db: PersonReader, sinceMs: number, now: Date): Promise<Sql> {
  const days = sinceMs / DAY_MS
  if (countedDays.has(days)) {
    const [kept] = await db.query<{ is_recent: boolean | null }>(sql`
      select console.changes_counted_at() > ${new Date(now.getTime() - 2 * COUNT_INTERVAL_MS)} as is_recent`)
    if (kept?.is_recent) return sql`console.counted_changes(${days}) as recent`
  }
  return sql`(
    select config_id, count(*) as found from config_changes
    where config_changes.created_at > ${new Date(now.getTime() - sinceMs)} group by config_id
  ) as recent`
}

const keyColumn = (index: number) => ident(`key_${index}`)

/** The keys of a group. */
const keyColumns = (names: readonly string[]): Sql =>
  joinSql(
    names.map((name, index) => sql`${name === 'type' ? sql`type` : sql`tags ->> ${name}`} as ${keyColumn(index)}`)
  )

/** Counts each value in each group, from rows with the keys, `value` and `found`. */
const byValue = (keys: Sql, rows: Sql): Sql => sql`(
  select coalesce(json_agg(item_group), '[]')
  from (
    select json_build_array(${keys}) as keys, json_object_agg(value, found) as counts
    from (select ${keys}, value, sum(found)::bigint as found from (${rows}) as item group by ${keys}, value) as summed
    group by ${keys}
  ) as item_group
)`

const has = (label: string, value: string) => sql`coalesce(labels @> ${toJsonText({ [label]: value })}::jsonb, false)`

/** Selects items with at least one of the required labels and none of the excluded ones. */
function labelled(filter: Readonly<Record<string, string>>): Sql[] {
  const entries = Object.entries(filter)
  const required = entries.filter(([, value]) => !value.startsWith('!')).map(([label, value]) => has(label, value))
  const excluded = entries.filter(([, value]) => value.startsWith('!'))
  return [
    ...(required.length > 0 ? [sql`(${joinSql(required, sql` or `)})`] : []),
    ...excluded.map(([label, value]) => sql`not ${has(label, value.slice(1))}`),
  ]
}
