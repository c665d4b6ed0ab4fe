import type { ReactNode } from 'react'
import type { Evidence } from '@/api/incidents/incident'
import { configItemName } from '@/lib/catalog/config-name'
import { type EvidenceKind, evidenceKindDescriptions } from '@/lib/incidents/evidence-kinds'
import { documentLines } from '@/lib/incidents/evidence-lines'
import { changePath, configPage } from '@/shared/pages/catalog'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import { Time } from '@/ui/time'
import { ChangeDiff } from '@/views/catalog/shared/changes/change-diff'
import { ConfigHealth } from '@/views/catalog/shared/config-health'
import { FormattedText } from '@/views/shared/formatted-text'
import { CheckBody } from './check-body'
import { ComponentBody } from './component-body'
import { StoredDocumentLines } from './document-lines'
import css from './evidence.module.css'
import { InsightBody } from './insight-body'
import { readNoteText } from './stored-evidence'
import { LogLines } from './log-lines'

/**
 * The bodies of evidence by kind; nothing if the resource does not exist. The first body with content is shown, so a
 * change comes before its item.
 */
const bodies: Record<EvidenceKind, (evidence: Evidence) => ReactNode> = {
  check: ({ checks }) => checks && <CheckBody check={checks} />,
  change: ({ config_changes: change, configs }) => change && <ChangeBody change={change} item={configs} />,
  insight: ({ config_analysis: insight, configs }) => insight && <InsightBody insight={insight} item={configs} />,
  lines({ configs, evidence }) {
    const kept = configs && documentLines(evidence)
    return kept && <StoredDocumentLines configId={configs.id} name={configItemName(configs)} kept={kept} />
  },
  config: ({ configs }) => configs && <ConfigBody item={configs} />,
  logline: (evidence) => evidence.type === evidenceKindDescriptions.logline.stored && <LogLines evidence={evidence} />,
  component: ({ components }) => components && <ComponentBody id={components.id} name={components.name} />,
}

/** The content of a piece of evidence, rendered as on the page of the resource, with a link to that page. */
export function EvidenceBody({ evidence }: { evidence: Evidence }) {
  for (const renderBody of Object.values(bodies)) {
    const body = renderBody(evidence)
    if (body) return body
  }
  if (evidence.type === 'comment') return <FormattedText text={readNoteText(evidence) ?? evidence.description} />
  return <p className={css.quiet}>The linked resource was deleted, or you do not have access to it.</p>
}

function ConfigBody({ item }: { item: NonNullable<Evidence['configs']> }) {
  return (
    <p className={css.facts}>
      <ConfigHealth of={{ health: item.health, status: undefined }} />
      <Link href={configPage.at(item.id)}>{configItemName(item)}</Link>
      <span className={css.quiet}>{item.type}</span>
    </p>
  )
}

type ChangeBodyProps = { change: NonNullable<Evidence['config_changes']>; item: Evidence['configs'] }

function ChangeBody({ change, item }: ChangeBodyProps) {
  return (
    <>
      <p className={css.facts}>
        <SeverityBadge severity={change.severity ?? ''} />
        <Link href={changePath(change.id)}>{change.change_type || 'The change'}</Link>
        {item && (
          <>
            {'of '}
            <Link href={configPage.at(change.config_id)}>{configItemName(item)}</Link>
          </>
        )}
        {change.created_at && <Time at={change.created_at} as="ago" />}
      </p>
      {change.summary && <p className={css.words}>{change.summary}</p>}
      <ChangeDiff
        id={change.id}
        label={`${change.change_type || 'Change'} of ${item ? configItemName(item) : 'the item'}`}
      />
    </>
  )
}

const Link = ({ href, children }: { href: string; children: ReactNode }) => (
  <PageLink href={href} className={css.link}>
    <bdi>{children}</bdi>
  </PageLink>
)
