import { formatCount } from '../../../../lib/format'
import { dotOf } from '../../../../lib/health-status'
import { orderTags } from '../../../../lib/tags'
import type { Column, Groups } from '../../../../ui/grid/column'
import { StatusShape } from '../../../../ui/status'
import { columns as columnsOfConfigs, sentenceOf as sentenceOfConfig } from '../../columns'
import { isTrouble } from '../../config-health'
import type { Related } from './reach'
import css from './relationships.module.css'

/** Groups of this size are read at a glance. */
const SMALL = 20

/** Where it stands to the item, in words: `downstream, 2 steps, soft`. */
export function wayTo({ side, steps, isSoft = false }: Pick<Related, 'side' | 'steps' | 'isSoft'>): string {
  if (side === undefined) return 'through items not shown'
  if (steps === undefined) return `${side}, through items not shown`
  return `${side}, ${formatCount(steps, 'step')}${isSoft ? ', soft' : ''}`
}

const isOwn = (column: Column<Related>) => !['cost_total_30d', 'created_at'].includes(column.id)

/** Those of the catalog, with the way to the item after the type. */
const columns: readonly Column<Related>[] = [
  ...(columnsOfConfigs as readonly Column<Related>[]).slice(0, 2),
  {
    id: 'steps',
    title: 'Way',
    width: 'minmax(7.25rem, 0.7fr)',
    priority: 1,
    sortBy: ({ steps }) => steps,
    cell: (row) => <span className={css.quiet}>{wayTo(row)}</span>,
  },
  ...(columnsOfConfigs as readonly Column<Related>[]).slice(2).filter(isOwn),
]

const withoutType = columns.filter(({ id }) => id !== 'type')

/** The type stands over the rows that are grouped by it. */
export const columnsBy = (group: string | undefined) => (group === 'type' ? withoutType : columns)

/** How items are told apart at the first look: by what they are, where they stand, or how they do. */
const groupings = [
  { id: 'type', title: 'Type', groupBy: ({ type }: Related) => type },
  { id: 'way', title: 'Way', groupBy: (row: Related) => wayTo(row) },
  { id: 'health', title: 'Health', groupBy: ({ health }: Related) => health ?? 'unknown' },
]

const inTrouble = (rows: readonly Related[]) => rows.filter(isTrouble).length

export const groups: Groups<Related> = {
  by: groupings,
  startsOpen: (rows) => rows.length <= SMALL || inTrouble(rows) > 0,
  label(title, rows) {
    const ill = inTrouble(rows)
    return [
      title,
      formatCount(rows.length, 'item'),
      ...(ill > 0 ? [`${ill.toLocaleString('en')} not healthy`] : []),
    ].join(', ')
  },
}

/** By type, the line has the worst health of its rows and how many of them have it. */
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
            <Ill rows={rows} />
          </span>
        ),
      }
}

function Ill({ rows }: { rows: readonly Related[] }) {
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

/** What a search looks in. */
export const textOf = ({ name, id, type, status, tags }: Related): string =>
  [name || id, type, status, ...orderTags(tags ?? {}).map(({ key, value }) => `${key}=${value}`)].join(' ')

const ranks = { unhealthy: 0, warning: 1, unknown: 2, healthy: 3 }
const rankOf = ({ health }: Related) => (health ? ranks[dotOf(health)] : ranks.healthy)

/** What is ill first, then what is near; the server's order otherwise. */
export const inOrder = (rows: readonly Related[]): Related[] =>
  rows.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.steps ?? Infinity) - (b.steps ?? Infinity) || 0)
