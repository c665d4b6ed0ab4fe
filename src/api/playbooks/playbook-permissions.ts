import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call, type ResultPage } from '../http'
import { eq, inList, isNotNull, isNull, limit, or, order, select } from '../postgrest'
import { timestamp } from '../time'

const selector = z.object({ name: z.nullish(z.string()), namespace: z.nullish(z.string()) })

const stored = z.object({
  id: z.guid(),
  playbook_id: z.nullish(z.guid()),
  object: z.nullish(z.string()),
  playbooks: z.catch(z.nullish(z.array(selector)), null),
})

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

/** A permission that applies to a playbook, and why it applies. */
export type PlaybookPermission = z.infer<typeof given> & { by: 'it' | 'selector' | 'all' }

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

/**
 * Permissions to run, approve, read or change a playbook: those for this playbook, for selected playbooks, and for all.
 */
export const playbookPermissions = (id: string) =>
  queryOptions({
    queryKey: ['playbooks', 'permissions', id],
    async queryFn({ signal }): Promise<ResultPage<PlaybookPermission>> {
      const [rows, [playbook]] = await Promise.all([
        call({
          path: '/api/db/permissions',
          query: [
            select('id', 'playbook_id', 'object', 'playbooks:object_selector->playbooks'),
            or(eq('playbook_id', id), eq('object', 'playbooks'), isNotNull('object_selector->playbooks')),
            isNull('deleted_at'),
            limit(MOST),
          ],
          schema: z.array(stored),
          signal,
        }),
        call({
          path: '/api/db/playbooks',
          query: [eq('id', id), select('name', 'namespace')],
          schema: own,
          signal,
        }),
      ])
      const by = new Map(
        rows.flatMap((row) => {
          const how =
            row.playbook_id === id
              ? 'it'
              : row.object === 'playbooks'
                ? 'all'
                : playbook && row.playbooks?.some((one) => selects(one, playbook))
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
