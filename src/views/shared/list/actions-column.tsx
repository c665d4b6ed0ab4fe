import type { Target } from '@/lib/kinds'
import type { GridColumn } from '@/ui/grid/column'
import { CommandMenu } from '../commands/command-menu'

/** The last column of a list: a menu of the actions on a row. */
export const createActionsColumn = <R,>(targetOf: (row: R) => Target): GridColumn<R> => ({
  id: 'actions',
  title: 'Actions',
  width: '3rem',
  align: 'end',
  isFixed: true,
  cell: (row) => <CommandMenu isIcon for={targetOf(row)} />,
})
