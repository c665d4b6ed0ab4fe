import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type IntegrationType, integrationTypes, isIntegrationType } from '@/shared/pages/settings'
import { callAll } from '../call-all'
import { isNull, order, select } from '../postgrest'
import { rowNames } from '../names'
import { timestamp } from '../time'

const row = z.object({
  id: z.guid(),
  name: z.string(),
  description: z.nullish(z.string()),
  integration_type: z.string(),
  source: z.nullish(z.string()),
  agent: z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) })),
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
  creator_name: z.nullish(z.string()),
  /** Status of the newest run; null before the first run, and for integrations without runs. */
  job_status: z.nullish(z.string()),
  job_time_start: z.nullish(timestamp),
  job_details: z.nullish(z.object({ errors: z.nullish(z.array(z.string())) })),
})
export type Integration = z.infer<typeof row> & { integration_type: IntegrationType }

/** Maximum number of rows in a response of the server. */
const PAGE_ROWS = 100
const isKnown = (one: z.infer<typeof row>): one is Integration => isIntegrationType(one.integration_type)

/** Connections to other systems: scrapers, topologies and log backends, each a row of its own table. */
export const integrations = {
  all: ['integrations'] as const,

  /** Integrations that are not deleted, the newest first. */
  list: () =>
    queryOptions({
      queryKey: [...integrations.all, 'list'],
      meta: { names: rowNames<Integration>(Object.values(integrationTypes), ({ name }) => name) },
      async queryFn({ signal }): Promise<readonly Integration[]> {
        const rows = await callAll(
          {
            path: '/api/db/integrations_with_status',
            query: [select(...Object.keys(row.shape)), isNull('deleted_at'), order('created_at.desc')],
            schema: row,
            signal,
          },
          PAGE_ROWS
        )
        // Rows of other types have no page here.
        return rows.filter(isKnown)
      },
    }),
}
