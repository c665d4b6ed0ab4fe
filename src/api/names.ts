import { z } from 'zod/mini'
import { call } from './http'
import { ilike, isNull, limit, order, select } from './postgrest'

/** Relations that have an id and a name. */
export type Named = 'people' | 'teams' | 'checks' | 'components' | 'configs'

const MOST = 20

const resource = z.object({
  id: z.guid(),
  name: z.string(),
  namespace: z._default(z.string(), ''),
  type: z._default(z.string(), ''),
})

/**
 * Checks, components or config items that any of some selectors selects and a search finds, by name.
 * @param selectors as a playbook writes them; none selects all
 */
export async function findResources(
  of: 'checks' | 'components' | 'configs',
  selectors: readonly Readonly<Record<string, unknown>>[],
  text: string,
  signal?: AbortSignal
): Promise<z.infer<typeof resource>[]> {
  // A bare word is looked for at the beginning of a name, and most signs mean something else.
  const search = (text.match(/[\p{L}\p{N}_./-]+/gu) ?? []).map((word) => `*${word}*`).join(' ')
  const wanted = selectors.length > 0 ? selectors : [{}]
  const found = await call({
    method: 'post',
    path: '/api/resources/search',
    body: {
      limit: MOST,
      [of]: wanted.map((one) => ({ ...one, agent: 'all', ...(search === '' ? {} : { search }) })),
    },
    schema: z.partialRecord(z.enum(['checks', 'components', 'configs']), z.array(resource)),
    signal,
  })
  return (found[of] ?? []).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** What has a text in its name, by name. Patterns are the server's; what somebody types is never one. */
export const findNamed = (of: Named, text: string, signal?: AbortSignal) =>
  call({
    path: `/api/db/${of}`,
    query: [select('id', 'name'), ilike('name', text), isNull('deleted_at'), order('name.asc'), limit(MOST)],
    schema: z.array(z.object({ id: z.guid(), name: z.nullable(z.string()) })),
    signal,
  })
