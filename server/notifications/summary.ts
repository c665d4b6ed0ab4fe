import { z } from 'zod'
import type { PersonReader } from '../data/db/db'
import { joinSql, type Sql, sql } from '../data/db/sql'
import { HttpError } from '../http/errors'
import { combineConditions, labelConditions, listConditions } from '../platform/selection/conditions'
import { parseRequestTime } from './parse-time'

const LARGEST_PAGE = 50

const text = z.string().max(10_000).nullish()

/** The lists are in the syntax `a,!b,c*`, the times are date math or timestamps. */
export const summaryRequestSchema = z.object({
  groupBy: z.array(z.string().max(100)).max(10).nullish(),
  status: text,
  resourceKind: text,
  resourceType: text,
  /** A label selector. */
  tags: text,
  /** Names of resources. Without an asterisk, the beginning of the name. */
  search: text,
  from: text,
  to: text,
  includeDeletedResources: z.boolean().nullish(),
  pageIndex: z.int32().nullish(),
  pageSize: z.int32().nullish(),
})
type SummaryRequest = z.infer<typeof summaryRequestSchema>

/** The columns by which messages can be grouped. */
const groupColumns = new Map<string, Sql>([
  ['resource', sql`resource_kind, resource ->> 'id'`],
  ['resource_id', sql`resource_id`],
  ['resource_kind', sql`resource_kind`],
  ['resource_type', sql`resource_type`],
  ['resource_tags', sql`resource_tags`],
  ['source_event', sql`source_event`],
  ['status', sql`status`],
])

type Summary = { total: number; results: readonly Record<string, unknown>[] | null }

/**
 * Counts messages by resource, the latest first. A group is described by its latest message.
 * @throws {HttpError} for an unknown group and for an invalid time or selector.
 */
export async function summariseNotifications(db: PersonReader, request: SummaryRequest, now: Date): Promise<Summary> {
  const { size, offset } = pageIn(request)
  const grouping = groupingIn(request.groupBy)
  const [row] = await db.query<Summary>(sql`
    with sent as materialized (
      select message.id, message.status, message.source_event, message.resource_id, message.first_observed,
        message.created_at, found.resource_kind, found.resource_type, found.resource, item.tags as resource_tags
      from notification_send_history as message
        left join notification_send_history_resources as found
          on found.id = message.resource_id and found.resource_kind = split_part(message.source_event, '.', 1)
        left join config_items as item on found.resource_kind = 'config' and item.id = found.id
      where ${combineConditions(timeConditions(request, now))}
    ), counted as (
      select min(first_observed) as first_observed, max(created_at) as last_seen, count(*) as total,
        count(*) filter (where status = 'sent') as sent,
        count(*) filter (where status = 'error') as error,
        count(*) filter (where status in ('silenced', 'inhibited', 'repeat-interval', 'skipped', 'grouped')) as suppressed,
        count(*) filter (where status in ('pending', 'evaluating-waitfor', 'attempting_fallback', 'pending_playbook_run',
          'pending_playbook_completion')) as in_progress,
        (array_agg(id order by created_at desc, id desc))[1] as latest
      from sent where ${combineConditions(resourceConditions(request))}
      group by ${grouping}
    ), page as (
      select * from counted order by last_seen desc, latest desc limit ${size} offset ${offset}
    )
    select (select count(*) from counted) as total, (
      select json_agg(json_build_object(
        'resource', sent.resource, 'resource_type', sent.resource_type, 'resource_kind', sent.resource_kind,
        'resource_tags', sent.resource_tags, 'resource_health', message.payload ->> 'resource_health',
        'resource_status', message.payload ->> 'resource_status',
        'resource_health_description', message.payload ->> 'resource_health_description',
        'first_observed', page.first_observed, 'last_seen', page.last_seen, 'total', page.total,
        'last_message', message.body, 'sent', page.sent, 'error', page.error, 'suppressed', page.suppressed,
        'in_progress', page.in_progress
      ) order by page.last_seen desc, page.latest desc)
      from page join sent on sent.id = page.latest join notification_send_history as message on message.id = page.latest
    ) as results`)
  return row ?? { total: 0, results: null }
}

function pageIn({ pageIndex, pageSize }: SummaryRequest): { size: number; offset: number } {
  const isAllowed = typeof pageSize === 'number' && pageSize >= 1 && pageSize <= LARGEST_PAGE
  const size = isAllowed ? pageSize : LARGEST_PAGE
  return { size, offset: Math.max(0, pageIndex ?? 0) * size }
}

function groupingIn(names: SummaryRequest['groupBy']): Sql {
  const wanted = names?.length ? names : ['resource']
  return joinSql(
    wanted.map((name) => {
      const column = groupColumns.get(name)
      // The protocol responds with this status instead of 400.
      if (!column) throw new HttpError(500, `Messages cannot be grouped by "${name}". Use ${groupNames}.`)
      return column
    })
  )
}

const groupNames = [...groupColumns.keys()].join(', ')

function timeConditions({ from, to }: SummaryRequest, now: Date): Sql[] {
  return [
    ...(from ? [sql`message.created_at >= ${parseRequestTime('from', from, now)}`] : []),
    ...(to ? [sql`message.created_at <= ${parseRequestTime('to', to, now)}`] : []),
  ]
}

function resourceConditions(request: SummaryRequest): Sql[] {
  const { status, resourceKind, resourceType, tags, search, includeDeletedResources } = request
  return [
    ...listConditions(sql`status`, status),
    ...listConditions(sql`resource_kind`, resourceKind),
    ...listConditions(sql`resource_type`, resourceType),
    ...(tags ? labelConditions(sql`resource_tags`, tags) : []),
    ...(search ? searchConditions(search) : []),
    ...(includeDeletedResources ? [] : [sql`resource ->> 'deleted_at' is null`]),
  ]
}

/** Finds names in any case. */
const searchConditions = (search: string): Sql[] =>
  listConditions(sql`lower(resource ->> 'name')`, (search.includes('*') ? search : `${search}*`).toLowerCase())
