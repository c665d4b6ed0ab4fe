import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { readFlags } from '@/shared/access/flags'
import { PROPERTIES_PATH } from '@/shared/first-requests'
import { call } from '../http'

const property = z.object({
  name: z.string(),
  value: z.string(),
  /** `local`: the file of the server, which takes precedence. `db`: the database. */
  source: z.catch(z.enum(['local', 'db']), 'db'),
})
export type Property = z.infer<typeof property>

export const properties = {
  all: ['properties'] as const,

  /** All properties of both sources, sorted by name. */
  merged: () =>
    queryOptions({
      queryKey: [...properties.all, 'merged'],
      queryFn: ({ signal }) =>
        call({ path: PROPERTIES_PATH, schema: z.nullable(z.array(property)), signal }).then((list) => list ?? []),
    }),

  /** The features that are turned off. */
  flags: () => queryOptions({ ...properties.merged(), select: readFlags }),
}
