import { formatPrecise } from '../../lib/format-date'
import { withoutAnsi } from '../../lib/logs/ansi'
import { isBad, type Level } from '../../lib/logs/level'
import { type LogLine, timestampOf } from '../../lib/logs/line'
import type { Surrounding } from '../../lib/logs/merge'
import type { Search } from '../../lib/logs/search'
import { harmless, withoutTime } from '../../lib/logs/shown'
import { capital } from '../../lib/format'
import type { Target } from '../../lib/kinds'
import { writeMembers } from '../../lib/tags'
import type { Column } from '../../ui/grid/column'
import { Time } from '../../ui/time'
import { actionsColumn } from '../shell/list/actions-column'
import css from './logs.module.css'
import { LineText } from './line-text'

/** A log line of the list, or a surrounding line. */
export type Row = LogLine | Surrounding

export const isSurrounding = (row: Row): row is Surrounding => 'beside' in row

/** Maximum characters of a line in its name, and in its spoken label. */
const LONGEST_NAME = 60
const LONGEST_SPOKEN = 500

const plain = (text: string, most: number) => {
  const cut = harmless(withoutAnsi(text.slice(0, most * 2)))
  return cut.length > most || text.length > most * 2 ? `${cut.slice(0, most)}…` : cut
}

/** Computes its label on demand, because there are very many lines and few labels are used. */
class LineTarget implements Target {
  readonly kind = 'logline'
  readonly id: string
  readonly #row: Row
  constructor(row: Row) {
    this.id = row.id
    this.#row = row
  }
  get label() {
    return plain(withoutTime(this.#row.message.slice(0, 1000)).split('\n', 1)[0] ?? '', LONGEST_NAME)
  }
}

export const targetOf = (row: Row): Target => new LineTarget(row)

export const labelsOf = ({ labels }: LogLine): string[] => writeMembers(labels)

/** Describes a line for screen readers: time, level and message. */
export const sentenceFor =
  (timeZone: string) =>
  (row: Row): string =>
    [
      isSurrounding(row) ? 'surrounding' : '',
      Number.isNaN(row.time) ? '' : formatPrecise(new Date(row.time), { now: new Date(), timeZone }),
      row.level === 'other' ? '' : row.level,
      plain(withoutTime(row.message.slice(0, 4 * LONGEST_SPOKEN)), LONGEST_SPOKEN),
    ]
      .filter(Boolean)
      .join(', ')

export const isProblem = (row: Row): boolean => !isSurrounding(row) && isBad(row.level)

const Badge = ({ level }: { level: Level }) =>
  level === 'other' ? null : (
    <span className={css.level} data-level={level}>
      {capital(level)}
    </span>
  )

export type Drawing = {
  search: Search
  /** The maximum number of text lines of a message. */
  linesOf(row: Row): number
  isOpen(row: Row): boolean
}

export const columnsFor = ({ search, linesOf, isOpen }: Drawing): readonly Column<Row>[] => [
  {
    id: 'time',
    title: 'Time',
    width: '7.5rem',
    isTime: true,
    sortBy: ({ time }) => time,
    cell: (row) => (
      <span className={css.time} data-beside={isSurrounding(row) || undefined}>
        {Number.isNaN(row.time) ? '' : <Time at={timestampOf(row)} as="precise" />}
      </span>
    ),
  },
  {
    id: 'level',
    title: 'Level',
    width: '4.5rem',
    priority: 3,
    sortBy: ({ level }) => level,
    cell: ({ level }) => <Badge level={level} />,
  },
  {
    id: 'message',
    title: 'Message',
    width: 'minmax(4rem, 1fr)',
    below: true,
    isFixed: true,
    cell: (row) => (
      <LineText
        line={row}
        search={search}
        lines={linesOf(row)}
        isOpen={isOpen(row)}
        isBeside={isSurrounding(row)}
        labels={isOpen(row) ? labelsOf(row) : []}
      />
    ),
  },
  {
    id: 'labels',
    title: 'Labels',
    width: 'minmax(4rem, 9rem)',
    priority: 1,
    cell: (row) => {
      const all = labelsOf(row)
      return (
        <bdi className={css.labels} title={harmless(all.join('\n'))}>
          {harmless(all.map((one) => one.slice(one.indexOf('=') + 1)).join(' · '))}
        </bdi>
      )
    },
  },
  actionsColumn(targetOf),
]
