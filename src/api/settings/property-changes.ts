import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { callChange } from '../call-change'
import { call } from '../http'
import { eq } from '../postgrest'
import { properties } from './properties'

type StoredProperty = { name: string; value: string; created_by: string }

const changed = { schema: z.unknown(), missing: 'This property no longer exists.' }

/** Changes of stored properties. Every page reads properties, but few users change them. */
export const propertyChanges = {
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
