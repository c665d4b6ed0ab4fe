import { type RefObject, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Kind, Target } from '@/commands/command'
import { type PlaceData, placesAround } from '@/commands/place'
import { Grid } from '@/ui/grid/grid'
import type { GridHandle, GridProps } from '@/ui/grid/props'
import { announce } from '@/ui/voice'
import css from './collection.module.css'
import { useConsole } from '../console'
import { lazyComponent } from '@/ui/lazy-component'
import { FailureBoundary } from '../page/failure-boundary'
import {
  filterChoices,
  type ListFilterChoices,
  groupChoices,
  pageSizeChoices,
  parseGroup,
  parseSort,
  sortChoices,
} from './list-choices'
import { Place, useLeavePage } from '../commands/place'
import { type SelectionState, useSelection } from './selection'
import { useStoredColumns } from './column-layout'
import { SelectionBar } from './selection-bar'

const ColumnsDialog = lazyComponent({ load: () => import('@/ui/grid/columns-dialog') })

export type CollectionHandle<R> = GridHandle<R> & {
  /**
   * Focuses the first row. With a search text, opens the matching row: the only row, or the only row with these words
   * in its name. @returns whether there is any row
   */
  enterFound(text?: string): boolean
  /** Moves forward by `by` rows with a problem, or backward if negative. */
  stepProblem(by: number): void
}

type Props<R extends object> = Omit<
  GridProps<R>,
  'selection' | 'onSelect' | 'onOpen' | 'onPress' | 'selectAll' | 'renderBar' | 'ref' | 'rowId' | 'rowName'
> & {
  of: Kind
  targetOf(row: R): Target
  /** `peek` leaves focus in the list. */
  onOpen(row: R, how: 'enter' | 'peek'): void
  /** Called by Escape without a selection: closes the detail, or leaves an inner list. By default, the page is left. */
  onClose?(): void
  /** Called when moving out of the first level: returns to the detail around an inner list. */
  onOut?(): void
  /** Whether `n` stops at a row. */
  isProblem?(row: R): boolean
  /** Called instead of the announcement if no further row has a problem: there may be more on other pages. */
  onProblemBeyond?(by: number): void
  /** All rows that match the query, including rows that are not loaded. */
  matching?(): Promise<readonly Target[]>
  filters?: ListFilterChoices
  /** The shared selection, if other views of these rows have the same selection. */
  selectionState?: SelectionState | undefined
  /** Switches to the next layout, if there are more layouts than table and cards. */
  onLayout?: (() => void) | undefined
  className?: string | undefined
  ref?: RefObject<CollectionHandle<R> | null>
}

/** A list of resources of one kind with the list commands. A row stays selected when a search or filter hides it. */
export function Collection<R extends object>({
  of,
  targetOf,
  onOpen,
  onClose,
  onOut,
  isProblem,
  onProblemBeyond,
  matching,
  filters,
  selectionState,
  onLayout,
  className,
  ref,
  rows,
  childrenOf,
  ...grid
}: Props<R>) {
  const { columns, cursor, card, paging = 'none' } = grid
  const arranged = useStoredColumns(of, grid)
  const { view } = arranged
  const [isChoosing, setChoosing] = useState(false)
  const handle = useRef<GridHandle<R>>(null)
  const loaded = useMemo(() => everyRow(rows, childrenOf, targetOf), [rows, childrenOf, targetOf])
  const { selected, settle, ...selecting } = useSelection((id) => loaded().get(id)?.target, matching, selectionState)
  const [top] = rows
  const current = cursor !== undefined ? loaded().get(cursor) : top && { row: top, target: targetOf(top) }
  const step = (by: number) => {
    if (!isProblem || handle.current?.find(by, isProblem)) return
    if (onProblemBeyond) return onProblemBeyond(by)
    announce(by > 0 ? 'No further problem.' : 'No earlier problem.')
  }
  const enterFound = (text?: string) => {
    if (!handle.current || rows.length === 0) return false
    const { neighbourId, focusRow, first } = handle.current
    const match =
      text === undefined || (grid.paged?.total ?? 0) > rows.length ? undefined : findOnlyMatch(rows, text, targetOf)
    const to = match ? neighbourId(targetOf(match).id, 0) : neighbourId('', 1)
    // Rows in a collapsed group cannot have focus.
    if (to !== undefined) focusRow(to)
    else if (!match) first()
    if (match) onOpen(match, 'enter')
    return true
  }
  useImperativeHandle(ref, () => {
    if (!handle.current) throw new Error('The grid must render before its handle is used')
    return { ...handle.current, enterFound, stepProblem: step }
  })

  const handlers = useListHandlers(handle, {
    open: (how) => current && onOpen(current.row, how),
    onClose,
    onOut,
    step: isProblem && step,
    filters,
    onColumns: () => setChoosing(true),
    paging,
    onLayout,
    hasCards: card !== undefined,
    layout: view.layout,
  })

  return (
    <Place
      scope="list"
      // Rows may be of several kinds, each with its own keys.
      of={current?.target.kind ?? of}
      className={[css.collection, className].filter(Boolean).join(' ')}
      {...(current ? { target: current.target } : {})}
      selection={selected}
      settle={settle}
      choices={{
        sort: sortChoices(columns),
        group: groupChoices(grid.groups?.by ?? columns),
        pageSize: pageSizeChoices(paging),
        ...(filters ? filterChoices(filters) : {}),
      }}
      handlers={handlers}
    >
      <Grid
        {...grid}
        {...arranged}
        {...selecting}
        {...(childrenOf ? { childrenOf } : {})}
        ref={handle}
        rows={rows}
        rowId={(row) => targetOf(row).id}
        rowName={(row) => targetOf(row).label}
        onOpen={(row) => onOpen(row, 'enter')}
        onPress={(row) => onOpen(row, 'peek')}
        renderBar={(bar) => <SelectionBar {...bar} of={of} />}
      />
      {isChoosing && <ColumnChooser columns={columns} view={view} handle={handle} onClose={() => setChoosing(false)} />}
    </Place>
  )
}

type ChooserProps<R extends object> = Pick<Props<R>, 'columns' | 'view'> & {
  handle: RefObject<GridHandle<R> | null>
  onClose(): void
}

/** The dialog that shows, hides and orders columns. */
const ColumnChooser = <R extends object>({ columns, view, handle, onClose }: ChooserProps<R>) => (
  <FailureBoundary
    onFailed={() => {
      onClose()
      announce('The columns could not be shown. Reload the page.', { urgent: true })
    }}
  >
    <ColumnsDialog
      columns={columns}
      view={view}
      onChange={(change) => handle.current?.change(change)}
      onClose={onClose}
    />
  </FailureBoundary>
)

type HandlerOptions<R extends object> = {
  [K in 'onClose' | 'onOut' | 'filters' | 'paging' | 'onLayout']: Props<R>[K] | undefined
} & {
  /** Opens the row under the cursor. */
  open(how: 'enter' | 'peek'): void
  /** Undefined if no row is a problem. */
  step: ((by: number) => void) | undefined
  onColumns(): void
  hasCards: boolean
  layout: GridProps<R>['view']['layout']
}

/** The handlers of the list commands. */
function useListHandlers<R extends object>(
  handle: RefObject<GridHandle<R> | null>,
  { open, onClose, onOut, step, filters, onColumns, paging, onLayout, hasCards, layout }: HandlerOptions<R>
): NonNullable<PlaceData['handlers']> {
  const { perform } = useConsole()
  const leavePage = useLeavePage()
  return {
    'list.enter': () => handle.current?.enter(),
    'list.down': (count) => handle.current?.moveBy(count),
    'list.up': (count) => handle.current?.moveBy(-count),
    'list.first': () => handle.current?.first(),
    'list.last': (count) => handle.current?.last(count > 1 ? count : undefined),
    'list.extendDown': (count) => handle.current?.extendBy(count),
    'list.extendUp': (count) => handle.current?.extendBy(-count),
    'list.toggle': (count) => handle.current?.toggle(count),
    'list.all': () => handle.current?.toggleAll(),
    'list.clear': () => handle.current?.leaveCell() || handle.current?.clear() || (onClose ?? leavePage)(),
    'list.open': () => open('enter'),
    'list.peek': () => open('peek'),
    'list.in': () => handle.current?.in() || open('enter'),
    'list.out': () => handle.current?.out() || onOut?.(),
    ...(step && { 'list.nextProblem': step, 'list.previousProblem': (count: number) => step(-count) }),
    ...(filters && {
      'list.filter': (_count: number, { filter, value, mode }: Record<string, unknown>) =>
        filters.onFilter(String(filter), String(value), mode === 'exclude' ? 'exclude' : 'include'),
      // Each field has one value, which the command prompts for.
      'list.filters': () => void perform({ call: 'list.filter', origin: 'key' }, placesAround(document.activeElement)),
      'list.clearFilters': filters.onClear,
    }),
    'list.sort': (_count, { sort }) => handle.current?.sortBy(parseSort(String(sort))),
    'list.group': (_count, { group }) => handle.current?.groupBy(parseGroup(String(group))),
    'list.columns': onColumns,
    'list.pageSize': (_count, { pageSize }) => {
      handle.current?.change({ pageSize: Number(pageSize) })
      announce(`${String(pageSize)} rows per page.`)
    },
    ...(paging === 'pages' && {
      'list.nextPage': (count: number) => handle.current?.turnPage(count),
      'list.previousPage': (count: number) => handle.current?.turnPage(-count),
    }),
    'list.controls': () => handle.current?.enterCell() || announce('This row has no controls.'),
    ...(onLayout && { 'list.layout': onLayout }),
    ...(hasCards &&
      !onLayout && {
        'list.layout': () => {
          const next = layout === 'table' ? 'cards' : 'table'
          handle.current?.change({ layout: next })
          announce(next === 'cards' ? 'Shown as cards.' : 'Shown as a table.')
        },
      }),
  }
}

/** The only row, or the only row with all words in its name. */
function findOnlyMatch<R>(rows: readonly R[], text: string, targetOf: (row: R) => Target): R | undefined {
  const words = text.toLowerCase().split(/\s+/)
  const named = rows.filter((row) => words.every((word) => targetOf(row).label.toLowerCase().includes(word)))
  return rows.length === 1 ? rows[0] : named.length === 1 ? named[0] : undefined
}

type Loaded<R> = ReadonlyMap<string, { row: R; target: Target }>

/** All rows by id, with their children. Built on first use: there may be many rows, and they may change often. */
function everyRow<R>(
  rows: readonly R[],
  childrenOf: ((row: R) => readonly R[] | undefined) | undefined,
  targetOf: (row: R) => Target
): () => Loaded<R> {
  let all: Map<string, { row: R; target: Target }> | undefined
  const add = (row: R, to: Map<string, { row: R; target: Target }>) => {
    const target = targetOf(row)
    to.set(target.id, { row, target })
    for (const child of childrenOf?.(row) ?? []) add(child, to)
  }
  return () => {
    if (all) return all
    all = new Map()
    for (const row of rows) add(row, all)
    return all
  }
}
