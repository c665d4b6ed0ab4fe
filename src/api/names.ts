import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { configItemName } from '../lib/catalog/config-name'
import { call } from './http'
import { eq, select } from './postgrest'

/**
 * Names of the resources in the data of a query. Stored with the query, so that reading a name does not load the code
 * of the query.
 */
export type RowNames = { kind: string | readonly string[]; findName(data: unknown, id: string): string | undefined }

/**
 * Row names for a query whose data contains rows with ids.
 * @param kind the kind of the rows, such as `person`, or all possible kinds
 */
export const rowNames = <R extends { id: string }, D = readonly R[]>(
  kind: string | readonly string[],
  nameOf: (row: R) => string,
  rowsOf: (data: D) => readonly R[] = (data) => data as unknown as readonly R[]
): RowNames => ({
  kind,
  findName(data, id) {
    const row = rowsOf(data as D).find((one) => one.id === id)
    return row && nameOf(row)
  },
})

type NameRow = { id: string; name: string | null }

const tables = {
  canary: 'canaries',
  check: 'checks',
  component: 'components',
  config: 'configs',
  person: 'people',
  team: 'teams',
} as const

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
