import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'
import { eq, select } from './postgrest'

/** The name of a person by id; null for a deleted or inaccessible person. */
export const personName = (id: string) =>
  queryOptions({
    queryKey: ['people', 'name', id],
    queryFn: async ({ signal }): Promise<string | null> => {
      const [found] = await call({
        path: '/api/db/people',
        query: [eq('id', id), select('name')],
        schema: z.array(z.object({ name: z.nullish(z.string()) })),
        signal,
      })
      return found?.name ?? null
    },
  })
