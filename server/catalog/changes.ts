import { z } from 'zod'
import { parseDatemath } from '../../src/shared/datemath'
import type { PersonReader } from '../data/db/db'
import { emptySql, ident, type Sql, sql } from '../data/db/sql'
import { HttpError } from '../http/errors'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import {
  combineConditions,
  labelConditions,
  listConditions,
  requireFewConditions,
} from '../platform/selection/conditions'

const text = z.string().max(10_000).nullish()
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
/** The console sends numbers and flags in a body; in the parameters of an address they are text. */
const flag = z.union([z.boolean(), z.enum(['true', 'false', '']).transform((written) => written === 'true')]).nullish()

/** The same as `limit` of the relational API. */
const LARGEST_PAGE = 10_000

export const changesRequestSchema = z.object({
  /** An item, whose relatives' changes are included, or a list of items. */
  id: text,
  recursive: z.enum(['upstream', 'downstream', 'none', 'all', '']).nullish(),
  depth: whole(0, 50).nullish(),
  /** Whether soft relationships are followed. */
  soft: flag,
  config_type: text,
  type: text,
  severity: text,
  summary: text,
  source: text,
  created_by: text,
  tags: text,
  agent_id: z.union([z.guid(), z.enum(['local', ''])]).nullish(),
  from: text,
  to: text,
  include_deleted_configs: flag,
  sort_by: z
    .string()
    .regex(/^-?(?:name|change_type|summary|source|created_at|count)?$/, 'is not a sortable column')
    .nullish(),
  page: whole(1, 1_000_000).nullish(),
  page_size: whole(1, LARGEST_PAGE).nullish(),
})
export type ChangesRequest = z.infer<typeof changesRequestSchema>

type Row = { change_type: string } & Readonly<Record<string, unknown>>
type Changes = { summary?: Readonly<Record<string, number>>; total?: number; changes?: readonly Row[] }

const DEFAULT_FROM = 'now-2d'
const DEFAULT_DEPTH = 5
const DEFAULT_PAGE_SIZE = 50

/**
 * Up to this number, items are listed one by one and each is looked up. Above it, each change is tested for its item.
 */
const FEW = 1000

/** The conditions on changes, and the ids of related items where these had to be found. */
type ChangeConditions = { conditions: Sql[]; related?: Related }
/** A Postgres array literal: the ids are sent back unchanged. */
type Related = { ids: string; count: number }

/**
 * Returns a page of changes, their total number, and the counts of the page by type. Every member is absent when there
 * are no changes.
 * @throws {HttpError} 400 for an invalid value.
 */
export async function listCatalogChanges(db: PersonReader, request: ChangesRequest, now: Date): Promise<Changes> {
  const { conditions, related } = await readChangeConditions(db, request, now)
  const isMany = related !== undefined && related.count > FEW
  // A test of each change instead of a join: Postgres would join item by item, whatever else limits the changes.
  const ofRelated = isMany
    ? sql`(config_id in (select id from related)) is true`
    : sql`config_id = any(${related?.ids ?? '{}'}::uuid[])`
  const where = combineConditions([...(related ? [ofRelated] : []), ...conditions])
  const order = changeOrder(request.sort_by)
  const size = request.page_size ?? DEFAULT_PAGE_SIZE
  const offset = ((request.page ?? 1) - 1) * size
  const [found] = await db.query<{ rows: Row[]; total: number }>(sql`
    with related as materialized (
      select unnest(${isMany ? related.ids : '{}'}::uuid[]) as id
    ), page as (
      select * from catalog_changes where ${where}${order} limit ${size} offset ${offset}
    )
    select (select coalesce(json_agg(${changeJson}${order}), '[]') from page) as rows,
      (select count(*) from catalog_changes where ${where}) as total`)
  const { rows = [], total = 0 } = found ?? {}
  return {
    ...(rows.length > 0 && { summary: countedByType(rows), changes: rows }),
    ...(total > 0 && { total }),
  }
}

/** Empty members are omitted, except those that clients always expect. */
const changeJson = sql`json_strip_nulls(json_build_object(
  'agent_id', coalesce(agent_id::text, ''), 'external_change_id', '', 'id', id, 'config_id', config_id,
  'change_type', coalesce(change_type, ''), 'severity', coalesce(severity, ''), 'source', coalesce(source, ''),
  'summary', nullif(summary, ''), 'created_at', created_at, 'count', count, 'first_observed', first_observed,
  'inserted_at', inserted_at,
  'name', nullif(name, ''), 'type', nullif(type, ''), 'tags', nullif(tags, '{}'), 'deleted_at', deleted_at,
  'created_by', created_by, 'external_created_by', nullif(external_created_by, '')
))`

function countedByType(rows: readonly Row[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { change_type: type } of rows) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/** Few items are deleted: without other conditions on items, excluding these ids avoids a join with all items. */
const ofLiveItems = sql`config_id not in (select config_items.id from config_items where config_items.deleted_at is not null)`

/** Columns that are never null, ordered like their index. */
const filled = new Set(['created_at', 'count'])

/** Ties are ordered by id, so that no page repeats a row of another. */
function changeOrder(sortBy: string | null | undefined): Sql {
  const column = sortBy?.replace('-', '')
  if (!column) return sql` order by id`
  const direction = !sortBy?.startsWith('-') ? emptySql : filled.has(column) ? sql` desc` : sql` desc nulls last`
  return sql` order by ${ident(column)}${direction}, id`
}

async function readChangeConditions(db: PersonReader, request: ChangesRequest, now: Date): Promise<ChangeConditions> {
  const ofItem = [
    ...listConditions(sql`type`, request.config_type),
    ...(request.tags ? labelConditions(sql`tags`, request.tags) : []),
    ...(request.agent_id ? [sql`agent_id = ${request.agent_id === 'local' ? LOCAL_AGENT : request.agent_id}`] : []),
  ]
  const ofChange = [
    ...listConditions(sql`change_type`, request.type),
    ...(request.severity ? [severityCondition(request.severity)] : []),
    ...listConditions(sql`summary`, request.summary, true),
    ...listConditions(sql`source`, request.source, true),
    ...authorConditions(request.created_by ?? ''),
    ...timeConditions(request, now),
  ]
  const live = request.include_deleted_configs ? [] : [ofItem.length > 0 ? sql`deleted_at is null` : ofLiveItems]
  requireFewConditions(ofItem.length + ofChange.length)
  const { named, related } = await readItemConditions(db, request)
  return { conditions: [...named, ...ofItem, ...ofChange, ...live], ...(related && { related }) }
}

const isId = (written: string) => z.guid().safeParse(written).success

/**
 * Related items are resolved first: their number decides which query finds their changes fastest, and both queries use
 * them.
 */
async function readItemConditions(
  db: PersonReader,
  { id, recursive, depth, soft }: ChangesRequest
): Promise<{ named: Sql[]; related?: Related }> {
  if (!id) return { named: [] }
  if (isId(id)) {
    const direction = recursive || 'downstream'
    if (direction === 'none') return { named: [sql`config_id = ${id}`] }
    const [related] = await db.query<Related>(sql`
      select coalesce(array_agg(id), '{}')::text as ids, count(*) as count
      from console.related_config_ids(${id}, ${direction}, ${depth ?? DEFAULT_DEPTH}, ${soft ?? false}) as id`)
    return { named: [], ...(related && { related }) }
  }
  const items = id.split(',').filter((item) => item !== '')
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const included = items.filter((item) => !item.startsWith('!'))
  for (const item of [...excluded, ...included])
    if (!isId(item)) throw new HttpError(400, `bad request: "${item.slice(0, 100)}" is not an id`)
  return {
    named: [
      ...(included.length > 0 ? [sql`config_id = any(${included}::uuid[])`] : []),
      ...(excluded.length > 0 ? [sql`config_id <> all(${excluded}::uuid[])`] : []),
    ],
  }
}

/** The most severe first. */
const severities = ['critical', 'high', 'medium', 'low', 'info']

/** A severity includes the more severe ones; an unknown one includes all. `!low,!info` excludes each of them. */
function severityCondition(written: string): Sql {
  if (written.startsWith('!'))
    return sql`severity <> all(${written.split(',').map((one) => one.replace(/^!/, ''))}::text[])`
  const place = severities.indexOf(written)
  return sql`severity = any(${place < 0 ? severities : severities.slice(0, place + 1)}::text[])`
}

const authorConditions = (author: string): Sql[] =>
  isId(author) ? [sql`created_by = ${author}`] : listConditions(sql`external_created_by`, author, true)

function timeConditions({ from: writtenFrom, to: writtenTo }: ChangesRequest, now: Date): Sql[] {
  const from = parseMoment(writtenFrom || (writtenTo ? '' : DEFAULT_FROM), now)
  const to = parseMoment(writtenTo ?? '', now)
  if (from && to && from >= to) throw new HttpError(400, 'bad request: from must be before to')
  return [...(from ? [sql`created_at >= ${from}`] : []), ...(to ? [sql`created_at <= ${to}`] : [])]
}

function parseMoment(written: string, now: Date): Date | undefined {
  if (written === '') return undefined
  const moment = parseDatemath(written, now)
  if (!moment)
    throw new HttpError(
      400,
      `bad request: "${written.slice(0, 100)}" is neither a timestamp nor an offset such as now-2d`
    )
  return moment
}
