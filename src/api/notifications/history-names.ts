import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { inList, limit, select } from '../postgrest'
import { historyKey } from './unread'

/** What a notification refers to by id, with the tables of the names. */
export const namedTables = {
  rule: 'notifications',
  person: 'people',
  team: 'teams',
  connection: 'connections',
  silence: 'notification_silences',
} as const
export type NamedKind = keyof typeof namedTables

/** Names by id. */
export type NamesById = ReadonlyMap<string, string>

/** Names of some rules, people, teams, connections or silences, in one request. Deleted ones have names, too. */
export const historyNames = (kind: NamedKind, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...historyKey, 'names', kind, ids],
    queryFn: ({ signal }) => readNames(namedTables[kind], ids, signal),
  })

/** Reads the names of the rows with these ids. */
export async function readNames(
  table: (typeof namedTables)[NamedKind] | 'playbooks',
  ids: readonly string[],
  signal: AbortSignal
): Promise<NamesById> {
  const rows = await call({
    path: `/api/db/${table}`,
    query: [inList('id', ids), select('id', 'name'), limit(ids.length)],
    schema: z.array(z.object({ id: z.guid(), name: z.nullish(z.string()) })),
    signal,
  })
  return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])))
}
