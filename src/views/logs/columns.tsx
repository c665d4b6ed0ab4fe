import { formatPrecise } from '../../lib/format-date'
import { stripAnsi } from '@/shared/logs/ansi'
import { isErrorLevel, type LogLevel } from '../../lib/logs/level'
import { toDisplayedMessage } from '../../lib/logs/displayed-message'
import { type LogLine, formatLineTime } from '../../lib/logs/line'
import type { SurroundingLine } from '../../lib/logs/merge'
import type { LineSearch } from '@/shared/logs/search'
import { replaceInvisible } from '../../lib/logs/render-line'
import { capital } from '@/shared/format'
import type { Target } from '../../lib/kinds'
import { writeMembers } from '../../lib/tags'
import type { GridColumn } from '../../ui/grid/column'
import { Time } from '../../ui/time'
import { createActionsColumn } from '../shared/list/actions-column'
import css from './logs.module.css'
import { LineText } from './shared/line-text'

/** A log line of the list, or a surrounding line. */
export type LogRow = LogLine | SurroundingLine

const isSurrounding = (row: LogRow): row is SurroundingLine => 'beside' in row

/** Maximum characters of a line in its name, and in its spoken label. */
const LONGEST_NAME = 60
const LONGEST_SPOKEN = 500

const plain = (text: string, most: number) => {
  const cut = replaceInvisible(stripAnsi(text.slice(0, most * 2)))
  return cut.length > most || text.length > most * 2 ? `${cut.slice(0, most)}…` : cut
}

/** Computes its label on demand, because there are very many lines and few labels are used. */
class LineTarget implements Target {
  readonly kind = 'logline'
  readonly id: string
  readonly #row: LogRow
  constructor(row: LogRow) {
    this.id = row.id
    this.#row = row
  }
  get label() {
    return plain(toDisplayedMessage(this.#row).split('\n', 1)[0] ?? '', LONGEST_NAME)
  }
}

export const toLogLineTarget = (row: LogRow): Target => new LineTarget(row)

export const formatLineLabels = ({ labels }: LogLine): string[] => writeMembers(labels)

/** Describes a line for screen readers: time, level and message. */
export const createLineDescriber =
  (timeZone: string) =>
  (row: LogRow): string =>
    [
      isSurrounding(row) ? 'surrounding' : '',
      row.isUndated
        ? 'no time'
        : Number.isNaN(row.time)
          ? ''
          : formatPrecise(new Date(row.time), { now: new Date(), timeZone }),
      row.level === 'other' ? '' : row.level,
      plain(toDisplayedMessage(row), LONGEST_SPOKEN),
    ]
      .filter(Boolean)
      .join(', ')

export const isProblemLine = (row: LogRow): boolean => !isSurrounding(row) && isErrorLevel(row.level)

const Badge = ({ level }: { level: LogLevel }) =>
  level === 'other' ? null : (
    <span className={css.level} data-level={level}>
      {capital(level)}
    </span>
  )

type LogLineRendering = {
  search: LineSearch
  /** The maximum number of text lines of a message. */
  linesOf(row: LogRow): number
  isOpen(row: LogRow): boolean
}

export const logColumns = ({ search, linesOf, isOpen }: LogLineRendering): readonly GridColumn<LogRow>[] => [
  {
    id: 'time',
    title: 'Time',
    width: '7.5rem',
    isTime: true,
    sortBy: ({ time }) => time,
    cell: (row) => (
      <span className={css.time} data-beside={isSurrounding(row) || undefined}>
        {row.isUndated ? (
          <span title="The line has no time of its own. It is listed after the line before it.">No time</span>
        ) : Number.isNaN(row.time) ? (
          ''
        ) : (
          <Time at={formatLineTime(row)} as="precise" />
        )}
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
        labels={isOpen(row) ? formatLineLabels(row) : []}
      />
    ),
  },
  {
    id: 'labels',
    title: 'Labels',
    width: 'minmax(4rem, 9rem)',
    priority: 1,
    cell: (row) => {
      const all = formatLineLabels(row)
      return (
        <bdi className={css.labels} title={replaceInvisible(all.join('\n'))}>
          {replaceInvisible(all.map((one) => one.slice(one.indexOf('=') + 1)).join(' · '))}
        </bdi>
      )
    },
  },
  createActionsColumn(toLogLineTarget),
]
