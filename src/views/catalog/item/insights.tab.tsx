import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { configItemName } from '@/lib/catalog/config-name'
import type { InsightRow } from '@/api/catalog/insights'
import { insightPath } from '@/shared/pages/catalog'
import { ListSection } from '../../shared/list/list-page'
import { itemInsightColumns, describeInsight } from '../shared/insights/columns'
import { insightFilterValues, defineInsightList, useInsights } from '../shared/insights/list'
import { toInsightTarget } from '../shared/insights/target'
import { isSevereInsight } from '../shared/insights/words'
import type { ConfigTabProps } from './config-tabs'
import css from './config.module.css'

/** The insights of an item. An insight opens on the Insights page, filtered to this item. */
export default function ConfigInsights({ item }: ConfigTabProps) {
  const [, navigate] = useLocation()
  const { id } = item
  const list = useMemo(() => defineInsightList([id]), [id])
  const source = useInsights(list)
  return (
    <ListSection<InsightRow>
      title="Insights"
      of="insight"
      source={source}
      columns={itemInsightColumns}
      targetOf={toInsightTarget}
      sentenceOf={describeInsight}
      filteredBy={insightFilterValues}
      isProblem={isSevereInsight}
      searchLabel="Search findings, messages and analyzers"
      opensByPress
      onOpen={(row) => navigate(insightPath(row.id, id))}
      empty={<p className={css.none}>No insights for {configItemName(item)}.</p>}
    />
  )
}
