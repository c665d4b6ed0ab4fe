import { cutReason, toTriageTarget, type TriageSource } from '@/lib/triage/triage'
import { type HealthShape, StatusShape } from '../../ui/status'
import cell from '../../ui/grid/cell.module.css'
import type { GridColumn } from '../../ui/grid/column'
import { SeverityBadge } from '../../ui/severity-badge'
import { Time } from '../../ui/time'
import { normaliseSeverity } from '@/lib/incidents/incidents'
import { createActionsColumn } from '../shared/list/actions-column'
import type { QueueRow } from './queue-rows'
import css from './triage.module.css'

const looks: Readonly<Record<TriageSource, { word: string; shape: HealthShape }>> = {
  incidents: { word: 'Incident', shape: 'unhealthy' },
  checks: { word: 'Check', shape: 'unhealthy' },
  runs: { word: 'Run', shape: 'warning' },
  notifications: { word: 'Notification', shape: 'warning' },
  insights: { word: 'Insight', shape: 'warning' },
}

const marks: Readonly<Record<Exclude<QueueRow['state'], 'untriaged'>, string>> = {
  acting: '…',
  done: '✓',
  skipped: '→',
  elsewhere: '○',
  handled: '○',
}

/** The item, when it started to need attention, and the reason; once triaged, also the outcome. */
export const triageColumns: readonly GridColumn<QueueRow>[] = [
  {
    id: 'what',
    title: 'What',
    width: 'minmax(8rem, 1.4fr)',
    wraps: true,
    cell: ({ name, source, state }) => (
      <span className={`${cell.line} ${cell.wrapping} ${css.what}`} data-state={state}>
        <StatusShape health={state === 'untriaged' ? looks[source].shape : 'unknown'} />
        <bdi className={`${cell.name} ${css.name}`} title={name}>
          {name}
        </bdi>
      </span>
    ),
  },
  {
    id: 'kind',
    title: 'Kind',
    width: '6.5rem',
    priority: 0,
    cell: ({ source }) => <span className={cell.quiet}>{looks[source].word}</span>,
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
            <span aria-hidden="true" className={css.mark}>
              {marks[state]}{' '}
            </span>
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
