import type { Target } from '../../../lib/kinds'
import type { Column } from '../../../ui/grid/column'
import { CommandMenu } from '../commands/command-menu'

/** The last column of a list: a menu of the actions on a row. */
export const actionsColumn = <R,>(targetOf: (row: R) => Target): Column<R> => ({
  id: 'actions',
  title: 'Actions',
  width: '3rem',
  align: 'end',
  isFixed: true,
  cell: (row) => <CommandMenu isIcon for={targetOf(row)} />,
})
