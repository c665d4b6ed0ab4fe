import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { resourceParams, FRESH_MS, type PlaybookResource, playbooks } from './playbooks'
import { rowNames } from '../names'
import { readPart } from '../parts'
import { inList, isNotNull, limit, order, select } from '../postgrest'

const listed = z.object({ id: z.guid(), name: z.string() })
const titled = z.object({ id: z.guid(), title: z.nullish(z.string()), description: z.nullish(z.string()) })

/** A playbook that can be run for a resource. */
export type PlaybookOption = {
  id: string
  title: string
  description: string
  /** Whether this was the last playbook run for the resource or, failing that, for any resource of its kind. */
  isUsedLast: boolean
}

/** The playbooks that can be run for a resource. Recently used playbooks come first, the others are sorted by title. */
export const applicablePlaybooks = (resource: PlaybookResource) =>
  queryOptions({
    queryKey: [...playbooks.all, 'applicable', resource],
    meta: { names: rowNames<PlaybookOption>('playbook', ({ title }) => title) },
    queryFn: ({ signal }) => readApplicable(resource, signal),
    staleTime: FRESH_MS,
  })

async function readApplicable(resource: PlaybookResource, signal: AbortSignal): Promise<PlaybookOption[]> {
  const found = await call({
    path: '/api/playbook/list',
    query: Object.entries(resourceParams(resource)),
    schema: z.nullable(z.array(listed)),
    signal,
  })
  if (!found || found.length === 0) return []
  const ids = found.map(({ id }) => id)
  // Both are optional: titles with descriptions, and the playbook that was run last.
  const [rows = [], used = []] = await Promise.all([
    readPart(
      'Titles',
      call({
        path: '/api/db/playbooks',
        query: [inList('id', ids), select('id', 'title', 'description')],
        schema: z.array(titled),
        signal,
      }),
      []
    ),
    readPart('Runs', findUsedPlaybooks(resource, ids, signal), []),
  ])
  const rankOf = (id: string) => (used.includes(id) ? used.indexOf(id) : used.length)
  return found
    .map(({ id, name }) => {
      const row = rows.find((one) => one.id === id)
      const title = row?.title || name
      return { id, title, description: row?.description ?? '', isUsedLast: id === used[0] }
    })
    .toSorted((a, b) => rankOf(a.id) - rankOf(b.id) || a.title.localeCompare(b.title))
}

/** Number of runs that determine which playbooks were used recently. */
const MOST_RUNS_READ = 100

/**
 * Which of these playbooks were run for resources of a kind: first those run for this resource, the latest run first.
 */
async function findUsedPlaybooks(
  { kind, id }: PlaybookResource,
  ids: readonly string[],
  signal: AbortSignal
): Promise<string[]> {
  const column = `${kind}_id` as const
  const ran = await call({
    path: '/api/db/playbook_runs',
    query: [
      inList('playbook_id', ids),
      isNotNull(column),
      order('created_at.desc'),
      limit(MOST_RUNS_READ),
      select('playbook_id', `thing:${column}`),
    ],
    schema: z.array(z.object({ playbook_id: z.guid(), thing: z.guid() })),
    signal,
    // Users who can run playbooks may lack access to the runs of other users.
  }).catch(() => [])
  const isHere = ({ thing }: { thing: string }) => thing === id
  const inOrder = [...ran.filter(isHere), ...ran.filter((one) => !isHere(one))]
  return [...new Set(inOrder.map(({ playbook_id }) => playbook_id))]
}
