import '@/commands/catalog/catalog.commands'
import type { InsightRow } from '@/api/catalog/insights'
import { Notice } from '@/ui/notice'
import { backToList, type DetailProps } from '../../shared/list/detail/detail-props'
import { lazyComponent } from '@/ui/lazy-component'
import { useDetail } from '../../shared/list/detail/use-detail'
import { ListPage } from '../../shared/list/list-page'
import { insightColumns, describeInsight } from '../shared/insights/columns'
import { allInsightsList, insightFilterValues, useInsights } from '../shared/insights/list'
import { toInsightTarget } from '../shared/insights/target'
import { insightAddress } from './url'
import { isSevereInsight } from '../shared/insights/words'

export { prefetchInsights as prefetch } from '../shared/insights/list'

const detail = lazyComponent<DetailProps<InsightRow>>({
  what: 'the insight',
  load: () => import('../shared/insights/insight-detail'),
  otherwise: backToList,
})

/** The insights of all config items. */
export default function InsightsView() {
  const source = useInsights(allInsightsList)
  const opened = useDetail<InsightRow>({
    address: insightAddress,
    detail,
    of: 'insight',
    rows: source.loaded,
    targetOf: toInsightTarget,
    list: source.list,
  })
  return (
    <ListPage<InsightRow>
      title="Insights"
      of="insight"
      source={source}
      detail={opened}
      columns={insightColumns}
      targetOf={toInsightTarget}
      sentenceOf={describeInsight}
      filteredBy={insightFilterValues}
      isProblem={isSevereInsight}
      searchLabel="Search findings, messages and analyzers"
      empty={
        <Notice tone="empty" title="No insights yet">
          Scrapers import the findings of analyzers such as AWS Trusted Advisor, Trivy or your own rules. New findings
          appear here automatically.
        </Notice>
      }
    />
  )
}
