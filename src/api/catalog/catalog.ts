import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Choice } from '@/shared/forms/choice'
import { writeMember } from '@/lib/tags'
import { configItemName } from '@/lib/catalog/config-name'
import { call } from '../http'
import { eq, inList, isNull, order, select } from '../postgrest'
import { rowNames } from '../names'
import { latestHealthChange } from '../health/health-since'
import { timestamp } from '../time'

const texts = z.nullish(z.record(z.string(), z.string()))

/** Members that config items and rows of the list share. */
const common = {
  id: z.guid(),
  name: z.nullish(z.string()),
  /** For example `Kubernetes::Deployment`. */
  type: z.string(),
  config_class: z.string(),
  status: z.nullish(z.string()),
  /** healthy, unhealthy, warning or unknown; null if no health is reported. */
  health: z.nullish(z.string()),
  description: z.nullish(z.string()),
  labels: texts,
  tags: texts,
  created_at: timestamp,
  updated_at: z.nullish(timestamp),
  deleted_at: z.nullish(timestamp),
  cost_total_30d: z.nullish(z.number()),
}

export const configRow = z.object({
  ...common,
  /** Number of changes in the last seven days; null until they are first counted. */
  changes: z.nullish(z.number()),
  /** Number of open insights by type. */
  analysis: z.nullish(z.record(z.string(), z.number())),
})
export type ConfigRow = z.infer<typeof configRow>

const item = z.object({
  ...common,
  agent_id: z.nullish(z.string()),
  agent_name: z.nullish(z.string()),
  external_id: z.nullish(z.array(z.string())),
  /** The scraped document. */
  config: z.unknown(),
  /** Ids of the ancestors from the root, separated by dots. Some writers add the id of the item itself. */
  path: z.nullish(z.string()),
  properties: z.nullish(z.array(z.record(z.string(), z.unknown()))),
  cost_per_minute: z.nullish(z.number()),
  cost_total_1d: z.nullish(z.number()),
  cost_total_7d: z.nullish(z.number()),
  last_scraped_time: z.nullish(timestamp),
  delete_reason: z.nullish(z.string()),
  config_scrapers: z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) })),
  /** `analysis` is the number of open insights. */
  summary: z.nullish(
    z.object({
      analysis: z.nullish(z.number()),
      checks: z.nullish(z.number()),
      playbook_runs: z.nullish(z.number()),
    })
  ),
})
export type ConfigItem = z.infer<typeof item>

export const configNameShape = z.object({ id: z.guid(), name: z.nullish(z.string()), type: z.string() })
export type ConfigName = z.infer<typeof configNameShape>

const relatedCheck = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.string(),
  severity: z.nullish(z.string()),
  status: z.nullish(z.string()),
  last_runtime: z.nullish(timestamp),
  /** Number of passed and failed runs in the last hour. */
  uptime: z.nullish(z.object({ passed: z.nullish(z.number()), failed: z.nullish(z.number()) })),
  /** Milliseconds over the last hour; null without measurements. */
  latency: z.nullish(z.object({ p95: z.nullish(z.number()) })),
})
export type RelatedCheck = z.infer<typeof relatedCheck>

const relatedIncident = z.object({
  id: z.guid(),
  title: z.string(),
  severity: z.nullish(z.string()),
  status: z.nullish(z.string()),
})

export const CONFIGS_PATH = '/api/db/configs'

const all = ['catalog'] as const

/**
 * Cache key of the number of relationships that the tab last found. The number is shown next to the name of the tab and
 * never requested.
 */
export const relatedCountKey = (id: string) => [...all, 'relatedCount', id] as const

/** The distinct values of a column, from the lookup view. */
export const distinctValues = (lookup: string, column: string) =>
  queryOptions({
    queryKey: [...all, lookup] as readonly string[],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const rows = await call({
        path: `/api/db/${lookup}`,
        query: [order(`${column}.asc`)],
        schema: z.array(z.looseObject({ [column]: z.nullable(z.string()) })),
        signal,
      })
      return rows.flatMap(({ [column]: value }) =>
        typeof value === 'string' && value ? [{ value, label: value }] : []
      )
    },
  })

/** The keys and values of the tags or labels of all items, as values of a filter. */
const distinctMembers = (lookup: 'config_tags' | 'config_labels') =>
  queryOptions({
    queryKey: [...all, lookup] as readonly string[],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const rows = await call({
        path: `/api/db/${lookup}`,
        schema: z.array(z.object({ key: z.string(), value: z.nullable(z.string()) })),
        signal,
      })
      return rows.flatMap(({ key, value }) =>
        value === null ? [] : [{ value: writeMember(key, value), label: `${key}: ${value}` }]
      )
    },
  })

export const catalog = {
  all,

  /** One item with its document; null if it does not exist or is inaccessible. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'byId', id],
      meta: {
        names: rowNames<ConfigItem, ConfigItem | null>('config', configItemName, (found) => (found ? [found] : [])),
      },
      queryFn: async ({ signal }): Promise<ConfigItem | null> => {
        const [found] = await call({
          path: '/api/db/config_detail',
          query: [eq('id', id), select('*', 'config_scrapers(id,name)')],
          schema: z.array(item),
          signal,
        })
        return found ?? null
      },
    }),

  /** The time of the last change of the health of an item; null if no such change is stored. */
  healthSince: (id: string) =>
    queryOptions({
      queryKey: [...all, 'healthSince', id],
      queryFn: ({ signal }) => latestHealthChange(id, signal),
    }),

  /** Names of items, in the order of the ids. Deleted and inaccessible items are left out. */
  names: (ids: readonly string[]) =>
    queryOptions({
      queryKey: [...all, 'names', ids],
      meta: { names: rowNames<ConfigName>('config', configItemName) },
      queryFn: async ({ signal }): Promise<ConfigName[]> => {
        if (ids.length === 0) return []
        const rows = await call({
          path: CONFIGS_PATH,
          query: [inList('id', ids), select('id', 'name', 'type')],
          schema: z.array(configNameShape),
          signal,
        })
        return ids.flatMap((id) => rows.find((one) => one.id === id) ?? [])
      },
    }),

  /** The checks of an item, the worst status first. */
  checks: (id: string) =>
    queryOptions({
      queryKey: [...all, 'checks', id],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/check_summary_for_config',
          query: [eq('config_id', id), isNull('deleted_at'), order('status.desc.nullslast', 'name.asc')],
          schema: z.array(relatedCheck),
          signal,
        }),
    }),

  /** The incidents that have the item as evidence, the newest first. */
  incidents: (id: string) =>
    queryOptions({
      // A key below `incidents.all`, written out so that the pages of config items do not load the code of incidents.
      queryKey: ['incidents', 'ofConfig', id],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/incidents_by_config',
          query: [eq('config_id', id), order('created_at.desc')],
          schema: z.array(relatedIncident),
          signal,
        }),
    }),

  types: () => distinctValues('config_types', 'type'),
  statuses: () => distinctValues('config_statuses', 'status'),
  tags: () => distinctMembers('config_tags'),
  labels: () => distinctMembers('config_labels'),
}
