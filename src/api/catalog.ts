import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Choice } from '../lib/choice'
import { writeMember } from '../lib/tags'
import { nameOfConfig } from '../lib/config-name'
import { call } from './http'
import { eq, ilike, inList, isNull, limit, or, order, select } from './postgrest'
import { rowNames } from './row-names'
import { latestHealthChange } from './health-since'
import { moment } from './time'

const texts = z.nullish(z.record(z.string(), z.string()))

/** What an item and a row of the list have in common. */
const common = {
  id: z.guid(),
  name: z.nullish(z.string()),
  /** `Kubernetes::Deployment`. */
  type: z.string(),
  config_class: z.string(),
  status: z.nullish(z.string()),
  /** healthy, unhealthy, warning or unknown; null where nobody judges it. */
  health: z.nullish(z.string()),
  description: z.nullish(z.string()),
  labels: texts,
  tags: texts,
  created_at: moment,
  updated_at: z.nullish(moment),
  deleted_at: z.nullish(moment),
  cost_total_30d: z.nullish(z.number()),
}

export const configRow = z.object({
  ...common,
  /** In the last seven days; null where nobody has counted yet. */
  changes: z.nullish(z.number()),
  /** Open insights by their type. */
  analysis: z.nullish(z.record(z.string(), z.number())),
})
export type ConfigRow = z.infer<typeof configRow>

const item = z.object({
  ...common,
  agent_id: z.nullish(z.string()),
  agent_name: z.nullish(z.string()),
  external_id: z.nullish(z.array(z.string())),
  /** The document that was scraped. */
  config: z.unknown(),
  /** The ids of its ancestors from the root, separated by dots; some writers add its own. */
  path: z.nullish(z.string()),
  properties: z.nullish(z.array(z.record(z.string(), z.unknown()))),
  cost_per_minute: z.nullish(z.number()),
  cost_total_1d: z.nullish(z.number()),
  cost_total_7d: z.nullish(z.number()),
  last_scraped_time: z.nullish(moment),
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

export const named = z.object({ id: z.guid(), name: z.nullish(z.string()), type: z.string() })
export type ConfigName = z.infer<typeof named>

const configFound = z.extend(named, { health: z.nullish(z.string()) })
export type ConfigFound = z.infer<typeof configFound>

const relatedCheck = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.string(),
  severity: z.nullish(z.string()),
  status: z.nullish(z.string()),
  last_runtime: z.nullish(moment),
  /** How many of the last hour's runs. */
  uptime: z.nullish(z.object({ passed: z.nullish(z.number()), failed: z.nullish(z.number()) })),
  /** In milliseconds over the last hour; null when nothing was measured. */
  latency: z.nullish(z.object({ p95: z.nullish(z.number()) })),
})
export type RelatedCheck = z.infer<typeof relatedCheck>

const relatedIncident = z.object({
  id: z.guid(),
  title: z.string(),
  severity: z.nullish(z.string()),
  status: z.nullish(z.string()),
})

export const CONFIGS = '/api/db/configs'
const MOST_FOUND = 20

const all = ['catalog'] as const

/** Where the tab of relationships keeps how many it has found last: it is shown beside its name, and never asked for. */
export const relatedCount = (id: string) => [...all, 'relatedCount', id] as const

/** The distinct values of a column, from the lookup of that name. */
export const valuesOf = (lookup: string, column: string) =>
  queryOptions({
    queryKey: [...all, lookup] as readonly string[],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const rows = await call({
        path: `/api/db/${lookup}`,
        query: [order(`${column}.asc`)],
        schema: z.array(z.record(z.string(), z.nullable(z.string()))),
        signal,
      })
      return rows.flatMap((one) => (one[column] ? [{ value: one[column], label: one[column] }] : []))
    },
  })

/** The pairs of keys and values that items have, as values of a filter. */
const membersOf = (lookup: 'config_tags' | 'config_labels') =>
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

  /** One item with its document; null where there is none, or none that may be seen. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'byId', id],
      meta: {
        names: rowNames<ConfigItem, ConfigItem | null>('config', nameOfConfig, (found) => (found ? [found] : [])),
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

  /** When the health of an item last changed; null where no change of it is kept. */
  healthSince: (id: string) =>
    queryOptions({
      queryKey: [...all, 'healthSince', id],
      queryFn: ({ signal }) => latestHealthChange(id, signal),
    }),

  /** What items are called, in the order of the ids; those that are gone, or may not be seen, are left out. */
  names: (ids: readonly string[]) =>
    queryOptions({
      queryKey: [...all, 'names', ids],
      meta: { names: rowNames<ConfigName>('config', nameOfConfig) },
      queryFn: async ({ signal }): Promise<ConfigName[]> => {
        if (ids.length === 0) return []
        const rows = await call({
          path: CONFIGS,
          query: [inList('id', ids), select('id', 'name', 'type')],
          schema: z.array(named),
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

  /** The incidents that an item is evidence of, the newest first. */
  incidents: (id: string) =>
    queryOptions({
      // Below `incidents.all`, whose code pages of items need not load for a key.
      queryKey: ['incidents', 'ofConfig', id],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/incidents_by_config',
          query: [eq('config_id', id), order('created_at.desc')],
          schema: z.array(relatedIncident),
          signal,
        }),
    }),

  types: () => valuesOf('config_types', 'type'),
  statuses: () => valuesOf('config_statuses', 'status'),
  tags: () => membersOf('config_tags'),
  labels: () => membersOf('config_labels'),
}

/** Items with a text in their name or type, by name; deleted ones are not found. */
export const findConfigs = (text: string, signal?: AbortSignal): Promise<ConfigFound[]> =>
  call({
    path: CONFIGS,
    query: [
      select('id', 'name', 'type', 'health'),
      ...(text === '' ? [] : [or(ilike('name', text), ilike('type', text))]),
      isNull('deleted_at'),
      order('name.asc', 'id.asc'),
      limit(MOST_FOUND),
    ],
    schema: z.array(configFound),
    signal,
  })
