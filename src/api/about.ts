import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'

const answer = z.object({ backend: z.optional(z.string()), Version: z.optional(z.string()) })

/** The version of the backend; null if the backend does not report one. */
export const about = () =>
  queryOptions({
    queryKey: ['about'],
    queryFn: async ({ signal }) => {
      const { backend, Version } = await call({ path: '/api/canary/about', schema: answer, signal })
      return backend || Version || null
    },
    // The version changes only with the backend, and nothing depends on it.
    staleTime: Infinity,
    retry: false,
  })
