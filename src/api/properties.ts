import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { flagsOf } from '../lib/flags'
import { call } from './http'

const property = z.object({
  name: z.string(),
  value: z.string(),
  /** From the server's own file, which wins, or from the database. */
  source: z.enum(['local', 'db']).catch('db'),
})
export type Property = z.infer<typeof property>

export const properties = {
  all: ['properties'] as const,

  /** Every setting by name, wherever it is from. */
  merged: () =>
    queryOptions({
      queryKey: [...properties.all, 'merged'],
      queryFn: ({ signal }) =>
        call({ path: '/api/properties', schema: z.array(property).nullable(), signal }).then((list) => list ?? []),
    }),

  /** Which features are turned off. */
  flags: () => queryOptions({ ...properties.merged(), select: flagsOf }),
}
