import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { silencedKinds } from '@/lib/notifications/silence'
import { call } from '../http'
import { eq, isNull, select } from '../postgrest'

export type SilencedResource = { kind: (typeof silencedKinds)[number]; id: string }

type NewSilence = {
  /** Identifies the silence, because the response does not contain its id. */
  name: string
  of: SilencedResource
  /** ISO times; `until` is null for a silence without an end. */
  from: string
  until: string | null
  description: string
}

const PATH = '/api/db/notification_silences'
const all = ['silences'] as const
const meta = { invalidates: [all] }

export const silences = {
  all,

  /** Silences notifications about a resource for a time. */
  create: () =>
    mutationOptions({
      meta,
      mutationFn: ({ of: { kind, id }, ...silence }: NewSilence) =>
        call({
          method: 'post',
          path: '/api/notification/silence',
          body: { ...silence, [`${kind}_id`]: id, recursive: false },
          // The response has no body.
          schema: z.unknown(),
        }),
    }),

  /** Ends a silence as the protocol requires: by marking it as deleted. @returns whether it existed */
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
}
