import type { TimelineEntry } from '@/lib/incidents/incident-timeline'
import { MarkIcon } from '@/ui/charts/mark'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { Time } from '@/ui/time'
import { eventLooks, eventTone } from '@/views/shared/event-looks'
import { createActionsColumn } from '@/views/shared/list/actions-column'
import css from '../incident.module.css'
import { isEventKind, isTextEntry, entrySubject, toEntryTarget, entryTitle, entryKindLabel } from './entries'

const toIso = (at: number) => new Date(at).toISOString()

export const timelineColumns: readonly GridColumn<TimelineEntry>[] = [
  {
    id: 'what',
    title: 'What happened',
    width: 'minmax(9rem, 4fr)',
    wraps: true,
    sortBy: entryTitle,
    cell: (row) => <What row={row} />,
  },
  {
    id: 'on',
    title: 'On',
    width: 'minmax(5rem, 1.3fr)',
    priority: 1,
    sortBy: (row) => entrySubject(row)?.name,
    cell: (row) => <bdi className={cell.quiet}>{entrySubject(row)?.name}</bdi>,
  },
  {
    id: 'by',
    title: 'Who',
    width: 'minmax(5rem, 1fr)',
    priority: 2,
    sortBy: ({ by }) => by,
    cell: ({ by }) => <bdi className={cell.quiet}>{by}</bdi>,
  },
  {
    id: 'at',
    title: 'When',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 3,
    isTime: true,
    sortBy: ({ at }) => at,
    cell: ({ at }) => <Time at={toIso(at)} as="ago" />,
  },
  createActionsColumn(toEntryTarget),
]

function What({ row }: { row: TimelineEntry }) {
  const { is, at, by, text, count, severity, isEvidence } = row
  return (
    <span className={`${cell.line} ${cell.wrapping}`} title={entryKindLabel(is)}>
      {isEventKind(is) ? (
        <MarkIcon shape={eventLooks[is].shape} tone={eventTone({ is, severity })} />
      ) : (
        is !== 'history' && <span className={css.kind}>{entryKindLabel(is)}</span>
      )}
      <bdi className={is === 'comment' ? cell.words : cell.name}>{entryTitle(row)}</bdi>
      {/* Shown on narrow screens, where the columns for time and author are dropped. */}
      <span className={cell.below}>
        <Time at={toIso(at)} as="ago" />
        {by && (
          <>
            {', '}
            <bdi>{by}</bdi>
          </>
        )}
      </span>
      {count !== undefined && count > 1 && <span className={cell.times}>{`× ${count.toLocaleString('en')}`}</span>}
      {isEvidence && <span className={css.kind}>Evidence</span>}
      {!isTextEntry(row) && text && <span className={cell.quiet}>{text}</span>}
    </span>
  )
}
