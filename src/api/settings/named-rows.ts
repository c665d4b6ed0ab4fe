import { z } from 'zod/mini'
import { call } from '../http'
import { eq, isNull, limit, or, order, select } from '../postgrest'

/** The tables whose rows manifests refer to by name. */
const tables = {
  person: { table: 'people', columns: ['id', 'name', 'email'], by: ['name', 'email'] },
  team: { table: 'teams', columns: ['id', 'name'], by: ['name'] },
  notification: { table: 'notifications', columns: ['id', 'name', 'namespace'], by: ['name'] },
  playbook: { table: 'playbooks', columns: ['id', 'name', 'namespace'], by: ['name'] },
  connection: { table: 'connections', columns: ['id', 'name', 'namespace', 'type'], by: ['name'] },
  canary: { table: 'canaries', columns: ['id', 'name', 'namespace'], by: ['name'] },
  scraper: { table: 'config_scrapers', columns: ['id', 'name', 'namespace'], by: ['name'] },
  topology: { table: 'topologies', columns: ['id', 'name', 'namespace'], by: ['name'] },
} as const
export type NamedKind = keyof typeof tables

const text = z.nullish(z.string())
const namedRow = z.object({ id: z.guid(), name: text, namespace: text, email: text, type: text })
export type NamedRow = z.infer<typeof namedRow>

/** Maximum number of rows with one name. */
const MOST = 50

/** The rows with exactly this name, or, for people, this address. */
export function findNamedRows(kind: NamedKind, name: string): Promise<readonly NamedRow[]> {
  const { table, columns, by } = tables[kind]
  const conditions = by.map((column) => eq(column, name))
  return call({
    path: `/api/db/${table}`,
    query: [
      select(...columns),
      ...(conditions.length === 1 ? conditions : [or(...conditions)]),
      isNull('deleted_at'),
      order('id.asc'),
      limit(MOST),
    ],
    schema: z.array(namedRow),
  })
}

/** The row with this id; undefined if there is none that the user may read. */
export async function readNamedRow(kind: NamedKind, id: string): Promise<NamedRow | undefined> {
  const { table, columns } = tables[kind]
  const [found] = await call({
    path: `/api/db/${table}`,
    query: [select(...columns), eq('id', id), isNull('deleted_at')],
    schema: z.array(namedRow),
  })
  return found
}
