import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call, type ResultPage } from '../http'
import { eq, inList, isNotNull, isNull, limit, or, order, select } from '../postgrest'
import { timestamp } from '../time'

const selector = z.object({ name: z.nullish(z.string()), namespace: z.nullish(z.string()) })

const selectors = z.catch(z.nullish(z.array(selector)), null)

const stored = z.object({
  id: z.guid(),
  playbook_id: z.nullish(z.guid()),
  connection_id: z.nullish(z.guid()),
  object: z.nullish(z.string()),
  playbooks: selectors,
  connections: selectors,
})

/** How permissions name resources of a kind: by a column, by their object, and by selectors. */
const kinds = {
  playbook: { column: 'playbook_id', object: 'playbooks', listed: 'playbooks', table: 'playbooks' },
  connection: { column: 'connection_id', object: 'connection', listed: 'connections', table: 'connections' },
} as const

const named = z.nullish(z.object({ id: z.nullish(z.string()), name: z.nullish(z.string()) }))

const given = z.object({
  id: z.guid(),
  action: z.string(),
  deny: z.nullish(z.boolean()),
  subject: z.nullish(z.string()),
  subject_type: z.string(),
  until: z.nullish(timestamp),
  created_at: timestamp,
  person: named,
  team: named,
  notification: named,
  canary: named,
  playbook: named,
  scraper: named,
  topology: named,
})

/** A permission that applies to a resource, and why it applies. */
export type ResourcePermission = z.infer<typeof given> & { by: 'it' | 'selector' | 'all' }

/** Maximum number of permissions to read. */
const MOST = 500

const own = z.array(z.object({ name: z.string(), namespace: z.nullish(z.string()) }))

type Own = z.infer<typeof own>[number]

/** A member that is missing from a selector matches anything. */
const selects = ({ name, namespace }: z.infer<typeof selector>, of: Own): boolean =>
  fitsAny(name, of.name) && fitsAny(namespace, of.namespace ?? '')

const fitsAny = (wanted: string | null | undefined, text: string) =>
  !wanted || wanted.split(',').some((one) => fits(one.trim(), text))

/** `*` matches any text at the beginning or the end. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.at(-1)
  return last === undefined ? text === pattern : text.startsWith(first) && text.slice(first.length).endsWith(last)
}

/** Permissions for a resource: those for this resource, for selected ones, and for all of its kind. */
const permissionsFor = (kind: keyof typeof kinds, id: string) => {
  const { column, object, listed, table } = kinds[kind]
  return queryOptions({
    queryKey: [table, 'permissions', id],
    async queryFn({ signal }): Promise<ResultPage<ResourcePermission>> {
      const [rows, [resource]] = await Promise.all([
        call({
          path: '/api/db/permissions',
          query: [
            select('id', column, 'object', `${listed}:object_selector->${listed}`),
            or(eq(column, id), eq('object', object), isNotNull(`object_selector->${listed}`)),
            isNull('deleted_at'),
            limit(MOST),
          ],
          schema: z.array(stored),
          signal,
        }),
        call({
          path: `/api/db/${table}`,
          query: [eq('id', id), select('name', 'namespace')],
          schema: own,
          signal,
        }),
      ])
      const by = new Map(
        rows.flatMap((row) => {
          const how =
            row[column] === id
              ? 'it'
              : row.object === object
                ? 'all'
                : resource && row[listed]?.some((one) => selects(one, resource))
                  ? 'selector'
                  : undefined
          return how ? [[row.id, how] as const] : []
        })
      )
      if (by.size === 0) return { rows: [], total: 0 }
      const found = await call({
        path: '/api/db/permissions_summary',
        query: [select(...Object.keys(given.shape)), inList('id', [...by.keys()]), order('created_at.desc')],
        schema: z.array(given),
        signal,
      })
      return { rows: found.map((one) => ({ ...one, by: by.get(one.id) ?? 'it' })), total: found.length }
    },
    staleTime: 0,
  })
}

/** Permissions to run, approve, read or change a playbook. */
export const playbookPermissions = (id: string) => permissionsFor('playbook', id)

/** Permissions to use, read or change a connection. */
export const connectionPermissions = (id: string) => permissionsFor('connection', id)
