import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { isDerivedChange } from '@/lib/catalog/change-origin'
import { titleOfChange } from '@/lib/catalog/change-title'
import { call } from '../http'
import { inList, select } from '../postgrest'

const row = z.object({
  id: z.guid(),
  change_type: z.nullish(z.string()),
  summary: z.nullish(z.string()),
  diff: z.nullish(z.string()),
  patches: z.unknown(),
})

/** Maximum number of changes whose differences are requested, because a difference may be long. */
const MOST_TITLES = 100
/** Number of changes per request. More ids would exceed the URL length that servers accept. */
const AT_ONCE = 50

type Change = Parameters<typeof isDerivedChange>[0] & { id: string }

/**
 * Titles of changes that state the old and the new values, by id. Derived events are left out, because they have no
 * difference, and so are changes beyond the first 100.
 */
export async function readChangeTitles(
  changes: readonly Change[],
  signal: AbortSignal
): Promise<ReadonlyMap<string, string>> {
  const ids = changes.flatMap((one) => (isDerivedChange(one) ? [] : [one.id])).slice(0, MOST_TITLES)
  const parts = [ids.slice(0, AT_ONCE), ids.slice(AT_ONCE)].filter((part) => part.length > 0)
  const found = await Promise.all(
    parts.map((part) =>
      call({
        path: '/api/db/config_changes',
        query: [inList('id', part), select(...Object.keys(row.shape))],
        schema: z.array(row),
        signal,
      })
    )
  )
  return new Map(found.flat().map((one) => [one.id, titleOfChange(one)]))
}

/** The same, requested once for the same changes: the difference of a change never changes. */
export const cachedTitles =
  (client: QueryClient): typeof readChangeTitles =>
  (changes, signal) =>
    client.fetchQuery({
      queryKey: ['change titles', changes.map(({ id }) => id)],
      queryFn: () => readChangeTitles(changes, signal),
      staleTime: Infinity,
    })
