import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'

/** A JSON schema of the backend. @param path as in a parameter: `/api/schemas/…` */
export const jsonSchema = (path: string) =>
  queryOptions({
    queryKey: ['jsonSchema', path],
    staleTime: Infinity,
    queryFn: ({ signal }) => call({ path, schema: z.record(z.string(), z.unknown()), signal }),
  })
