import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { SilenceEffect } from '@/lib/notifications/silence-effect'
import { ApiError, call } from '../http'
import { timestamp } from '../time'

/** The scope of a silence. */
export type SilenceScope = {
  id?: string
  type?: string
  recursive: boolean
  filter: string
  selectors: readonly unknown[]
}

const effect = z.object({
  resources: z.object({
    covered: z.int(),
    unhealthy: z.int(),
    read: z.int(),
    total: z.int(),
    isPartial: z.boolean(),
    first: z.array(z.object({ kind: z.string(), id: z.guid(), name: z.string(), health: z.nullish(z.string()) })),
  }),
  messages: z.object({
    count: z.int(),
    isPartial: z.boolean(),
    first: z.array(z.object({ id: z.guid(), event: z.string(), name: z.string(), at: timestamp })),
  }),
})

/**
 * The resources that a silence covers now, and the messages that it would have held back. Null for a backend without
 * the route: only the embedded one has it. A filter that fails rejects with its error.
 */
export const silenceEffect = ({ id, type, recursive, filter, selectors }: SilenceScope) =>
  queryOptions({
    queryKey: ['silences', 'effect', id, type, recursive, filter, selectors],
    async queryFn({ signal }): Promise<SilenceEffect | null> {
      try {
        return await call({
          path: '/api/notification/_silence_effect',
          query: [
            ...(id !== undefined && type !== undefined
              ? ([
                  ['id', id],
                  ['type', type],
                ] as const)
              : []),
            ...(recursive ? ([['recursive', 'true']] as const) : []),
            ...(filter === '' ? [] : ([['filter', filter]] as const)),
            ...(selectors.length === 0 ? [] : ([['selectors', JSON.stringify(selectors)]] as const)),
          ],
          schema: effect,
          signal,
        })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: 10_000,
    retry: false,
  })
