import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { checks, runMessage } from './checks'
import { call } from './http'
import { inList, isNull, select } from './postgrest'
import { latestRun } from './recent-runs'

const row = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.string(),
  status: z.catch(z.enum(['healthy', 'unhealthy', 'unknown']), 'unknown'),
  severity: z.nullish(z.string()),
  namespace: z.nullish(z.string()),
  components: z._default(z.array(z.object({ component_id: z.guid() })), []),
  configs: z._default(z.array(z.object({ config_id: z.guid() })), []),
  ...latestRun.fields,
})

/** A check that becomes evidence: what it says of itself, and what it tells about. */
export type EvidenceSource = Pick<z.infer<typeof row>, 'id' | 'name' | 'type' | 'status' | 'severity' | 'namespace'> & {
  /** Ids. */
  components: readonly string[]
  configs: readonly string[]
  /** What its latest run said; null when it said nothing. */
  message: ReturnType<typeof runMessage>
}

export const evidenceSources = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...checks.all, 'evidenceSources', ids],
    queryFn: async ({ signal }): Promise<EvidenceSource[]> => {
      const rows = await call({
        path: '/api/db/checks',
        query: [
          inList('id', ids),
          select(
            'id',
            'name',
            'type',
            'status',
            'severity',
            'namespace',
            'components:check_component_relationships(component_id)',
            'configs:check_config_relationships(config_id)',
            latestRun.column
          ),
          isNull('components.deleted_at'),
          isNull('configs.deleted_at'),
          ...latestRun.query,
        ],
        schema: z.array(row),
        signal,
      })
      return rows.map(({ components, configs, check_statuses: [latest], ...check }) => ({
        ...check,
        components: components.map(({ component_id }) => component_id),
        configs: configs.map(({ config_id }) => config_id),
        message: latest ? runMessage(latest) : null,
      }))
    },
    staleTime: 0,
  })
