import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'

/** A JSON Schema of the backend. @param path as a parameter gives it: `/api/schemas/…` */
export const jsonSchema = (path: string) =>
  queryOptions({
    queryKey: ['jsonSchema', path],
    staleTime: Infinity,
    queryFn: ({ signal }) => call({ path, schema: z.record(z.string(), z.unknown()), signal }),
  })
