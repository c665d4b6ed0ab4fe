import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type FilterValues, formatRequestFilter, noFilter } from '@/shared/filter-values'
import { formatNames } from '@/shared/format'
import type { ListQuery } from '@/lib/list-query'
import { catalogSeverities } from '@/shared/severity'
import { readMember } from '@/lib/tags'
import { catalog, distinctValues } from './catalog'
import { ApiError, call, type ResultPage } from '../http'
import { eq, select } from '../postgrest'
import { rowNames } from '../names'
import { timestamp } from '../time'

const row = z.object({
  id: z.guid(),
  config_id: z.guid(),
  change_type: z.string(),
  /** critical, high, medium, low or info; empty without a severity. */
  severity: z.string(),
  source: z.string(),
  summary: z.optional(z.string()),
  /** Time of the last occurrence, if the change occurred several times. */
  created_at: timestamp,
  first_observed: z.optional(timestamp),
  count: z.number(),
  /** Name, type and tags of the item. */
  name: z.optional(z.string()),
  type: z.optional(z.string()),
  tags: z.optional(z.record(z.string(), z.string())),
  /** Time of deletion of the item. */
  deleted_at: z.optional(timestamp),
  created_by: z.optional(z.string()),
  external_created_by: z.optional(z.string()),
})
/** `title`: what the change changed, once its difference is loaded. */
export type ChangeRow = z.infer<typeof row> & { title?: string | undefined }

const change = z.object({
  id: z.guid(),
  config_id: z.guid(),
  change_type: z.nullish(z.string()),
  severity: z.nullish(z.string()),
  source: z.nullish(z.string()),
  summary: z.nullish(z.string()),
  created_at: timestamp,
  first_observed: z.nullish(timestamp),
  count: z.nullish(z.number()),
  created_by: z.nullish(z.string()),
  external_created_by: z.nullish(z.string()),
  /** Unified diff of the document. */
  diff: z.nullish(z.string()),
  /** Further details from the source. */
  details: z.unknown(),
  /** Merge patch that restores the previous document. */
  patches: z.unknown(),
  config: z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()), type: z.nullish(z.string()) })),
})
export type ChangeDetail = z.infer<typeof change>

const page = z.object({ total: z.optional(z.number()), changes: z.optional(z.array(row)) })

/** Columns that changes can be sorted by. By default, the newest change comes first. */
const orders = ['name', 'change_type', 'summary', 'source', 'created_at', 'count'] as const

/** Maximum distance along relationships of config items that the console requests anywhere. */
const DEPTH = 5

/** Related items whose changes are included. */
export const changeRelatives = ['none', 'downstream', 'upstream', 'all'] as const
export type ChangeRelatives = (typeof changeRelatives)[number]

/**
 * One item and whether its related items count as well; or several items by comma-separated ids, without related items.
 */
export type ChangeSubject = { id: string; relatives: ChangeRelatives; isSoft: boolean }

/** The name of a change in messages: its type and its item. */
export const changeName = ({
  change_type: type,
  name,
}: {
  change_type?: string | null | undefined
  name?: string | null | undefined
}) => [type || 'change', ...(name ? [`of ${name}`] : [])].join(' ')

/** An unsupported filter must not be dropped, because the list would look as if it were not set. */
const unsupportedFilter = (what: string) =>
  new ApiError('contract', `The backend cannot filter by ${what}. Remove it from the filters.`)

function only(values: FilterValues = noFilter, encode = (value: string) => value): string | undefined {
  const encoded = Object.fromEntries(Object.entries(values).map(([value, mode]) => [encode(value), mode]))
  const written = formatRequestFilter(encoded)
  if (written === undefined) throw unsupportedFilter(formatNames(Object.keys(values).map((value) => `“${value}”`)))
  return written === '' ? undefined : written
}

/** The lowest of several severities, because the backend includes all higher severities. */
const lowestSeverity = (values: FilterValues | undefined) => {
  const excluded = catalogSeverities.filter((value) => values?.[value] === 'exclude').map((value) => `!${value}`)
  return catalogSeverities.findLast((value) => values?.[value] === 'include') ?? (excluded.join(',') || undefined)
}

/** A label selector: `cluster in (harbour,quay),team notin (shop)`. Values cannot be escaped. */
function tagSelector(values: FilterValues = noFilter): string | undefined {
  const requirements = new Map<string, string[]>()
  for (const [written, mode] of Object.entries(values)) {
    const [key, value] = readMember(written)
    if (/[,)]/.test(value)) throw unsupportedFilter(`a tag with a comma or a parenthesis, “${value}”`)
    const of = `${key} ${mode === 'exclude' ? 'notin' : 'in'}`
    requirements.set(of, [...(requirements.get(of) ?? []), value])
  }
  const all = [...requirements].map(([of, list]) => `${of} (${list.join(',')})`)
  return all.length > 0 ? all.join(',') : undefined
}

function changesBody({ search, sort, filters, time, withDeleted }: ListQuery, of: ChangeSubject | undefined) {
  const { from, to } = time?.span() ?? {}
  const column = orders.find((one) => one === sort?.column)
  const words = search.trim()
  return {
    ...(of && { id: of.id }),
    recursive: of?.relatives ?? 'none',
    ...(of && of.relatives !== 'none' && { depth: DEPTH, soft: of.isSoft }),
    config_type: only(filters['configType']),
    type: only(filters['changeType']),
    severity: lowestSeverity(filters['severity']),
    // The backend decodes the values.
    source: only(filters['source'], encodeURIComponent),
    tags: tagSelector(filters['tags']),
    ...(words !== '' && { summary: `*${encodeURIComponent(words)}*` }),
    from: from?.toISOString(),
    to: to?.toISOString(),
    include_deleted_configs: withDeleted ?? false,
    sort_by: column ? `${sort?.isDescending ? '-' : ''}${column}` : '-created_at',
  }
}

const all = [...catalog.all, 'changes'] as const

export const configChanges = {
  all,

  /**
   * A page of changes, and the total number of changes.
   * @param of one or several items; undefined for the whole catalog
   */
  page: (query: ListQuery, { index, size }: { index: number; size: number }, of?: ChangeSubject) =>
    queryOptions({
      queryKey: [...all, 'page', { ...query, time: query.time?.range }, of, index, size],
      meta: {
        names: rowNames<ChangeRow, ResultPage<ChangeRow>>('change', changeName, ({ rows }) => rows),
      },
      queryFn: async ({ signal }): Promise<ResultPage<ChangeRow>> => {
        const { changes = [], total = 0 } = await call({
          method: 'post',
          path: '/api/catalog/changes',
          body: { ...changesBody(query, of), page: index + 1, page_size: size },
          schema: page,
          signal,
        })
        return { rows: changes, total }
      },
    }),

  /** One change with its diff; null if it does not exist or is inaccessible. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'byId', id],
      queryFn: async ({ signal }): Promise<ChangeDetail | null> => {
        const [found] = await call({
          path: '/api/db/config_changes',
          query: [eq('id', id), select('*', 'config:config_items(id,name,type)')],
          schema: z.array(change),
          signal,
        })
        return found ?? null
      },
      // A change is updated only when it occurs again.
      staleTime: 60_000,
    }),

  /** All types of changes. */
  types: () => distinctValues('change_types', 'change_type'),
}
