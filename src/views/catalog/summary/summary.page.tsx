import '@/commands/catalog/catalog.commands'
import '@/commands/catalog/catalog-summary.commands'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { catalog } from '@/api/catalog/catalog'
import { catalogSummary, dayCosts, type TypeSummary } from '@/api/catalog/catalog-summary'
import { refetchWhenOpened } from '@/api/client'
import type { RowGrouping } from '@/ui/grid/column'
import { NothingScraped } from '../nothing-scraped'
import { ShowDeleted } from '../show-deleted'
import { ListPage } from '../../shared/list/list-page'
import { listUrl } from '../../shared/list/list-url'
import { useWholeList } from '../../shared/list/whole-list'
import { useLiveUpdates, usePreferences } from '../../shared/stores'
import { CATALOG_POLL_MS } from '../polling'
import { typeBadness, summaryColumns, typeProvider, describeType } from './columns'
import { groupByFacet, type Facet, facets, type SummaryRow } from './facets'
import { listAddress } from './list-address'

/** Prefix of a tag grouping in the URL, such as `tag:cluster`. */
const TAG = 'tag:'

/** One row per config type, unhealthy types first. Grouped by tag, one row per tag value and type. */
export default function SummaryView() {
  const [, navigate] = useLocation()
  const { groupBy } = listUrl.use()
  const tag = groupBy?.startsWith(TAG) ? groupBy.slice(TAG.length) : undefined
  const facet = facets.find((one) => one === groupBy)
  const { show_deleted_items_preference: showDeleted, pinnedTypes } = usePreferences()
  const withDeleted = showDeleted === 'yes'
  const query = useQuery({
    ...catalogSummary({ tag, withDeleted }),
    refetchInterval: useLiveUpdates() && CATALOG_POLL_MS,
    refetchOnMount: refetchWhenOpened,
  })
  const { data } = query
  const rows = useMemo(() => data && rowsOf(data, facet, pinnedTypes), [data, facet, pinnedTypes])
  // The trend is known only per type, and a group may contain only some items of a type.
  const { data: costs } = useQuery({
    ...dayCosts({ withDeleted }),
    enabled: data !== undefined && tag === undefined && facet !== 'health',
  })
  const columns = useMemo(() => summaryColumns(costs), [costs])
  const types = useMemo(
    () => [...new Set(data?.map(({ type }) => type))].toSorted().map((type) => ({ value: type, label: type })),
    [data]
  )
  return (
    <ListPage<SummaryRow>
      title="Catalog summary"
      of="type"
      source={{
        ...useWholeList({ ...query, data: rows }, textOf),
        count: data && types.length,
        everyMs: CATALOG_POLL_MS,
      }}
      columns={columns}
      groups={{ by: useGroupings(), startsOpen }}
      targetOf={targetOf}
      sentenceOf={(row) => describeType(row, costs)}
      place={{ choices: { types } }}
      isProblem={(row) => typeBadness(row) > 0}
      searchLabel="Search types"
      opensByPress
      onOpen={(row) => navigate(listAddress(row))}
      switches={<ShowDeleted />}
      empty={<NothingScraped />}
    />
  )
}

/** Groups with unhealthy items, with insights, or with changes within a day start expanded. */
const startsOpen = (rows: readonly SummaryRow[]) =>
  rows.some(({ within, ...row }) =>
    within === undefined || within.facet === 'health'
      ? typeBadness(row) > 0
      : ['', '7d', '30d', 'earlier'].every((value) => value !== within.value)
  )

const textOf = ({ type, tag, within }: SummaryRow) => `${type} ${tag?.value ?? ''} ${within?.title ?? ''}`

const targetOf = ({ type, tag, within }: SummaryRow) =>
  ({ kind: 'type', id: tag || within ? `${tag?.value ?? within?.value ?? ''} ${type}` : type, label: type }) as const

/** Pinned types first, then the worst; grouped by a facet, in this order within each group. */
function rowsOf(all: readonly TypeSummary[], facet: Facet | undefined, pinned: readonly string[]) {
  const rows = all
    .map((row): SummaryRow => (pinned.includes(row.type) ? { ...row, isPinned: true } : row))
    .toSorted(
      (a, b) =>
        Number(b.isPinned ?? false) - Number(a.isPinned ?? false) ||
        typeBadness(b) - typeBadness(a) ||
        (a.type < b.type ? -1 : 1)
    )
  return facet === undefined ? rows : groupByFacet(rows, facet, Date.now())
}

/** Groupings by provider, by each facet, and by each tag that items have. */
function useGroupings(): readonly RowGrouping<SummaryRow>[] {
  const { data } = useQuery(catalog.tags())
  return useMemo(() => {
    const keys = [...new Set(data?.map(({ value }) => value.slice(0, value.indexOf('='))))]
    return [
      { id: 'provider', title: 'Provider', groupBy: typeProvider },
      { id: 'health', title: 'Health', groupBy: groupOf },
      { id: 'analysis', title: 'Insights', groupBy: groupOf },
      { id: 'changed', title: 'Changed', groupBy: groupOf },
      ...keys.map((key) => ({
        id: `${TAG}${key}`,
        title: `Tag ${key}`,
        groupBy: ({ tag }: SummaryRow) => tag?.value ?? `Without ${key}`,
      })),
    ]
  }, [data])
}

const groupOf = ({ within }: SummaryRow) => within?.title ?? ''
