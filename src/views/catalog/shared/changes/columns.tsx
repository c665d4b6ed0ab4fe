import { type ChangeRow, changeName } from '@/api/catalog/config-changes'
import { formatCount } from '@/shared/format'
import { severityTone } from '@/shared/severity'
import css from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { SeverityBadge } from '@/ui/severity-badge'
import { Time } from '@/ui/time'
import { createActionsColumn } from '@/views/shared/list/actions-column'
import { ConfigCell } from '../config-cell'
import { tagsColumn } from '../tags-column'
import { toChangeTarget } from './list'

/** The author of a change; the source if no author is known. */
export const changeAuthor = ({
  external_created_by: author,
  source,
}: Pick<ChangeRow, 'external_created_by' | 'source'>) => author || source

export const isSevereChange = ({ severity }: Pick<ChangeRow, 'severity'>) => severityTone(severity) !== undefined

/** Column ids are the field names that the server sorts by. */
export const changeColumns: readonly GridColumn<ChangeRow>[] = [
  {
    id: 'change_type',
    title: 'Change',
    width: 'minmax(5rem, 1.6fr)',
    wraps: true,
    sortBy: ({ change_type: type }) => type,
    cell: ({ title, change_type: type, count, name }) => (
      <span className={`${css.line} ${css.wrapping}`}>
        <bdi className={css.name}>{title ?? type}</bdi>
        {/* Shown when the name column does not fit. */}
        <bdi className={css.below}>{name}</bdi>
        {count > 1 && <span className={css.times}>{`× ${count.toLocaleString('en')}`}</span>}
      </span>
    ),
  },
  {
    id: 'name',
    title: 'Config item',
    width: 'minmax(5rem, 1.3fr)',
    priority: 3,
    sortBy: ({ name }) => name,
    cell: ({ name, type = '', deleted_at: deletedAt }) => (
      <ConfigCell type={type} name={name} look="words" isDeleted={deletedAt !== undefined} />
    ),
  },
  {
    id: 'severity',
    title: 'Severity',
    width: '4.5rem',
    priority: 2,
    cell: SeverityBadge,
  },
  {
    id: 'summary',
    title: 'Summary',
    width: 'minmax(6rem, 2fr)',
    priority: 2,
    sortBy: ({ summary }) => summary,
    cell: ({ summary }) => (
      <span className={css.quiet} title={summary}>
        {summary}
      </span>
    ),
  },
  {
    id: 'source',
    title: 'By',
    width: 'minmax(5rem, 0.8fr)',
    priority: 0,
    sortBy: ({ source }) => source,
    cell: (row) => (
      <bdi className={css.quiet} title={row.source}>
        {changeAuthor(row)}
      </bdi>
    ),
  },
  tagsColumn(),
  {
    id: 'created_at',
    title: 'When',
    width: 'var(--moment-width, 4.5rem)',
    align: 'end',
    isTime: true,
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <Time at={at} as="ago" />,
  },
  { ...createActionsColumn(toChangeTarget), priority: 3 },
]

/** Describes a change in one sentence, in reading order. */
export const describeChange = (row: ChangeRow): string =>
  [
    changeName({ change_type: row.title ?? row.change_type, name: row.name }),
    ...(row.count > 1 ? [formatCount(row.count, 'time')] : []),
    ...(row.severity === '' ? [] : [`severity ${row.severity}`]),
    ...(row.summary === undefined ? [] : [row.summary]),
    ...(changeAuthor(row) === '' ? [] : [`by ${changeAuthor(row)}`]),
    ...(row.deleted_at === undefined ? [] : ['of a deleted item']),
  ].join(', ')
