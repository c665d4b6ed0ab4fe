import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { ListQuery } from '@/lib/list-query'
import { parseSearch } from '@/shared/search-grammar'
import { insightName } from '@/shared/catalog/insight-types'
import { configItemName } from '@/lib/catalog/config-name'
import { filterConditions, wordCondition } from '../list-conditions'
import { distinctValues } from './catalog'
import { callAll } from '../call-all'
import { call, type ResultPage, type QueryParams } from '../http'
import { callListPage } from '../list-page'
import { eq, gte, limit, lt, offset, order, select } from '../postgrest'
import { rowNames } from '../names'
import { timestamp } from '../time'

const row = z.object({
  id: z.guid(),
  config_id: z.guid(),
  analyzer: z.string(),
  /** For example `security` or `cost`. */
  analysis_type: z.nullish(z.string()),
  severity: z.nullish(z.string()),
  status: z.nullish(z.string()),
  /** The finding in a few words. */
  summary: z.nullish(z.string()),
  first_observed: timestamp,
  last_observed: z.nullish(timestamp),
  config: z.nullish(
    z.object({ id: z.guid(), name: z.nullish(z.string()), type: z.string(), config_class: z.string() })
  ),
})
/** A finding about a config item, as a row of a list. */
export type InsightRow = z.infer<typeof row>

const insight = z.extend(row, {
  source: z.nullish(z.string()),
  /** Text, HTML or Markdown-like: see `parseFormattedText`. */
  message: z.nullish(z.string()),
  /** Further details from the analyzer, in any shape. */
  analysis: z.unknown(),
})
export type Insight = z.infer<typeof insight>

/** Statuses in the terms of the backend. */
export const insightStatuses = ['open', 'resolved', 'closed', 'silenced'] as const

/**
 * Columns that lists of insights can be sorted by. By default, the newest insight comes first. The database has no
 * order of severities.
 */
const insightOrders = ['analyzer', 'analysis_type', 'status', 'first_observed', 'last_observed'] as const

/** Filters of a list by their names in the address, with their columns. */
const insightFilters = {
  severity: 'severity',
  status: 'status',
  type: 'analysis_type',
  analyzer: 'analyzer',
  configType: 'config_type',
  config: 'config_id',
} as const

/** The name of the item of an insight; undefined if the item is inaccessible. */
export const insightItemName = ({ config }: Pick<InsightRow, 'config'>) => config && configItemName(config)

const LIST_PATH = '/api/db/config_analysis_items'
const CONFIG = 'config:configs(id,name,type,config_class)'
const columns = select(...Object.keys(row.shape).filter((name) => name !== 'config'), CONFIG)
/** Maximum number of rows in a response of the server. */
const MOST = 2000
const all = ['insights'] as const

function conditionsOf({ search, filters, time }: ListQuery): QueryParams {
  const { from, to } = time?.span() ?? {}
  return [
    ...parseSearch(search).map((term) =>
      wordCondition(['summary', 'message', 'analyzer'], term.is === 'word' ? term.text : term.written)
    ),
    ...Object.entries(insightFilters).flatMap(([field, column]) => filterConditions(column, filters[field])),
    ...(from ? [gte('first_observed', from.toISOString())] : []),
    ...(to ? [lt('first_observed', to.toISOString())] : []),
  ]
}

/** Rows with equal values are ordered by id, so that no row is on two pages. */
function orderOf({ sort }: ListQuery): QueryParams[number] {
  const column = insightOrders.find((one) => one === sort?.column)
  if (column === undefined) return order('first_observed.desc', 'id.asc')
  return order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}.nullslast`, 'id.asc')
}

export const insights = {
  all,

  /** A page of insights, and the total number of insights. The time range applies to their first observation. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...all, 'page', { ...query, time: query.time?.range }, page],
      meta: { names: rowNames<InsightRow, ResultPage<InsightRow>>('insight', insightName, ({ rows }) => rows) },
      queryFn: ({ signal }) =>
        callListPage({
          path: LIST_PATH,
          query: [columns, ...conditionsOf(query), orderOf(query), limit(page.size), offset(page.index * page.size)],
          schema: row,
          signal,
        }),
    }),

  /** All insights that match the query. */
  matching: (query: ListQuery): Promise<InsightRow[]> =>
    callAll({ path: LIST_PATH, query: [columns, ...conditionsOf(query), orderOf(query)], schema: row }, MOST),

  /** One insight with its message; null if it does not exist or is inaccessible. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'byId', id],
      meta: {
        names: rowNames<Insight, Insight | null>('insight', insightName, (found) => (found ? [found] : [])),
      },
      queryFn: async ({ signal }): Promise<Insight | null> => {
        const [found] = await call({
          path: '/api/db/config_analysis',
          query: [eq('id', id), select(...Object.keys(insight.shape).filter((name) => name !== 'config'), CONFIG)],
          schema: z.array(insight),
          signal,
        })
        return found ?? null
      },
    }),

  /** Analyzers of open insights, as values of a filter. */
  analyzers: () => distinctValues('config_analysis_analyzers', 'analyzer'),
}
