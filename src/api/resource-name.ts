import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { configItemName } from '../lib/catalog/config-name'
import { call } from './http'
import { eq, select } from './postgrest'
import { rowNames } from './row-names'

type NameRow = { id: string; name: string | null }

const tables = { check: 'checks', component: 'components', config: 'configs', person: 'people', team: 'teams' } as const

/** The name of a resource that nothing on screen provides: a link contains only its id. */
export const resourceName = (kind: keyof typeof tables, id: string) =>
  queryOptions({
    queryKey: ['nameOf', kind, id],
    meta: {
      names: rowNames<NameRow>(kind, (row) => (kind === 'config' ? configItemName(row) : row.name || id.slice(0, 8))),
    },
    queryFn: ({ signal }) =>
      call({
        path: `/api/db/${tables[kind]}`,
        query: [eq('id', id), select('id', 'name')],
        schema: z.array(z.object({ id: z.guid(), name: z.nullable(z.string()) })),
        signal,
      }),
    staleTime: 60_000,
  })
