import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Target } from '@/lib/kinds'
import { loadModule } from '@/lib/load-module'
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
  /** The resource that the playbook runs for, if it is not the requested one. */
  relation?: Target<'component' | 'config'>
}

/** Identifies an option in a list: the same playbook may apply to several resources. */
export const playbookOptionKey = ({ id, relation }: PlaybookOption): string =>
  relation ? `${id} ${relation.kind}:${relation.id}` : id

/**
 * The playbooks that can be run for a resource. Recently used playbooks come first, the others are sorted by title. For
 * a check, those of the components and config items that it belongs to follow.
 */
export const applicablePlaybooks = (resource: PlaybookResource) =>
  queryOptions({
    queryKey: [...playbooks.all, 'applicable', resource],
    meta: { names: rowNames<PlaybookOption>('playbook', ({ title }) => title) },
    queryFn: ({ signal, client }) => readApplicable(resource, client, signal),
    staleTime: FRESH_MS,
  })

const listFor = async ({ kind, id }: PlaybookResource, signal: AbortSignal) =>
  (await call({
    path: '/api/playbook/list',
    query: Object.entries(resourceParams({ kind, id })),
    schema: z.nullable(z.array(listed)),
    signal,
  })) ?? []

/** Components and config items of a check whose playbooks are listed. Each costs one request. */
const MOST_RELATIONS = 5

async function readApplicable(
  resource: PlaybookResource,
  client: QueryClient,
  signal: AbortSignal
): Promise<PlaybookOption[]> {
  const ownList = listFor(resource, signal)
  const relatedLists = readRelatedLists(resource, client, signal)
  const [own, readable] = await Promise.all([ownList, readPart('Related resources', relatedLists, [])])
  // Without any other playbook, the error is shown in place of an empty list.
  const related = readable ?? (own.length === 0 ? await relatedLists : [])
  const found = [...own.map((one) => ({ ...one, relation: undefined })), ...related]
  if (found.length === 0) return []
  const ids = [...new Set(found.map(({ id }) => id))]
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
  const relations = related.map(({ relation }) => relation)
  const relationRank = ({ relation }: PlaybookOption) => (relation ? relations.indexOf(relation) : -1)
  const rankOf = (id: string) => (used.includes(id) ? used.indexOf(id) : used.length)
  return found
    .map(({ id, name, relation }) => {
      const row = rows.find((one) => one.id === id)
      const title = row?.title || name
      const option = { id, title, description: row?.description ?? '', isUsedLast: !relation && id === used[0] }
      return relation ? { ...option, relation } : option
    })
    .toSorted(
      (a, b) => relationRank(a) - relationRank(b) || rankOf(a.id) - rankOf(b.id) || a.title.localeCompare(b.title)
    )
}

/** Only lists for checks need it. */
const loadRelations = () => import('../health/check-relations')

async function readRelatedLists({ kind, id }: PlaybookResource, client: QueryClient, signal: AbortSignal) {
  if (kind !== 'check') return []
  const { checkRelations } = await loadModule(loadRelations)
  const relations = await client.fetchQuery(checkRelations(id))
  const lists = await Promise.all(
    relations.slice(0, MOST_RELATIONS).map(async (one) => {
      const relation = { kind: one.kind, id: one.id, label: one.name }
      return (await listFor(relation, signal)).map((playbook) => ({ ...playbook, relation }))
    })
  )
  return lists.flat()
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
