import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { filterKey, formatRequestFilter, noFilter } from '../lib/filter-values'
import type { ListQuery } from '../lib/list-query'
import { callAll, callPage, type Page, type Query } from './http'
import { limit, offset, order } from './postgrest'
import { rowNames } from './row-names'

const message = z.object({
  id: z.string(),
  /** `queued` where there is no mail server, too: somebody has to hand it on. */
  status: z.catch(z.enum(['queued', 'sent', 'failed']), 'queued'),
  recipient: z.string(),
  template: z.string(),
  subject: z.string(),
  /** Empty once it was sent. */
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
/** As many as the server tells at once. */
const MOST = 1000

/** What messages can be ordered by; else the newest come first. Searched are subject, address and the name of the state. */
export const outboxOrders = ['subject', 'recipient', 'state', 'created_at'] as const

export const outbox = {
  all: ['outbox'] as const,

  /** A page of the messages to people about their accounts, and how many there are. Needs to update accounts and roles. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...outbox.all, 'page', asked(query), query.time?.range, page],
      meta: {
        names: rowNames<OutboxMessage, Page<OutboxMessage>>(
          'message',
          ({ subject }) => subject,
          ({ rows }) => rows
        ),
      },
      queryFn: ({ signal }) =>
        callPage({
          path: PATH,
          query: [...asked(query), ...during(query), limit(page.size), offset(page.index * page.size)],
          schema: message,
          signal,
        }),
      // What is in it may be minutes old only where nobody looks.
      staleTime: 0,
    }),

  /** All of them that are asked for. */
  matching: (query: ListQuery): Promise<readonly OutboxMessage[]> =>
    callAll({ path: PATH, query: [...asked(query), ...during(query)], schema: message }, MOST),

  /** Null: it is not there any more. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...outbox.all, 'byId', id],
      queryFn: async ({ signal }) =>
        (await callPage({ path: PATH, query: [['id', id]], schema: message, signal })).rows[0] ?? null,
      staleTime: 0,
    }),
}

/** When they were written, as of now. */
function during({ time }: ListQuery): Query {
  const { from, to } = time?.span() ?? {}
  return [...(from ? [['from', from.toISOString()] as const] : []), ...(to ? [['to', to.toISOString()] as const] : [])]
}

function asked({ search, sort, filters }: ListQuery): Query {
  const state = formatRequestFilter(filters['state'] ?? noFilter)
  const column = outboxOrders.find((one) => one === sort?.column)
  return [
    ...(search.trim() === '' ? [] : [['search', search.trim()] as const]),
    ...(state ? [[filterKey('state'), state] as const] : []),
    ...(column ? [order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}`)] : []),
  ]
}

/**
 * The address that a message asks to open. Where it also holds a code, that goes behind the `#`: the page fills it in, and
 * browsers send it to nobody.
 */
export function linkIn({ body }: Pick<OutboxMessage, 'body'>): string | undefined {
  const [link] = /https?:\/\/\S*[^\s.,;)]/.exec(body) ?? []
  const [, code] = /\bcode: (\d{6})\b/.exec(body) ?? []
  return link !== undefined && code !== undefined && !link.includes(code) ? `${link}#code=${code}` : link
}
