import { sendStatusLabel } from '@/lib/notifications/send-status'
import { cutReason, toTriageTarget, type TriageSource } from '@/lib/triage/triage'
import { StatusIcon } from '../../ui/status-word'
import cell from '../../ui/grid/cell.module.css'
import type { GridColumn } from '../../ui/grid/column'
import { SeverityBadge } from '../../ui/severity-badge'
import { Time } from '../../ui/time'
import { normaliseSeverity } from '@/lib/incidents/incidents'
import { createActionsColumn } from '../shared/list/actions-column'
import type { QueueRow } from './queue-rows'
import css from './triage.module.css'

const kinds: Readonly<Record<TriageSource, { word: string; status: string }>> = {
  incidents: { word: 'Incident', status: 'open' },
  checks: { word: 'Check', status: 'unhealthy' },
  runs: { word: 'Run', status: 'pending approval' },
  notifications: { word: 'Notification', status: 'failed' },
  insights: { word: 'Insight', status: 'open' },
}

const decisionWords: Readonly<Record<Exclude<QueueRow['state'], 'untriaged'>, string>> = {
  acting: 'in progress',
  done: 'decided',
  skipped: 'dismissed',
  elsewhere: 'decided',
  handled: 'decided',
}

/** The status word of a row: that of its resource, or that of its decision. */
function statusWord({ source, status = kinds[source].status, state }: QueueRow): string {
  if (state !== 'untriaged') return decisionWords[state]
  return source === 'notifications' ? sendStatusLabel(status) : status
}

/** The item, when it started to need attention, and the reason; once triaged, also the outcome. */
export const triageColumns: readonly GridColumn<QueueRow>[] = [
  {
    id: 'what',
    title: 'What',
    width: 'minmax(8rem, 1.4fr)',
    wraps: true,
    cell: (row) => (
      <span className={`${cell.line} ${cell.wrapping} ${css.what}`} data-state={row.state}>
        <StatusIcon word={statusWord(row)} />
        <bdi className={`${cell.name} ${css.name}`} title={row.name}>
          {row.name}
        </bdi>
      </span>
    ),
  },
  {
    id: 'kind',
    title: 'Kind',
    width: '6.5rem',
    priority: 0,
    cell: ({ source }) => <span className={cell.quiet}>{kinds[source].word}</span>,
  },
  {
    id: 'since',
    title: 'Since',
    width: 'var(--moment-width, 5.25rem)',
    isTime: true,
    cell: ({ since }) => <Time at={since} as="ago" />,
  },
  {
    id: 'why',
    title: 'Why',
    width: 'minmax(0, 2fr)',
    below: true,
    cell: ({ why, state, outcome }) =>
      state === 'untriaged' ? (
        <bdi className={css.reason} title={why}>
          {cutReason(why)}
        </bdi>
      ) : (
        <span className={cell.line}>
          <span className={css.became} data-state={state} title={outcome}>
            <bdi>{outcome}</bdi>
          </span>
          {why !== '' && <bdi className={`${cell.quiet} ${css.why}`}>{cutReason(why)}</bdi>}
        </span>
      ),
  },
  {
    id: 'severity',
    title: 'Severity',
    width: '5.5rem',
    priority: 1,
    cell: ({ severity }) => (
      <SeverityBadge severity={severity === undefined ? undefined : normaliseSeverity(severity)} />
    ),
  },
  createActionsColumn(toTriageTarget),
]
