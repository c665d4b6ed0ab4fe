import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { InsightRow } from '@/api/catalog/insights'
import { insightPath } from '@/shared/pages/catalog'
import { Banner, Notice } from '@/ui/notice'
import { insightColumns, describeInsight } from '../../catalog/shared/insights/columns'
import { insightFilterValues, defineInsightList, useInsights } from '../../catalog/shared/insights/list'
import { toInsightTarget } from '../../catalog/shared/insights/target'
import { isSevereInsight } from '../../catalog/shared/insights/words'
import { ListSection } from '../../shared/list/list-page'
import type { ComponentPanelProps } from './component-tabs'
import { WithScopeConfigs } from './scope'

/** Maximum number of config items per request. More would exceed the URL length that servers accept. */
const MOST = 100

/** The insights of the config items of a component and its descendants. */
export default function ComponentInsights({ component }: ComponentPanelProps) {
  return (
    <WithScopeConfigs component={component} without="Insights come from linked config items.">
      {(items, name) => (
        <>
          {items.length > MOST && (
            <Banner>
              Insights of {MOST} of {items.length.toLocaleString('en')} config items are shown.
            </Banner>
          )}
          <List
            ids={items
              .slice(0, MOST)
              .map(({ id }) => id)
              .join(',')}
            name={name}
          />
        </>
      )}
    </WithScopeConfigs>
  )
}

function List({ ids, name }: { ids: string; name: string }) {
  const [, navigate] = useLocation()
  const list = useMemo(() => defineInsightList(ids.split(',')), [ids])
  const source = useInsights(list)
  return (
    <ListSection<InsightRow>
      title={`Insights of ${name}`}
      of="insight"
      source={source}
      columns={insightColumns}
      targetOf={toInsightTarget}
      sentenceOf={describeInsight}
      filteredBy={insightFilterValues}
      isProblem={isSevereInsight}
      searchLabel="Search findings, messages and analyzers"
      opensByPress
      onOpen={(row) => navigate(insightPath(row.id, row.config_id))}
      empty={
        <Notice tone="empty" title="No insights">
          No insights are known for the config items of {name}.
        </Notice>
      }
    />
  )
}
