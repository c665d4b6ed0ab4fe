import { z } from 'zod/mini'
import { call } from './http'
import { ilike, isNull, limit, order, select } from './postgrest'

/** Relations that have an id and a name. */
export type Named = 'people' | 'teams' | 'checks' | 'components' | 'configs'

const MOST = 20

/** What has a text in its name, by name. Patterns are the server's; what somebody types is never one. */
export const findNamed = (of: Named, text: string, signal?: AbortSignal) =>
  call({
    path: `/api/db/${of}`,
    query: [select('id', 'name'), ilike('name', text), isNull('deleted_at'), order('name.asc'), limit(MOST)],
    schema: z.array(z.object({ id: z.guid(), name: z.nullable(z.string()) })),
    signal,
  })
