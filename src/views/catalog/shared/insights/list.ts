import { type QueryClient, useQuery } from '@tanstack/react-query'
import { catalog } from '@/api/catalog/catalog'
import { configItemName } from '@/lib/catalog/config-name'
import { insights, insightStatuses, type InsightRow } from '@/api/catalog/insights'
import { insightTypes } from '@/shared/catalog/insight-types'
import type { ListQuery } from '@/lib/list-query'
import { catalogSeverities } from '@/shared/severity'
import type { FilterField } from '@/ui/filter/filter'
import { definePagedList, prefetchListPage, usePagedList } from '@/views/shared/list/paged-list'
import { CATALOG_POLL_MS } from '../../polling'
import { toInsightTarget } from './target'
import { formatStoredValue } from './words'

const none: never[] = []
const toChoices = (stored: readonly string[]) => stored.map((value) => ({ value, label: formatStoredValue(value) }))

const insightFilters = [
  { field: 'severity', label: 'Severity', values: toChoices(catalogSeverities) },
  { field: 'status', label: 'Status', values: toChoices(insightStatuses) },
  { field: 'type', label: 'Type', values: toChoices(insightTypes) },
  { field: 'analyzer', label: 'Analyzer', known: insights.analyzers },
] as const

const common = { paging: 'pages', time: { initial: undefined }, targetOf: toInsightTarget } as const

/** The paged list of the insights of some items. */
export const defineInsightList = (configIds: readonly string[]) =>
  definePagedList({
    ...common,
    filters: insightFilters,
    page: (query, page) => insights.page(within(configIds, query), page),
    matching: async (query) => (await insights.matching(within(configIds, query))).map(toInsightTarget),
  })

const within = (configIds: readonly string[], query: ListQuery): ListQuery => ({
  ...query,
  filters: { ...query.filters, config: Object.fromEntries(configIds.map((id) => [id, 'include'])) },
})

/** The paged list of the insights of all items. */
export const allInsightsList = definePagedList({
  ...common,
  filters: [
    ...insightFilters,
    { field: 'configType', label: 'Config type', known: catalog.types },
    { field: 'config', label: 'Config', values: none },
  ],
  page: insights.page,
  matching: async (query) => (await insights.matching(query)).map(toInsightTarget),
})

export const prefetchInsights = (queries: QueryClient) => prefetchListPage(queries, allInsightsList)

/** The config items that the filter offers: those in the rows and those already selected. */
function useConfigs(rows: readonly InsightRow[]): FilterField['values'] {
  const chosen = Object.keys(allInsightsList.url.use()['config'] ?? {})
  const { data: named = none } = useQuery({ ...catalog.names(chosen), enabled: chosen.length > 0 })
  const listed = rows.flatMap((row) => row.config ?? [])
  const configs = new Map([...named, ...listed].map((one) => [one.id, { value: one.id, label: configItemName(one) }]))
  return [...configs.values()]
}

/** @param definition the list to load: the insights of some items, or of all */
export function useInsights(definition: typeof allInsightsList) {
  const source = usePagedList(definition, CATALOG_POLL_MS)
  const configs = useConfigs(source.rows)
  const fields =
    source.filters?.fields.map((one) => (one.field === 'config' ? { ...one, values: configs } : one)) ?? none
  return { ...source, filters: source.filters && { ...source.filters, fields } }
}

export const insightFilterValues = ({
  severity,
  status,
  analysis_type: type,
  analyzer,
  config,
  config_id,
}: InsightRow) => ({
  severity: severity ?? [],
  status: status ?? [],
  type: type ?? [],
  analyzer,
  configType: config?.type ?? [],
  config: config_id,
})
