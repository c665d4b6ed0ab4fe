import type { Property } from '../../api/properties'
import { Badge } from '../../ui/badge'
import type { Column } from '../../ui/grid/column'
import { CommandMenu } from '../shell/commands/command-menu'
import css from './flags.module.css'
import { effectOf, sourceLabel, targetOf } from './property-labels'

export const columns: readonly Column<Property>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(6.5rem, 1.4fr)',
    sortBy: ({ name }) => name,
    cell: ({ name }) => <bdi className={css.name}>{name}</bdi>,
  },
  {
    id: 'value',
    title: 'Value',
    width: 'minmax(4.5rem, 1fr)',
    sortBy: ({ value }) => value,
    cell: ({ value }) => <bdi className={css.value}>{value}</bdi>,
  },
  {
    id: 'effect',
    title: 'What it does',
    width: 'minmax(8rem, 1fr)',
    priority: 1,
    sortBy: (property) => effectOf(property) || undefined,
    cell: (property) => <span className={css.quiet}>{effectOf(property)}</span>,
  },
  {
    id: 'source',
    title: 'From',
    width: '5.5rem',
    priority: 2,
    sortBy: sourceLabel,
    groupBy: sourceLabel,
    cell: (property) => <Badge tone={property.source === 'local' ? 'accent' : 'plain'}>{sourceLabel(property)}</Badge>,
  },
  {
    id: 'actions',
    title: 'Actions',
    width: '3rem',
    align: 'end',
    isFixed: true,
    cell: (property) => <CommandMenu isIcon for={targetOf(property)} />,
  },
]
