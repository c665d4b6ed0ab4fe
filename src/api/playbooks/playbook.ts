import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { playbooks } from './playbooks'
import { eq, isNull, select } from '../postgrest'

const whole = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  title: z.nullish(z.string()),
  description: z.nullish(z.string()),
  spec: z.optional(z.unknown()),
})
/** A playbook with its spec, which `planOf` reads. */
type Playbook = { id: string; title: string; description: string; spec: unknown }

/** One playbook with its spec; null if it does not exist or is inaccessible. */
export const playbookById = (id: string) =>
  queryOptions({
    // The page of the playbook has more columns, cached under `one`.
    queryKey: [...playbooks.all, 'spec', id],
    queryFn: async ({ signal }): Promise<Playbook | null> => {
      const rows = await call({
        path: '/api/db/playbooks',
        query: [eq('id', id), isNull('deleted_at'), select('id', 'name', 'title', 'description', 'spec')],
        schema: z.array(whole),
        signal,
      })
      const found = rows.find((one) => one.id === id)
      if (!found) return null
      const { name, title, description, spec } = found
      return { id, title: title || name || 'A playbook', description: description ?? '', spec }
    },
    staleTime: 10_000,
  })
