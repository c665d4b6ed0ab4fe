import type { ConfigRow } from '@/api/catalog/catalog'
import { callTo } from '@/commands/call-to'
import { unnamedTarget } from '@/commands/command'
import { configItemName } from '@/lib/catalog/config-name'
import { formatCost, formatCount } from '@/shared/format'
import { orderTags } from '@/lib/tags'
import css from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { MiddleText } from '@/ui/grid/middle-text'
import { Time } from '@/ui/time'
import { createActionsColumn } from '../../shared/list/actions-column'
import { ConfigCell } from './config-cell'
import { ConfigHealth, configState } from './config-health'
import { tagsColumn } from './tags-column'
import { configRowTarget } from './target'

/** Column ids are the field names that the server sorts by. */
export const configColumns: readonly GridColumn<ConfigRow>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(7rem, 1.8fr)',
    sortBy: configItemName,
    isName: true,
    cell: (row) => (
      <ConfigCell
        type={row.type}
        configClass={row.config_class}
        name={configItemName(row)}
        look="name"
        isDeleted={Boolean(row.deleted_at)}
      />
    ),
  },
  {
    id: 'type',
    title: 'Type',
    width: 'minmax(6rem, 1.6fr)',
    priority: 3,
    sortBy: ({ type }) => type,
    // The last word tells types apart.
    cell: ({ type }) => <MiddleText text={type} className={css.quiet} tail={type.length - type.lastIndexOf(':') - 1} />,
  },
  {
    id: 'status',
    title: 'Health',
    width: 'minmax(5rem, 1fr)',
    below: true,
    sortBy: ({ status }) => status,
    cell: (row) => <ConfigHealth of={row} />,
  },
  {
    id: 'changes',
    title: 'Changes',
    width: '4.75rem',
    align: 'end',
    priority: 2,
    sortBy: ({ changes }) => changes,
    cell: ({ changes }) => (changes ? changes.toLocaleString('en') : null),
  },
  {
    id: 'analysis',
    title: 'Insights',
    width: '4rem',
    align: 'end',
    priority: 1,
    cell: (row) => <Insights of={row} />,
  },
  {
    id: 'cost_total_30d',
    title: 'Cost, 30 d',
    width: '5.75rem',
    align: 'end',
    priority: 0,
    sortBy: ({ cost_total_30d }) => cost_total_30d,
    cell: ({ cost_total_30d: cost }) => (cost ? formatCost(cost) : null),
  },
  tagsColumn(),
  {
    id: 'created_at',
    title: 'Created',
    startsHidden: true,
    width: 'var(--moment-width, 4.5rem)',
    align: 'end',
    priority: 0,
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} as="ago" />,
  },
  {
    id: 'updated_at',
    title: 'Updated',
    width: 'var(--moment-width, 4.5rem)',
    align: 'end',
    priority: 2,
    sortBy: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => updated_at && <Time at={updated_at} as="ago" />,
  },
  createActionsColumn(configRowTarget),
]

function Insights({ of: { analysis } }: { of: ConfigRow }) {
  const kinds = insightsOf(analysis)
  const count = kinds.reduce((sum, [, of]) => sum + of, 0)
  if (count === 0) return null
  return <span title={kinds.map(([kind, of]) => `${kind}: ${of}`).join('\n')}>{count.toLocaleString('en')}</span>
}

const insightsOf = (analysis: ConfigRow['analysis']) => Object.entries(analysis ?? {}).filter(([, count]) => count > 0)

/** Describes a config item in one sentence, in reading order. */
export function describeConfigItem(row: ConfigRow): string {
  const { type, health, changes, analysis, cost_total_30d: cost, tags, deleted_at } = row
  const state = configState(row)
  return [
    configItemName(row),
    type,
    ...(deleted_at ? ['deleted'] : []),
    ...(health && state?.toLowerCase() !== health ? [health] : []),
    ...(state ? [state] : []),
    ...(changes ? [`${formatCount(changes, 'change')} in a week`] : []),
    ...insightsOf(analysis).map(([kind, count]) => `${formatCount(count, `${kind} insight`)}`),
    ...(cost ? [`cost ${formatCost(cost)} in 30 days`] : []),
    ...orderTags(tags ?? {}).map(({ key, value }) => `${key} ${value}`),
  ].join(', ')
}

export const openConfigCall = ({ id }: Pick<ConfigRow, 'id'>) =>
  callTo('config.open', { config: [unnamedTarget('config', id)] })
