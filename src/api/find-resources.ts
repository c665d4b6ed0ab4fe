import { z } from 'zod/mini'
import { call } from './http'
import { ilike, isNull, limit, order, select } from './postgrest'

/** Tables with an id and a name. */
type NamedTable =
  'people' | 'teams' | 'checks' | 'components' | 'configs' | 'canaries' | 'playbooks' | 'notifications' | 'agents'

const MOST = 20

/** A resource in the response of a search by selectors. */
export const resourceShape = z.object({
  id: z.guid(),
  name: z.string(),
  namespace: z._default(z.string(), ''),
  type: z._default(z.string(), ''),
})

const found = z.optional(z.array(resourceShape))
/** The response of a search by selectors. A kind that was not searched is absent. */
export const foundShape = z.object({ checks: found, components: found, configs: found })

/**
 * Checks, components or config items that any selector selects and the text matches, sorted by name.
 * @param selectors as in a playbook; an empty list selects all
 */
export async function findResources(
  of: 'checks' | 'components' | 'configs',
  selectors: readonly Readonly<Record<string, unknown>>[],
  text: string,
  signal?: AbortSignal,
  most = MOST
): Promise<z.infer<typeof resourceShape>[]> {
  // A bare word matches the beginning of a name, and most punctuation has a special meaning.
  const search = (text.match(/[\p{L}\p{N}_./-]+/gu) ?? []).map((word) => `*${word}*`).join(' ')
  const wanted = selectors.length > 0 ? selectors : [{}]
  const answer = await call({
    method: 'post',
    path: '/api/resources/search',
    body: {
      limit: most,
      [of]: wanted.map((one) => ({ ...one, agent: 'all', ...(search === '' ? {} : { search }) })),
    },
    schema: foundShape,
    signal,
  })
  return (answer[of] ?? []).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Maximum number of resources per selector to intersect. */
const MOST_COMPARED = 500

/**
 * Like `findResources`, for resources that all selectors select: a playbook with several selectors of a kind applies to
 * those.
 */
export async function findSelectedByAll(
  of: 'checks' | 'components' | 'configs',
  selectors: readonly Readonly<Record<string, unknown>>[],
  text: string,
  signal?: AbortSignal
): Promise<z.infer<typeof resourceShape>[]> {
  if (selectors.length < 2) return findResources(of, selectors, text, signal)
  const lists = await Promise.all(selectors.map((one) => findResources(of, [one], text, signal, MOST_COMPARED)))
  return intersectById(lists).slice(0, MOST)
}

/** The entries that are in all lists, in the order of the first list. */
export function intersectById<T extends { id: string }>([first = [], ...others]: readonly (readonly T[])[]): T[] {
  const ids = others.map((list) => new Set(list.map(({ id }) => id)))
  return first.filter(({ id }) => ids.every((known) => known.has(id)))
}

/** Rows with a text in their name, sorted by name. The text is never interpreted as a pattern. */
export const findByName = (of: NamedTable, text: string, signal?: AbortSignal) =>
  call({
    path: `/api/db/${of}`,
    query: [select('id', 'name'), ilike('name', text), isNull('deleted_at'), order('name.asc'), limit(MOST)],
    schema: z.array(z.object({ id: z.guid(), name: z.nullable(z.string()) })),
    signal,
  })

/** Connections with a text in their name, sorted by name. */
export const findConnections = (text: string, signal?: AbortSignal) =>
  call({
    path: '/api/db/connections',
    query: [
      select('id', 'name', 'namespace', 'type'),
      ilike('name', text),
      isNull('deleted_at'),
      order('name.asc'),
      limit(MOST),
    ],
    schema: z.array(
      z.object({ id: z.guid(), name: z.string(), namespace: z.nullish(z.string()), type: z.nullish(z.string()) })
    ),
    signal,
  })
