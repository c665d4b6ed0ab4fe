import { formatCount } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import { orderTags } from '@/lib/tags'
import type { GridColumn, GroupOptions } from '@/ui/grid/column'
import { StatusShape } from '@/ui/status'
import { configColumns as columnsOfConfigs, describeConfigItem as sentenceOfConfig } from '../../shared/columns'
import { isDegradedConfig } from '../../shared/config-health'
import type { RelatedItem } from './reach'
import css from './relationships.module.css'

/** Largest group, in rows, that starts expanded although all its items are healthy. */
const SMALL_GROUP = 20

/** Describes how a related item is reached: `downstream, 2 hops, soft`. */
export function describePath({ side, steps, isSoft = false }: Pick<RelatedItem, 'side' | 'steps' | 'isSoft'>): string {
  if (side === undefined) return 'through items not shown'
  if (steps === undefined) return `${side}, through items not shown`
  return `${side}, ${formatCount(steps, 'hop')}${isSoft ? ', soft' : ''}`
}

const isOwn = (column: GridColumn<RelatedItem>) => !['cost_total_30d', 'created_at'].includes(column.id)

/** The columns of the catalog, with the direction after the type. */
const columns: readonly GridColumn<RelatedItem>[] = [
  ...(columnsOfConfigs as readonly GridColumn<RelatedItem>[]).slice(0, 2),
  {
    id: 'steps',
    title: 'Direction',
    width: 'minmax(7.25rem, 0.7fr)',
    priority: 1,
    sortBy: ({ steps }) => steps,
    cell: (row) => <span className={css.quiet}>{describePath(row)}</span>,
  },
  ...(columnsOfConfigs as readonly GridColumn<RelatedItem>[]).slice(2).filter(isOwn),
]

const withoutType = columns.filter(({ id }) => id !== 'type')

/** Grouped by type, the group line has the type, so the rows leave it out. */
export const relatedColumns = (group: string | undefined) => (group === 'type' ? withoutType : columns)

/** The groupings of related items. */
const groupings = [
  { id: 'type', title: 'Type', groupBy: ({ type }: RelatedItem) => type },
  { id: 'way', title: 'Direction', groupBy: (row: RelatedItem) => describePath(row) },
  { id: 'health', title: 'Health', groupBy: ({ health }: RelatedItem) => health ?? 'unknown' },
]

const inTrouble = (rows: readonly RelatedItem[]) => rows.filter(isDegradedConfig).length

const relatedGroups: GroupOptions<RelatedItem> = {
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
export const relatedGroupsBy = (group: string | undefined): GroupOptions<RelatedItem> => {
  const titleOf = groupings.find(({ id }) => id === group)?.groupBy
  return titleOf === undefined
    ? relatedGroups
    : {
        ...relatedGroups,
        renderLine: (rows) => (
          <span className={css.group}>
            <bdi className={css.groupTitle}>{rows[0] && titleOf(rows[0])}</bdi>
            <span className={css.quiet}>{rows.length.toLocaleString('en')}</span>
            <TroubleCounts rows={rows} />
          </span>
        ),
      }
}

function TroubleCounts({ rows }: { rows: readonly RelatedItem[] }) {
  return (['unhealthy', 'warning'] as const).map((health) => {
    const count = rows.filter((row) => row.health && toHealthDot(row.health) === health).length
    return count === 0 ? null : (
      <span key={health} className={css.ill}>
        <StatusShape health={health} />
        {count.toLocaleString('en')} {health}
      </span>
    )
  })
}

export const describeRelatedItem = (row: RelatedItem): string => `${sentenceOfConfig(row)}, ${describePath(row)}`

/** The text that a search matches. */
export const relatedSearchText = ({ name, id, type, status, tags }: RelatedItem): string =>
  [name || id, type, status, ...orderTags(tags ?? {}).map(({ key, value }) => `${key}=${value}`)].join(' ')

const ranks = { unhealthy: 0, warning: 1, unknown: 2, healthy: 3 }
const rankOf = ({ health }: RelatedItem) => (health ? ranks[toHealthDot(health)] : ranks.healthy)

/** Sorts by health, worst first, then by distance; otherwise in the order of the server. */
export const sortRelatedItems = (rows: readonly RelatedItem[]): RelatedItem[] =>
  rows.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.steps ?? Infinity) - (b.steps ?? Infinity) || 0)
