import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { isDerivedChange } from '@/lib/catalog/change-origin'
import { titleOfChange } from '@/lib/catalog/change-title'
import { findCauses } from '@/lib/timeline/fold-derived'
import { cachedTitles, readChangeTitles } from '../catalog/change-titles'
import { call } from '../http'
import { readPart } from '../parts'
import { inList, select } from '../postgrest'
import type { TimelineEvent } from './events'

type Options = { ids: { config: readonly string[] }; client: QueryClient | undefined; signal: AbortSignal }

/**
 * Adds the titles of changes and the causes of derived events.
 * @param missing receives the parts that could not be read; the events remain with their types as titles
 */
export async function describeChanges(
  events: readonly TimelineEvent[],
  { ids, client, signal }: Options,
  missing: string[]
): Promise<TimelineEvent[]> {
  const all = events.map((event) => {
    if (event.is !== 'change') return event
    const { type, summary, origin = {} } = event
    return { ...event, title: titleOfChange({ change_type: type, summary }), isDerived: isDerivedChange(origin) }
  })
  const changes = all.filter(({ is }) => is === 'change').toSorted((a, b) => b.at - a.at)
  const made = changes.filter(({ isDerived }) => !isDerived)
  const titlesOf = client ? cachedTitles(client) : readChangeTitles
  const [titles, ancestors] = await Promise.all([
    made.length === 0 ? undefined : readPart('Titles of changes', titlesOf(made, signal), missing),
    made.length === 0 || made.length === changes.length
      ? undefined
      : readPart('Parents of config items', readAncestors(ids.config, signal), missing),
  ])
  const causes = findCauses(changes, (id) => ancestors?.get(id) ?? [])
  return all.map((event) =>
    event.is === 'change'
      ? { ...event, title: titles?.get(event.id) ?? event.title, causedBy: causes.get(event.id) }
      : event
  )
}

const ancestorRow = z.object({ id: z.guid(), parent_id: z.nullish(z.guid()), path: z.nullish(z.string()) })

/** The ids of the config items that contain an item, by its id. */
async function readAncestors(items: readonly string[], signal: AbortSignal) {
  const found = await call({
    path: '/api/db/config_items',
    query: [inList('id', items), select(...Object.keys(ancestorRow.shape))],
    schema: z.array(ancestorRow),
    signal,
  })
  return new Map(
    found.map(({ id, parent_id: parent, path }) => [
      id,
      [parent ?? '', ...(path ?? '').split('.')].filter((one) => one !== '' && one !== id),
    ])
  )
}
