import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Target } from '@/commands/command'
import type { ResourceColumn } from '@/resources/resource'
import { resourcePath } from '@/shared/routing/registry'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import type { GridColumn } from '@/ui/grid/column'
import { MiddleText } from '@/ui/grid/middle-text'
import { PageLink } from '@/ui/page-link'
import { StatusBadge } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { createActionsColumn } from '../../shared/list/actions-column'
import css from './resources.module.css'

/** The rendered columns of a list, with the actions of a row as the last one. */
export const resourceColumns = <R extends object>(
  targetOf: (row: R) => Target,
  columns: readonly ResourceColumn<R>[]
): readonly GridColumn<R>[] => [...columns.map(toColumn), createActionsColumn(targetOf)]

function toColumn<R extends object>(column: ResourceColumn<R>): GridColumn<R> {
  const { id, title, width, align, priority, below, isGroupable } = column
  const textOf = (row: R) => [column.value(row) ?? []].flat().join(', ')
  return {
    id,
    title,
    width: column.as === 'moment' ? `var(--moment-width, ${width})` : width,
    ...(align && { align }),
    ...(column.as === 'moment' && { isTime: true }),
    ...(priority !== undefined && { priority }),
    ...(below && { below }),
    ...(column.startsHidden && { startsHidden: true }),
    isName: column.as === 'name',
    // Sorting ignores case, except for times, where `T` and `Z` are part of the format.
    ...(!column.isUnsorted && {
      sortBy: (row: R) =>
        column.sortBy
          ? column.sortBy(row)
          : (column.as === 'moment' ? textOf(row) : textOf(row).toLocaleLowerCase('en')) || undefined,
    }),
    ...(isGroupable && { groupBy: (row: R) => textOf(row) || noneOf(column, row) || 'None' }),
    cell: (row) => cellOf(column, row),
  }
}

const noneOf = <R extends object>({ none }: ResourceColumn<R>, row: R) =>
  typeof none === 'function' ? none(row) : none

function cellOf<R extends object>(column: ResourceColumn<R>, row: R): ReactNode {
  const { value, as, look, tone, note, person, link, mark } = column
  const none = noneOf(column, row)
  const list = [value(row) ?? []].flat().filter((one) => one !== '')
  const [text] = list
  if (text === undefined) return none === undefined ? null : <span className={css.quiet}>{none}</span>
  if (as === 'moment') return <Time at={text} as="ago" />
  if (as === 'status')
    return (
      <span className={css.badges}>
        <StatusBadge word={look?.(row) ?? text}>{text}</StatusBadge>
        <Note text={note?.(row)} />
      </span>
    )
  if (as === 'badge')
    return (
      <span className={css.badges}>
        {list.map((one) => (
          <Badge key={one} tone={tone?.(row) ?? 'plain'}>
            {one}
          </Badge>
        ))}
        <Note text={note?.(row)} />
      </span>
    )
  if (as === 'name' && person) {
    const { email, image } = person(row)
    return (
      <span className={css.person}>
        <Avatar name={text} email={email} image={image} size="small" isNamed />
        <bdi className={css.name}>{text}</bdi>
      </span>
    )
  }
  const to = link?.(row)
  const shown = to ? (
    <RowLink to={to} text={text} />
  ) : as === 'name' ? (
    <MiddleText text={text} className={css.name} />
  ) : (
    <bdi className={css[as ?? 'plain']}>{text}</bdi>
  )
  const marked = mark?.(row)
  if (!marked) return shown
  return (
    <span className={css.marked} title={`${marked.label}: ${text}`}>
      {marks[marked.icon]}
      <span className="visually-hidden">{marked.label}: </span>
      {shown}
    </span>
  )
}

const marks = { denied: <Ban className={css.denied} size={14} strokeWidth={2} aria-hidden="true" /> }

const RowLink = ({ to, text }: { to: Target; text: string }) => (
  <PageLink href={resourcePath(to.kind, to.id) ?? ''} className={css.link} title={text} tabIndex={-1}>
    <bdi>{text}</bdi>
  </PageLink>
)

const Note = ({ text }: { text: string | undefined }) =>
  text && (
    <bdi className={css.note} title={text}>
      {text}
    </bdi>
  )
