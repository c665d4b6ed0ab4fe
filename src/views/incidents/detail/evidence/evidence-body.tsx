import type { ReactNode } from 'react'
import type { Evidence } from '@/api/incidents/incident'
import { configItemName } from '@/lib/catalog/config-name'
import { documentLines } from '@/lib/incidents/evidence-lines'
import { changePath, configPage } from '@/shared/pages/catalog'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import { Time } from '@/ui/time'
import { ChangeDiff } from '@/views/catalog/shared/changes/change-diff'
import { ConfigHealth } from '@/views/catalog/shared/config-health'
import { CheckBody } from './check-body'
import { ComponentBody } from './component-body'
import { StoredDocumentLines } from './document-lines'
import css from './evidence.module.css'
import { InsightBody } from './insight-body'
import { readNoteText } from './stored-evidence'
import { LogLines } from './log-lines'

/** The content of a piece of evidence, rendered as on the page of the resource, with a link to that page. */
export function EvidenceBody({ evidence }: { evidence: Evidence }) {
  const { type, checks, components, configs, config_changes: change, config_analysis: insight } = evidence
  if (checks) return <CheckBody check={checks} />
  if (change)
    return (
      <>
        <p className={css.facts}>
          <SeverityBadge severity={change.severity ?? ''} />
          <Link href={changePath(change.id)}>{change.change_type || 'The change'}</Link>
          {configs && (
            <>
              {'of '}
              <Link href={configPage.at(change.config_id)}>{configItemName(configs)}</Link>
            </>
          )}
          {change.created_at && <Time at={change.created_at} as="ago" />}
        </p>
        {change.summary && <p className={css.words}>{change.summary}</p>}
        <ChangeDiff
          id={change.id}
          label={`${change.change_type || 'Change'} of ${configs ? configItemName(configs) : 'the item'}`}
        />
      </>
    )
  if (insight) return <InsightBody insight={insight} item={configs} />
  const lines = configs && documentLines(evidence.evidence)
  if (configs && lines) return <StoredDocumentLines configId={configs.id} name={configItemName(configs)} kept={lines} />
  if (configs)
    return (
      <p className={css.facts}>
        <ConfigHealth of={{ health: configs.health, status: undefined }} />
        <Link href={configPage.at(configs.id)}>{configItemName(configs)}</Link>
        <span className={css.quiet}>{configs.type}</span>
      </p>
    )
  if (type === 'log') return <LogLines evidence={evidence} />
  if (components) return <ComponentBody id={components.id} name={components.name} />
  const text = readNoteText(evidence)
  if (type === 'comment') return <p className={css.words}>{text ?? evidence.description}</p>
  return <p className={css.quiet}>The linked resource was deleted, or you do not have access to it.</p>
}

const Link = ({ href, children }: { href: string; children: ReactNode }) => (
  <PageLink href={href} className={css.link}>
    <bdi>{children}</bdi>
  </PageLink>
)
