import { type RefObject, useState } from 'react'
import type { Check } from '../../api/checks'
import type { Target } from '../../commands/command'
import { Grid, type GridHandle } from '../../ui/grid'
import { say } from '../../ui/voice'
import { formatCount } from '../../lib/format'
import { CommandButton } from '../shell/command-button'
import { Place } from '../shell/place'
import { columns } from './columns'
import css from './health.module.css'
import { problemFrom, type Row, sentenceOf } from './order'

type Props = {
  rows: readonly Row[]
  cursor: string | undefined
  onCursor(id: string): void
  /** The check whose detail is shown. */
  open: string | undefined
  /** `peek` leaves focus here. */
  onOpen(id: string, how: 'enter' | 'peek'): void
  onClose(): void
  grid: RefObject<GridHandle | null>
}

const targetOf = ({ id, name }: Check): Target => ({ kind: 'check', id, label: name })

/** The checks, and what the keys of a list do to them. */
export function ChecksList({ rows, cursor, onCursor, open, onOpen, onClose, grid }: Props) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set<string>())
  const selected = rows.filter(({ id }) => ticked.has(id))
  const at = rows.findIndex(({ id }) => id === cursor)
  const current = rows[at] ?? rows[0]

  const moveTo = (row: Check | undefined) => row && grid.current?.focusRow(row.id)
  const moveBy = (by: number) => moveTo(rows[Math.max(0, Math.min(rows.length - 1, Math.max(at, 0) + by))])
  const toProblem = (by: number) => {
    const problem = problemFrom(rows, cursor, by)
    if (problem) moveTo(problem)
    else say(by > 0 ? 'No further problem.' : 'No earlier problem.')
  }
  const toggle = (row: Check) => {
    const next = new Set(ticked)
    if (!next.delete(row.id)) next.add(row.id)
    setTicked(next)
    say(`${row.name} ${next.has(row.id) ? 'selected' : 'not selected'}. ${next.size} selected.`)
  }

  return (
    <Place
      scope="list"
      of="check"
      className={css.list}
      {...(current ? { target: targetOf(current) } : {})}
      selection={selected.map(targetOf)}
      handlers={{
        'list.down': (count) => moveBy(count),
        'list.up': (count) => moveBy(-count),
        'list.first': () => moveTo(rows[0]),
        'list.last': () => moveTo(rows.at(-1)),
        'list.nextProblem': (count) => toProblem(count),
        'list.previousProblem': (count) => toProblem(-count),
        'list.toggle': () => current && toggle(current),
        'list.clear': () => {
          if (selected.length === 0) return onClose()
          setTicked(new Set())
          say('Nothing selected.')
        },
        'list.open': () => current && onOpen(current.id, 'enter'),
        'list.peek': () => current && onOpen(current.id, 'peek'),
        'list.in': () => current && onOpen(current.id, 'enter'),
      }}
    >
      <Grid
        ref={grid}
        label="Checks"
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={sentenceOf}
        cursor={cursor}
        onCursor={onCursor}
        onOpen={({ id }) => onOpen(id, 'enter')}
        onPress={({ id }) => onOpen(id, 'peek')}
        onToggle={toggle}
        selected={ticked}
        open={open}
      />
      {selected.length > 0 && (
        <div className={css.ticked}>
          <p>{formatCount(selected.length, 'check')} selected</p>
          <CommandButton call="check.run" label="Run now" />
          <CommandButton call="list.clear" label="Clear" />
        </div>
      )}
    </Place>
  )
}
