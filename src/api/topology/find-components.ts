import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { healthForWord } from '@/lib/palette/state-words'
import { call } from '../http'
import { ilike, inList, isNull, limit, order, select } from '../postgrest'
import { everyWord, everyWordWithTypo } from '../word-conditions'

const found = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.nullish(z.string()),
  namespace: z.nullish(z.string()),
  health: z.nullish(z.string()),
  status: z.nullish(z.string()),
  /** The ids of the parents, the outermost first, separated by dots. */
  path: z.nullish(z.string()),
})
export type FoundComponent = z.infer<typeof found> & {
  /** The names of the parents that are known, the outermost first. */
  parents: readonly string[]
}

/** The number of components whose names are loaded at once. */
export const MOST_COMPONENT_NAMES = 1000
const MOST_FOUND = 20
const MOST_COMPARED = 100

/** The names of the first components by name, to search them without a request. */
export const componentNames = () =>
  queryOptions({
    // A key below `topology.all`, so that changes of components reload the names.
    queryKey: ['topology', 'names'] as readonly string[],
    queryFn: async ({ signal }) => withParents(await readComponents([], MOST_COMPONENT_NAMES, signal)),
  })

/**
 * Components that have each word of a text in their name, type or namespace, or a health that the word names, in any
 * order of the words, sorted by name.
 * @param hasTypo words may have one wrong letter; the rows are candidates to compare
 */
export async function findComponents(
  text: string,
  signal?: AbortSignal,
  { hasTypo }: { hasTypo?: true } = {}
): Promise<FoundComponent[]> {
  const rows = hasTypo
    ? await readComponents(everyWordWithTypo(text, 'name'), MOST_COMPARED, signal)
    : await readComponents(everyWord(text, componentConditions), MOST_FOUND, signal)
  return withParents(rows)
}

function componentConditions(word: string) {
  const health = healthForWord(word)
  return [
    ...['name', 'type', 'namespace'].map((column) => ilike(column, word)),
    ...(health ? [inList('health', health)] : []),
  ]
}

const readComponents = (conditions: readonly ReturnType<typeof ilike>[], most: number, signal?: AbortSignal) =>
  call({
    path: '/api/db/components',
    query: [
      select('id', 'name', 'type', 'namespace', 'health', 'status', 'path'),
      ...conditions,
      isNull('deleted_at'),
      order('name.asc', 'id.asc'),
      limit(most),
    ],
    schema: z.array(found),
    signal,
  })

function withParents(rows: readonly z.infer<typeof found>[]): FoundComponent[] {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, parents: (row.path ?? '').split('.').flatMap((id) => names.get(id) ?? []) }))
}
