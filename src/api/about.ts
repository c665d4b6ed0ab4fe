import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'

const answer = z.object({ backend: z.optional(z.string()), Version: z.optional(z.string()) })

/** The version of the backend; null when it does not say. */
export const about = () =>
  queryOptions({
    queryKey: ['about'],
    queryFn: async ({ signal }) => {
      const { backend, Version } = await call({ path: '/api/canary/about', schema: answer, signal })
      return backend || Version || null
    },
    // It says nothing new until the backend is another one, and nothing depends on it.
    staleTime: Infinity,
    retry: false,
  })
