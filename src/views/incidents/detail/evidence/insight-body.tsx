import type { Evidence } from '@/api/incidents/incident'
import { configItemName } from '@/lib/catalog/config-name'
import { configPage, insightPath } from '@/shared/pages/catalog'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import { InsightStatus } from '@/views/catalog/shared/insights/columns'
import { FormattedText } from '@/views/shared/formatted-text'
import css from './evidence.module.css'

/** An insight with the message of its analyzer. */
export const InsightBody = ({
  insight,
  item,
}: {
  insight: NonNullable<Evidence['config_analysis']>
  item: Evidence['configs']
}) => (
  <>
    <p className={css.facts}>
      <SeverityBadge severity={insight.severity ?? ''} />
      <InsightStatus status={insight.status ?? ''} />
      <PageLink href={insightPath(insight.id, insight.config_id)} className={css.link}>
        <bdi>{insight.analyzer || 'The insight'}</bdi>
      </PageLink>
      {item && (
        <>
          {'of '}
          <PageLink href={configPage.at(item.id)} className={css.link}>
            <bdi>{configItemName(item)}</bdi>
          </PageLink>
        </>
      )}
    </p>
    {insight.message && <FormattedText text={insight.message} />}
  </>
)
