import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { chartPath } from '@/shared/settings/charts'
import { call } from '../http'

const definition = z.object({
  name: z.string(),
  version: z.optional(z.string()),
  schema: z.optional(z.record(z.string(), z.unknown())),
})

/** The definition of a chart in the registry. A chart without a definition can still be installed. */
export const chartDefinition = (id: string) =>
  queryOptions({
    queryKey: ['chart', id],
    queryFn: ({ signal }) => call({ path: chartPath(id), schema: definition, signal }),
    staleTime: Infinity,
    retry: false,
  })
