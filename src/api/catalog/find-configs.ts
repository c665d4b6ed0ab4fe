import { z } from 'zod/mini'
import { nounsForWord } from '@/lib/palette/kind-words'
import { healthForWord } from '@/lib/palette/state-words'
import { call } from '../http'
import { eq, ilike, inList, isNull, limit, matches, order, select } from '../postgrest'
import { everyWord, everyWordWithTypo } from '../word-conditions'
import { configNameShape } from './catalog'

const configFound = z.extend(configNameShape, {
  health: z.nullish(z.string()),
  status: z.nullish(z.string()),
  tags: z.nullish(z.record(z.string(), z.unknown())),
})
export type FoundConfig = z.infer<typeof configFound>

type ConfigSearch = {
  /** Only items of this type. */
  type?: string
  /** Words may have one wrong letter. The rows are candidates to compare. */
  hasTypo?: true
}

const MOST_FOUND = 50
const MOST_COMPARED = 100

/**
 * Items that have each word of a text in their name, type, namespace or cluster, or a health that the word names, in
 * any order of the words, sorted by name. Deleted items are left out.
 */
export async function findConfigs(
  text: string,
  signal?: AbortSignal,
  { type, hasTypo }: ConfigSearch = {}
): Promise<FoundConfig[]> {
  const ofType = type === undefined ? [] : [eq('type', type)]
  if (hasTypo) return readConfigs([...ofType, ...everyWordWithTypo(text, 'name')], MOST_COMPARED, signal)
  const found = await readConfigs([...ofType, ...everyWord(text, configConditions)], MOST_FOUND, signal)
  const name = text.trim()
  if (found.length < MOST_FOUND || name === '') return found
  // The first rows by name need not include the item that is called like the text.
  const begins = matches('name', { text: name, anyBefore: false, anyAfter: true })
  const named = await readConfigs([...ofType, begins], MOST_FOUND, signal)
  const ids = new Set(named.map(({ id }) => id))
  return [...named, ...found.filter(({ id }) => !ids.has(id))]
}

const readConfigs = (conditions: readonly ReturnType<typeof eq>[], most: number, signal: AbortSignal | undefined) =>
  call({
    path: '/api/db/configs',
    query: [
      select('id', 'name', 'type', 'health', 'status', 'tags'),
      ...conditions,
      isNull('deleted_at'),
      order('name.asc', 'id.asc'),
      limit(most),
    ],
    schema: z.array(configFound),
    signal,
  })

function configConditions(word: string) {
  const health = healthForWord(word)
  return [
    ...['name', 'type', 'namespace', 'tags->>cluster'].map((column) => ilike(column, word)),
    ...nounsForWord(word).map((noun) => matches('type', { text: `::${noun}`, anyBefore: true, anyAfter: false })),
    ...(health ? [inList('health', health)] : []),
  ]
}
