import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'
import { eq, inList, isNull, select } from './postgrest'

/** What a silence can be about. A canary is silenced with all of its checks. */
export const silencedKinds = ['check', 'component', 'config', 'canary'] as const
export type Silenced = { kind: (typeof silencedKinds)[number]; id: string }

export type NewSilence = {
  /** By which it is found again: the answer does not say its id. */
  name: string
  of: Silenced
  /** ISO times; null: without an end. */
  from: string
  until: string | null
  description: string
}

const PATH = '/api/db/notification_silences'
const all = ['silences'] as const
const meta = { invalidates: [all] }

const send = z.object({ id: z.guid(), resource_id: z.guid(), source_event: z.string() })

export const silences = {
  all,

  /** Keeps notifications about something from being sent for a while. */
  create: () =>
    mutationOptions({
      meta,
      mutationFn: ({ of: { kind, id }, ...silence }: NewSilence) =>
        call({
          method: 'post',
          path: '/api/notification/silence',
          body: { ...silence, [`${kind}_id`]: id, recursive: false },
          // It has no body.
          schema: z.unknown(),
        }),
    }),

  /** Ends a silence as the protocol does: it is marked as deleted. @returns whether there was one */
  remove: () =>
    mutationOptions({
      meta,
      async mutationFn(name: string): Promise<boolean> {
        const removed = await call({
          method: 'patch',
          path: PATH,
          query: [eq('name', name), isNull('deleted_at'), select('id')],
          body: { deleted_at: new Date().toISOString() },
          schema: z.array(z.object({ id: z.guid() })),
        })
        return removed.length > 0
      },
    }),

  /** What notifications are about, by their ids. */
  subjects: (ids: readonly string[]) =>
    queryOptions({
      queryKey: [...all, 'subjects', ids],
      staleTime: 0,
      gcTime: 0,
      queryFn: async ({ signal }): Promise<ReadonlyMap<string, Silenced>> => {
        const rows = await call({
          path: '/api/db/notification_send_history',
          query: [inList('id', ids), select('id', 'resource_id', 'source_event')],
          schema: z.array(send),
          signal,
        })
        return new Map(
          rows.flatMap(({ id, resource_id: of, source_event: event }) => {
            const kind = silencedKinds.find((one) => event.startsWith(`${one}.`))
            return kind ? [[id, { kind, id: of }] as const] : []
          })
        )
      },
    }),
}
