import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { select } from '../postgrest'

export const agents = {
  all: ['agents'] as const,

  /** Names of agents, keyed by id. */
  names: () =>
    queryOptions({
      queryKey: [...agents.all, 'names'],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/agents',
          query: [select('id', 'name')],
          schema: z.array(z.object({ id: z.string(), name: z.string() })),
          signal,
        }),
      select: toNames,
    }),
}

const toNames = (list: readonly { id: string; name: string }[]): ReadonlyMap<string, string> =>
  new Map(list.map(({ id, name }) => [id, name]))
