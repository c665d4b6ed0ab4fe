import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Choice } from '@/shared/forms/choice'
import type { ListQuery } from '@/lib/list-query'
import type { Target } from '@/lib/kinds'
import { silencedKinds } from '@/lib/notifications/silence'
import { notificationSubject } from '@/lib/notifications/subject'
import { readMember, writeMember } from '@/lib/tags'
import { callAll } from '../call-all'
import { ApiError, call, type QueryParams, type ResultPage } from '../http'
import { callListPage } from '../list-page'
import { filterConditions } from '../list-conditions'
import { eq, gte, hasMember, ilike, isNull, limit, lt, not, offset, or, order, select } from '../postgrest'
import { rowNames } from '../names'
import { historyKey } from './unread'
import { timestamp } from '../time'

const text = z.nullish(z.string())
const id = z.nullish(z.guid())

/** The resource now, which can differ from that at the time of the event. */
const resource = z.object({ name: text, type: text, health: text, status: text, deleted_at: z.nullish(timestamp) })

const common = {
  id: z.guid(),
  /** The id of the rule. */
  notification_id: z.guid(),
  status: text,
  /** The time of the next attempt. */
  not_before: z.nullish(timestamp),
  retries: z.nullish(z.int()),
  /** How often the same notification was held back. */
  count: z.int(),
  first_observed: timestamp,
  /** For example `check.failed`. */
  source_event: z.string(),
  resource_id: z.guid(),
  /** check, component, config or canary; absent for an event of an incident. */
  resource_kind: text,
  /** The type of the resource itself, such as `http`. */
  resource_type: text,
  person_id: id,
  team_id: id,
  connection_id: id,
  silenced_by: id,
  playbook_run_id: id,
  error: text,
  duration_millis: z.nullish(z.int()),
  created_at: timestamp,
  group_id: id,
  /** The notification that inhibited this one or that this one repeats. */
  parent_id: id,
}

const row = z.object({
  ...common,
  resource: z.nullish(resource),
  resource_tags: z.nullish(z.record(z.string(), z.nullable(z.string()))),
  playbook_run: z.nullish(z.object({ playbook_name: text })),
  /** The service that received it, as JSON text. */
  custom_service: text,
  /** The end of the lease of the latest attempt. */
  leased_until: text,
})
/** A notification in the history. */
export type NotificationRow = z.infer<typeof row>

const detail = z.object({
  ...common,
  resource: z.nullish(z.looseObject({ name: text, type: text, health: text, status: text, deleted_at: text })),
  resource_health: text,
  resource_health_description: text,
  /** The message as it was sent: HTML or Markdown. */
  body: text,
  body_markdown: text,
  /** A message of blocks, such as for Slack. */
  body_payload: z.optional(z.unknown()),
  /** The event, and the service that received the message. */
  payload: z.nullish(z.record(z.string(), z.unknown())),
})
/** A notification with its message. */
export type NotificationDetail = z.infer<typeof detail>

const LIST_PATH = '/api/db/notification_send_history_summary'
const inPayload: ReadonlySet<string> = new Set(['custom_service', 'leased_until'])
const columns = select(
  ...Object.keys(row.shape).map((name) => (inPayload.has(name) ? `${name}:payload->${name}` : name))
)
/** Maximum number of rows in a response of the server. */
const MOST = 2000
const all = historyKey

/** Columns that the list can be sorted by. */
const orders = ['created_at', 'first_observed', 'status', 'source_event', 'resource_type'] as const

/** Filters of the list by their names in the address, with their columns. */
const filterColumns = {
  status: 'status',
  kind: 'resource_kind',
  type: 'resource_type',
  event: 'source_event',
  rule: 'notification_id',
  resource: 'resource_id',
} as const

type SendLike = {
  id: string
  source_event: string
  resource_id: string
  resource_kind?: string | null | undefined
  resource?: { name?: string | null | undefined; type?: string | null | undefined } | null | undefined
}

/** The resource of a notification; undefined for an event of an incident or an inaccessible resource. */
export function notificationResource(send: SendLike): Target<(typeof silencedKinds)[number]> | undefined {
  const kind = silencedKinds.find((one) => one === send.resource_kind)
  return kind && send.resource ? { kind, id: send.resource_id, label: notificationSubject(send) } : undefined
}

/** A notification as a target, which refers to its resource. */
export function toNotificationTarget(send: SendLike): Target<'notification'> {
  const about = notificationResource(send)
  return {
    kind: 'notification',
    id: send.id,
    label: `the notification about ${notificationSubject(send)}`,
    ...(about && { about }),
  }
}

/** Any of the included tags, and none of the excluded ones. */
function tagConditions(values: ListQuery['filters'][string] = {}): QueryParams {
  const of = (mode: 'include' | 'exclude') =>
    Object.keys(values)
      .filter((written) => values[written] === mode)
      .map((written) => hasMember('resource_tags', ...readMember(written)))
  const [included, excluded] = [of('include'), of('exclude')]
  return [
    ...(included.length > 1 ? [or(...included)] : included),
    // A resource without tags has none of the excluded ones.
    ...excluded.map((one) => or(isNull('resource_tags'), not(one))),
  ]
}

function conditionsOf({ search, filters, time }: ListQuery): QueryParams {
  const { from, to } = time?.span() ?? {}
  const words = search.trim()
  return [
    ...(words === '' ? [] : [or(ilike('resource->>name', words), ilike('error', words))]),
    ...Object.entries(filterColumns).flatMap(([field, column]) => filterConditions(column, filters[field])),
    ...tagConditions(filters['tags']),
    ...(from ? [gte('created_at', from.toISOString())] : []),
    ...(to ? [lt('created_at', to.toISOString())] : []),
  ]
}

/** Rows with equal values are ordered by id, so that no row is on two pages. */
function orderOf({ sort }: ListQuery): QueryParams[number] {
  const column = orders.find((one) => one === sort?.column)
  if (column === undefined) return order('created_at.desc', 'id.asc')
  return order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}.nullslast`, 'id.asc')
}

const nameOf = (send: SendLike) => toNotificationTarget(send).label

export const notificationHistory = {
  all,

  /** A page of notifications, the newest first, and their total number. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...all, 'page', { ...query, time: query.time?.range }, page],
      meta: {
        names: rowNames<NotificationRow, ResultPage<NotificationRow>>('notification', nameOf, ({ rows }) => rows),
      },
      queryFn: ({ signal }) =>
        callListPage({
          path: LIST_PATH,
          query: [columns, ...conditionsOf(query), orderOf(query), limit(page.size), offset(page.index * page.size)],
          schema: row,
          signal,
        }),
    }),

  /** All notifications that match the query. */
  matching: (query: ListQuery): Promise<NotificationRow[]> =>
    callAll({ path: LIST_PATH, query: [columns, ...conditionsOf(query), orderOf(query)], schema: row }, MOST),

  /** One notification with its message; null if it does not exist or is inaccessible. */
  byId: (one: string) =>
    queryOptions({
      queryKey: [...all, 'byId', one],
      meta: {
        names: rowNames<NotificationDetail, NotificationDetail | null>('notification', nameOf, (found) =>
          found ? [found] : []
        ),
      },
      queryFn: ({ signal }) => readNotification(one, signal),
    }),

  /** What a notification is about, such as the parent of another one; null if it is inaccessible. */
  subject: (one: string) =>
    queryOptions({
      queryKey: [...all, 'subject', one],
      queryFn: async ({ signal }): Promise<string | null> => {
        const [found] = await call({
          path: LIST_PATH,
          query: [eq('id', one), select('resource', 'source_event')],
          schema: z.array(z.object({ resource: z.nullish(resource), source_event: z.string() })),
          signal,
        })
        return found ? notificationSubject(found) : null
      },
      staleTime: 60_000,
    }),

  /** Types of the resources of notifications, as values of a filter. */
  types: () =>
    queryOptions({
      queryKey: [...all, 'types'] as readonly string[],
      queryFn: async ({ signal }): Promise<Choice[]> => {
        const rows = await call({
          path: '/api/db/notification_send_history_resource_types',
          query: [limit(MOST)],
          schema: z.array(z.object({ resource_type: text })),
          signal,
        })
        return rows.flatMap(({ resource_type: type }) => (type ? [{ value: type, label: type }] : []))
      },
    }),

  /** Tags of the resources of notifications, as values of a filter. */
  tags: () =>
    queryOptions({
      queryKey: [...all, 'tags'] as readonly string[],
      queryFn: async ({ signal }): Promise<Choice[]> => {
        const rows = await call({
          path: '/api/db/notification_send_history_resource_tags',
          query: [limit(MOST)],
          schema: z.array(z.object({ key: z.string(), value: text })),
          signal,
        })
        return rows.flatMap(({ key, value }) =>
          typeof value === 'string' ? [{ value: writeMember(key, value), label: `${key}: ${value}` }] : []
        )
      },
    }),

  /** All rules including deleted ones, as values of a filter. */
  rules: () =>
    queryOptions({
      queryKey: [...all, 'rules'] as readonly string[],
      queryFn: async ({ signal }): Promise<Choice[]> => {
        const rows = await call({
          path: '/api/db/notifications',
          query: [select('id', 'name', 'deleted_at'), order('name.asc'), limit(MOST)],
          schema: z.array(z.object({ id: z.guid(), name: z.string(), deleted_at: z.nullish(timestamp) })),
          signal,
        })
        return rows.map(({ id: value, name, deleted_at: deleted }) => ({
          value,
          label: name,
          ...(deleted && { hint: 'deleted' }),
        }))
      },
    }),
}

async function readNotification(one: string, signal: AbortSignal): Promise<NotificationDetail | null> {
  try {
    return await call({
      path: `/api/notification/send_history/${encodeURIComponent(one)}`,
      schema: detail,
      signal,
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Maximum number of notifications to search by name. */
const MOST_NAMED = 50

/** The latest notifications whose resource has a text in its name. */
export const findNotifications = (words: string, signal?: AbortSignal): Promise<NotificationRow[]> =>
  call({
    path: LIST_PATH,
    query: [
      columns,
      ...(words === '' ? [] : [ilike('resource->>name', words)]),
      order('created_at.desc', 'id.asc'),
      limit(MOST_NAMED),
    ],
    schema: z.array(row),
    signal,
  })
