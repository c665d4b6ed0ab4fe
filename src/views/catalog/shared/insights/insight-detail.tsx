import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Insight, type InsightRow, insights, insightItemName } from '@/api/catalog/insights'
import { insightName } from '@/shared/catalog/insight-types'
import { isAllowed } from '@/shared/access/access'
import { configPage } from '@/shared/pages/catalog'
import { documentToYaml } from '@/lib/catalog/document-yaml'
import { DescriptionList } from '@/ui/description-list'
import { Editor } from '@/ui/editor/editor'
import { Notice } from '@/ui/notice'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import { Skeleton } from '@/ui/skeleton'
import { Time } from '@/ui/time'
import { CommandButton } from '@/views/shared/commands/command-button'
import { useConsole } from '@/views/shared/console'
import { DetailPane } from '@/views/shared/list/detail/detail-pane'
import type { DetailProps } from '@/views/shared/list/detail/detail-props'
import { QueryState } from '@/views/shared/query/query-state'
import { describeInsight, InsightStatus } from './columns'
import css from './insights.module.css'
import { FormattedText } from '@/views/shared/formatted-text'
import { insightAddress } from '../../insights/url'
import { formatStoredValue } from './words'

/** One insight: the finding, its config item, the time it was first observed, and the analysis. */
export default function InsightDetail({ row, controls }: DetailProps<InsightRow>) {
  const { id } = controls
  const { environment } = useConsole()
  const own = useQuery(insights.byId(id))
  const detail = own.data ?? undefined
  const known = detail ?? row
  return (
    <DetailPane
      address={insightAddress}
      controls={controls}
      target={{ kind: 'insight', id, label: known ? insightName(known) : 'Insight' }}
      summary={known && describeInsight(known)}
      hasMenu={known !== undefined}
      isGone={own.data === null}
      instead={
        (own.data === null || !known) && (
          <QueryState
            query={own}
            what="the insight"
            as="page"
            pending={<Skeleton label="Loading the insight…" as="text" />}
            gone={<NoSuchInsight />}
          />
        )
      }
      side={
        <>
          <QueryState query={own} what="the message" as="part" pending={null} />
          {known && <Facts insight={known} source={detail?.source} />}
          {detail?.message && (
            <section aria-label="Message">
              <FormattedText text={detail.message} />
            </section>
          )}
        </>
      }
      tabs={[
        {
          id: 'analysis',
          label: 'Analysis',
          panel: detail ? <Analysis insight={detail} /> : <Skeleton label="Loading the analysis…" as="text" />,
        },
      ]}
      footer={
        isAllowed(environment, 'evidences', 'write') && (
          <footer className={css.footer}>
            <CommandButton call="evidence.link" short="Incident" />
          </footer>
        )
      }
    />
  )
}

const NoSuchInsight = () => (
  <Notice tone="empty" title="Insight not found" actions={<CommandButton call="detail.back" />}>
    The link may be outdated, the insight may have been removed, or you may not have access to its config item.
  </Notice>
)

function Facts({ insight, source }: { insight: InsightRow; source: Insight['source'] }) {
  const { config, config_id, analysis_type, analyzer, first_observed, last_observed } = insight
  return (
    <>
      <div className={css.marks}>
        <SeverityBadge severity={insight.severity} />
        <InsightStatus status={insight.status} />
      </div>
      <DescriptionList
        items={[
          {
            name: 'Catalog',
            value: config && (
              <PageLink href={configPage.at(config_id)} className={css.link}>
                <bdi>{insightItemName(insight)}</bdi>
              </PageLink>
            ),
          },
          { name: 'Config type', value: config?.type },
          { name: 'Type', value: analysis_type && formatStoredValue(analysis_type) },
          { name: 'Analyzer', value: <bdi>{analyzer}</bdi> },
          { name: 'Source', value: source && <bdi>{source}</bdi> },
          { name: 'First observed', value: <Time at={first_observed} as="ago" /> },
          { name: 'Last observed', value: last_observed && <Time at={last_observed} as="ago" /> },
        ]}
      />
    </>
  )
}

const analysisText = ({ id, analysis }: Insight) =>
  queryOptions({
    queryKey: [...insights.all, 'analysisText', id, analysis],
    queryFn: () => documentToYaml(analysis),
    staleTime: Infinity,
  })

function Analysis({ insight }: { insight: Insight }) {
  const text = useQuery(analysisText(insight))
  const { analysis } = insight
  const isEmpty =
    analysis === null || analysis === undefined || (typeof analysis === 'object' && Object.keys(analysis).length === 0)
  if (isEmpty) return <p className={css.none}>The analyzer provided no details beyond the message.</p>
  const name = insightName(insight)
  return (
    <div className={css.analysis}>
      <QueryState query={text} what="the analysis" as="part">
        {(shown) => (
          <Editor
            label={`Analysis of ${name}`}
            language="yaml"
            value={shown}
            isReadOnly
            height="large"
            fileName={insight.analyzer}
          />
        )}
      </QueryState>
    </div>
  )
}
