import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { readFlags } from '@/shared/access/flags'
import { PROPERTIES_PATH } from '@/shared/first-requests'
import { call, callChange } from '../http'
import { eq } from '../postgrest'

const property = z.object({
  name: z.string(),
  value: z.string(),
  /** `local`: the file of the server, which takes precedence. `db`: the database. */
  source: z.catch(z.enum(['local', 'db']), 'db'),
})
export type Property = z.infer<typeof property>

type StoredProperty = { name: string; value: string; created_by: string }

const changed = { schema: z.unknown(), missing: 'This property no longer exists.' }

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

  /** Stores a value. A value in the file of the server still takes precedence. */
  set: () =>
    mutationOptions({
      mutationFn: ({ isNew, ...body }: StoredProperty & { isNew: boolean }) =>
        isNew
          ? call({ method: 'post', path: '/api/db/properties', body, schema: z.unknown() })
          : callChange({
              method: 'patch',
              path: '/api/db/properties',
              query: [eq('name', body.name)],
              body,
              ...changed,
            }),
      meta: { invalidates: [properties.all] },
    }),

  remove: () =>
    mutationOptions({
      mutationFn: (name: string) =>
        callChange({ method: 'delete', path: '/api/db/properties', query: [eq('name', name)], ...changed }),
      meta: { invalidates: [properties.all] },
    }),
}
