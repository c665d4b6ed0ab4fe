import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { filterKey, formatRequestFilter, noFilter } from '@/shared/filter-values'
import type { ListQuery } from '@/lib/list-query'
import { callAll } from '../call-all'
import { callPage, type ResultPage, type QueryParams } from '../http'
import { callListPage } from '../list-page'
import { limit, offset, order } from '../postgrest'
import { rowNames } from '../names'

const message = z.object({
  id: z.string(),
  /** `queued` also without a mail server, in which case an administrator must forward the message. */
  status: z.catch(z.enum(['queued', 'sent', 'failed']), 'queued'),
  recipient: z.string(),
  template: z.string(),
  subject: z.string(),
  /** Empty after the message was sent. */
  body: z.pipe(
    z.nullish(z.string()),
    z.transform((text) => text ?? '')
  ),
  send_count: z.catch(z.number(), 0),
  last_error: z.nullish(z.string()),
  created_at: z.iso.datetime({ offset: true }),
  sent_at: z.nullish(z.iso.datetime({ offset: true })),
})
export type OutboxMessage = z.infer<typeof message>

const PATH = '/api/auth/outbox'
/** Maximum number of rows in a response of the server. */
const MOST = 1000

/**
 * Columns that messages can be sorted by. By default, the newest message comes first. The search covers subject,
 * address and the name of the state.
 */
const outboxOrders = ['subject', 'recipient', 'state', 'created_at'] as const

export const outbox = {
  all: ['outbox'] as const,

  /**
   * A page of the messages about accounts, and their total number. Requires permission to update accounts and roles.
   */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...outbox.all, 'page', asked(query), query.time?.range, page],
      meta: {
        names: rowNames<OutboxMessage, ResultPage<OutboxMessage>>(
          'message',
          ({ subject }) => subject,
          ({ rows }) => rows
        ),
      },
      queryFn: ({ signal }) =>
        callListPage({
          path: PATH,
          query: [...asked(query), ...during(query), limit(page.size), offset(page.index * page.size)],
          schema: message,
          signal,
        }),
      // Cached messages may be outdated only while they are not displayed.
      staleTime: 0,
    }),

  /** All messages that match the query. */
  matching: (query: ListQuery): Promise<readonly OutboxMessage[]> =>
    callAll({ path: PATH, query: [...asked(query), ...during(query)], schema: message }, MOST),

  /** Null if the message does not exist. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...outbox.all, 'byId', id],
      queryFn: async ({ signal }) =>
        (await callPage({ path: PATH, query: [['id', id]], schema: message, signal })).rows[0] ?? null,
      staleTime: 0,
    }),
}

/** The time range of the messages, evaluated now. */
function during({ time }: ListQuery): QueryParams {
  const { from, to } = time?.span() ?? {}
  return [...(from ? [['from', from.toISOString()] as const] : []), ...(to ? [['to', to.toISOString()] as const] : [])]
}

function asked({ search, sort, filters }: ListQuery): QueryParams {
  const state = formatRequestFilter(filters['state'] ?? noFilter)
  const column = outboxOrders.find((one) => one === sort?.column)
  return [
    ...(search.trim() === '' ? [] : [['search', search.trim()] as const]),
    ...(state ? [[filterKey('state'), state] as const] : []),
    ...(column ? [order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}`)] : []),
  ]
}

/**
 * The link in a message. A code in the message is appended after the `#`: the page fills it in, and browsers do not
 * send the fragment to any server.
 */
export function readMessageLink({ body }: Pick<OutboxMessage, 'body'>): string | undefined {
  const [link] = /https?:\/\/\S*[^\s.,;)]/.exec(body) ?? []
  const [, code] = /\bcode: (\d{6})\b/.exec(body) ?? []
  return link !== undefined && code !== undefined && !link.includes(code) ? `${link}#code=${code}` : link
}
