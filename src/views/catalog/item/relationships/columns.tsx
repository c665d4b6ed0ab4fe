import { formatCount } from '../../../../lib/format'
import { dotOf } from '../../../../lib/health-status'
import { orderTags } from '../../../../lib/tags'
import type { Column, Groups } from '../../../../ui/grid/column'
import { StatusShape } from '../../../../ui/status'
import { columns as columnsOfConfigs, sentenceOf as sentenceOfConfig } from '../../columns'
import { isTrouble } from '../../config-health'
import type { Related } from './reach'
import css from './relationships.module.css'

/** Largest group, in rows, that starts expanded although all its items are healthy. */
const SMALL_GROUP = 20

/** Describes how a related item is reached: `downstream, 2 hops, soft`. */
export function wayTo({ side, steps, isSoft = false }: Pick<Related, 'side' | 'steps' | 'isSoft'>): string {
  if (side === undefined) return 'through items not shown'
  if (steps === undefined) return `${side}, through items not shown`
  return `${side}, ${formatCount(steps, 'hop')}${isSoft ? ', soft' : ''}`
}

const isOwn = (column: Column<Related>) => !['cost_total_30d', 'created_at'].includes(column.id)

/** The columns of the catalog, with the direction after the type. */
const columns: readonly Column<Related>[] = [
  ...(columnsOfConfigs as readonly Column<Related>[]).slice(0, 2),
  {
    id: 'steps',
    title: 'Direction',
    width: 'minmax(7.25rem, 0.7fr)',
    priority: 1,
    sortBy: ({ steps }) => steps,
    cell: (row) => <span className={css.quiet}>{wayTo(row)}</span>,
  },
  ...(columnsOfConfigs as readonly Column<Related>[]).slice(2).filter(isOwn),
]

const withoutType = columns.filter(({ id }) => id !== 'type')

/** Grouped by type, the group line has the type, so the rows leave it out. */
export const columnsBy = (group: string | undefined) => (group === 'type' ? withoutType : columns)

/** The groupings of related items. */
const groupings = [
  { id: 'type', title: 'Type', groupBy: ({ type }: Related) => type },
  { id: 'way', title: 'Direction', groupBy: (row: Related) => wayTo(row) },
  { id: 'health', title: 'Health', groupBy: ({ health }: Related) => health ?? 'unknown' },
]

const inTrouble = (rows: readonly Related[]) => rows.filter(isTrouble).length

export const groups: Groups<Related> = {
  by: groupings,
  startsOpen: (rows) => rows.length <= SMALL_GROUP || inTrouble(rows) > 0,
  label(title, rows) {
    const troubled = inTrouble(rows)
    return [
      title,
      formatCount(rows.length, 'item'),
      ...(troubled > 0 ? [`${troubled.toLocaleString('en')} not healthy`] : []),
    ].join(', ')
  },
}

/** Adds a group line that shows the number of rows and of unhealthy rows. */
export const groupsBy = (group: string | undefined): Groups<Related> => {
  const titleOf = groupings.find(({ id }) => id === group)?.groupBy
  return titleOf === undefined
    ? groups
    : {
        ...groups,
        renderLine: (rows) => (
          <span className={css.group}>
            <bdi className={css.groupTitle}>{rows[0] && titleOf(rows[0])}</bdi>
            <span className={css.quiet}>{rows.length.toLocaleString('en')}</span>
            <TroubleCounts rows={rows} />
          </span>
        ),
      }
}

function TroubleCounts({ rows }: { rows: readonly Related[] }) {
  return (['unhealthy', 'warning'] as const).map((health) => {
    const count = rows.filter((row) => row.health && dotOf(row.health) === health).length
    return count === 0 ? null : (
      <span key={health} className={css.ill}>
        <StatusShape health={health} />
        {count.toLocaleString('en')} {health}
      </span>
    )
  })
}

export const sentenceOf = (row: Related): string => `${sentenceOfConfig(row)}, ${wayTo(row)}`

/** The text that a search matches. */
export const textOf = ({ name, id, type, status, tags }: Related): string =>
  [name || id, type, status, ...orderTags(tags ?? {}).map(({ key, value }) => `${key}=${value}`)].join(' ')

const ranks = { unhealthy: 0, warning: 1, unknown: 2, healthy: 3 }
const rankOf = ({ health }: Related) => (health ? ranks[dotOf(health)] : ranks.healthy)

/** Sorts by health, worst first, then by distance; otherwise in the order of the server. */
export const inOrder = (rows: readonly Related[]): Related[] =>
  rows.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.steps ?? Infinity) - (b.steps ?? Infinity) || 0)
