import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { nameOfConfig } from '../../../lib/config-name'
import type { InsightRow } from '../../../api/insights'
import { paths } from '../../../lib/paths'
import { ListPart } from '../../shell/list/list-page'
import { columnsOfItem, sentenceOf } from '../insights/columns'
import { filteredBy, insightsOf, useInsights } from '../insights/list'
import { targetOf } from '../insights/target'
import { isTrouble } from '../insights/words'
import type { TabProps } from './config-tabs'
import css from './config-view.module.css'

/** The insights of an item. An insight opens on the Insights page, filtered to this item. */
export default function Insights({ item }: TabProps) {
  const [, navigate] = useLocation()
  const { id } = item
  const list = useMemo(() => insightsOf([id]), [id])
  const source = useInsights(list)
  return (
    <ListPart<InsightRow>
      title="Insights"
      of="insight"
      source={source}
      columns={columnsOfItem}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      filteredBy={filteredBy}
      isProblem={isTrouble}
      searchLabel="Search findings, messages and analyzers"
      opensByPress
      onOpen={(row) => navigate(paths.insight(row.id, id))}
      empty={<p className={css.none}>No insights for {nameOfConfig(item)}.</p>}
    />
  )
}
