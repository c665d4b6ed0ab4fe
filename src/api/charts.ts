import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { pathOfChart } from '../lib/charts'
import { call } from './http'

const definition = z.object({
  name: z.string(),
  version: z.optional(z.string()),
  schema: z.optional(z.record(z.string(), z.unknown())),
})

/** What a chart of the registry says of itself. Without it the chart can be installed all the same. */
export const chartDefinition = (id: string) =>
  queryOptions({
    queryKey: ['chart', id],
    queryFn: ({ signal }) => call({ path: pathOfChart(id), schema: definition, signal }),
    staleTime: Infinity,
    retry: false,
  })
