import type { RefObject } from 'react'
import type { Target } from '../../commands/command'
import { Collection, type CollectionHandle } from '../shell/collection'
import { useListView } from '../shell/list-view'
import { columns } from './columns'
import { type Row, sentenceOf } from './order'

type Props = {
  rows: readonly Row[]
  cursor: string | undefined
  onCursor(id: string): void
  /** The check whose detail is shown. */
  open: string | undefined
  /** `peek` leaves focus here. */
  onOpen(id: string, how: 'enter' | 'peek'): void
  onClose(): void
  list: RefObject<CollectionHandle<Row> | null>
}

const targetOf = ({ id, name }: Row): Target => ({ kind: 'check', id, label: name })
const isProblem = ({ status }: Row) => status !== 'healthy'

/** The checks, and what the keys of a list do to them. */
export function ChecksList({ onOpen, list, ...props }: Props) {
  const [view, setView] = useListView()
  return (
    <Collection
      {...props}
      ref={list}
      of="check"
      label="Checks"
      columns={columns}
      targetOf={targetOf}
      rowLabel={sentenceOf}
      isProblem={isProblem}
      view={view}
      onView={setView}
      onOpen={({ id }, how) => onOpen(id, how)}
    />
  )
}
