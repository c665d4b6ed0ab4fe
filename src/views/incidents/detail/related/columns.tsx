import { capital } from '@/shared/format'
import { MarkIcon } from '@/ui/charts/mark'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { StatusBadge } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { createActionsColumn } from '@/views/shared/list/actions-column'
import { relatedKindLabels, type RelatedRow, toRelatedTarget, relatedTime, relatedTitle } from './related-items'

const groupWords: Readonly<Record<RelatedRow['is'], string>> = {
  incident: 'Similar incidents',
  change: 'Changes',
  check: 'Failing checks',
}

export const relatedListColumns: readonly GridColumn<RelatedRow>[] = [
  {
    id: 'rank',
    title: '#',
    width: '2.25rem',
    align: 'end',
    sortBy: ({ rank }) => rank ?? Number.MAX_SAFE_INTEGER,
    cell: ({ rank }) => <span className={cell.quiet}>{rank}</span>,
  },
  {
    id: 'what',
    title: 'What',
    width: 'minmax(8rem, 2fr)',
    wraps: true,
    sortBy: relatedTitle,
    cell: (row) => <What row={row} />,
  },
  {
    id: 'state',
    title: 'Status',
    width: '7rem',
    priority: 1,
    sortBy: formatState,
    cell: (row) => <State row={row} />,
  },
  {
    id: 'kind',
    title: 'Kind',
    width: '6.5rem',
    priority: 0,
    groupBy: ({ is }) => groupWords[is],
    cell: ({ is }) => <span className={cell.quiet}>{relatedKindLabels[is]}</span>,
  },
  {
    id: 'why',
    title: 'Why',
    width: 'minmax(8rem, 3fr)',
    priority: 2,
    cell: ({ reasons }) => (
      <span className={cell.words} title={reasons.join('\n')}>
        {reasons.join(', ')}
      </span>
    ),
  },
  {
    id: 'when',
    title: 'When',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 0,
    isTime: true,
    sortBy: relatedTime,
    cell: (row) => <Time at={relatedTime(row)} as="ago" />,
  },
  createActionsColumn(toRelatedTarget),
]

function formatState(row: RelatedRow): string {
  if (row.is === 'incident') return capital(row.incident.status)
  return row.isAttached ? 'Linked' : ''
}

function State({ row }: { row: RelatedRow }) {
  const state = formatState(row)
  return state && <StatusBadge word={state} />
}

function What({ row }: { row: RelatedRow }) {
  return (
    <span className={`${cell.line} ${cell.wrapping}`}>
      {row.is !== 'incident' && (
        <MarkIcon shape={row.is === 'change' ? 'diamond' : 'down'} tone={row.is === 'change' ? 'accent' : 'bad'} />
      )}
      <bdi className={cell.name}>{relatedTitle(row)}</bdi>
      <span className={cell.below}>{[formatState(row), ...row.reasons].filter(Boolean).join(', ')}</span>
      {row.is !== 'incident' && row.event.summary && <span className={cell.quiet}>{row.event.summary}</span>}
    </span>
  )
}
