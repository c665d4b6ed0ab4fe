import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { silencedKinds } from '../lib/silence'
import { call } from './http'
import { eq, isNull, select } from './postgrest'

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
}
