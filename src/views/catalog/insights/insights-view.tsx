import '../../../commands/pages/catalog'
import type { InsightRow } from '../../../api/insights'
import { Notice } from '../../../ui/notice'
import { lazyDetail } from '../../shell/list/detail/lazy-detail'
import { useDetail } from '../../shell/list/detail/use-detail'
import { ListPage } from '../../shell/list/list-page'
import { columns, sentenceOf } from './columns'
import { everyInsight, filteredBy, useInsights } from './list'
import { targetOf } from './target'
import { insightAddress } from './url'
import { isTrouble } from './words'

export { prefetchInsights as prefetch } from './list'

const detail = lazyDetail<InsightRow>('the insight', () => import('./insight-detail'))

/** What analyzers have found about the items of the catalog. */
export default function InsightsView() {
  const source = useInsights(everyInsight)
  const opened = useDetail<InsightRow>({
    address: insightAddress,
    detail,
    of: 'insight',
    rows: source.loaded,
    targetOf,
    list: source.list,
  })
  return (
    <ListPage<InsightRow>
      title="Insights"
      of="insight"
      source={source}
      detail={opened}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      filteredBy={filteredBy}
      isProblem={isTrouble}
      searchLabel="Search findings, messages and analyzers"
      empty={
        <Notice tone="empty" title="Nothing was found yet">
          Scrapers bring in what analyzers such as AWS Trusted Advisor, Trivy or rules of your own find about the items
          of the catalog. It appears here by itself.
        </Notice>
      }
    />
  )
}
