import { useCallback, useMemo, useState } from 'react'
import { arrangeColumns, type GroupOptions } from './column'
import { lineName } from './grid-row'
import { layOutCards, type LineSizes, layOutRows, layOutUnevenRows } from './line-layout'
import { type GridLine, type GridModel, useGridModel } from './model'
import type { GridProps } from './props'
import { findHeldBack } from './row-changes'
import { cardHeight } from './size-probes'

const noGroups = {}

type Options = {
  /** Whether the rows are loading. */
  isBusy: boolean
  /** The first line in view; undefined at the beginning of the list. */
  topInView(): string | undefined
}

/** The lines of a collection and their layout: rows, groups and expanded children, without lines that are held back. */
export function useGridLines<R extends object>(props: GridProps<R>, { isBusy, topInView }: Options) {
  const {
    rows,
    rowId,
    rowName,
    childrenOf,
    parentOf,
    view,
    paging = 'none',
    paged,
    isSorted,
    heightOf,
    cardSize,
  } = props
  const groups: GroupOptions<R> = props.groups ?? noGroups
  const { isOpen, setOpen, chosen: expanded } = useExpandedLines(groups.startsOpen, groups.scope)
  const [sizes, setSizes] = useState<LineSizes>({ row: 32, card: 128, perLine: 1 })
  const isCards = view.layout === 'cards'
  const { visibility, order } = view
  const columns = useMemo(
    () => arrangeColumns(props.columns, { visibility, order }),
    [props.columns, visibility, order]
  )
  const model = useGridModel({
    rows,
    columns: props.columns,
    rowId,
    childrenOf,
    groups,
    view,
    isOpen,
    isSorted,
    paged,
    paging,
  })
  const key = JSON.stringify([props.query, view.sort, view.group, view.pageIndex, view.pageSize])
  const list = useListIdentity(key, rows, { isBusy, isPaged: paged !== undefined })
  // Rows that the user expands are not held back: expanding counts as a new list.
  const heldBackList = useMemo(() => ({ list, expanded }), [list, expanded])
  const { items, indexOf, held, release } = useHeldBackLines(model, heldBackList, topInView)
  const lines = useMemo(
    () =>
      isCards
        ? layOutCards(items, sizes, cardSize && cardHeight(cardSize, sizes))
        : heightOf
          ? layOutUnevenRows(items.map((item) => (item.is === 'row' ? heightOf(item.row, sizes.row) : sizes.row)))
          : layOutRows(items.length, sizes.row),
    [isCards, items, sizes, heightOf, cardSize]
  )
  const nameAt = (index: number) => {
    const item = items[index]
    return item ? lineName(item, rowName) : ''
  }
  /** The row itself, or its nearest shown ancestor; undefined if none is shown. */
  function shownFor(id: string): string | undefined {
    for (let at: string | undefined = id; at !== undefined; at = parentOf?.(at)) if (indexOf.has(at)) return at
    return undefined
  }
  return {
    columns,
    groups,
    model,
    list,
    items,
    indexOf,
    lines,
    held,
    release,
    setOpen,
    sizes,
    setSizes,
    isCards,
    nameAt,
    shownFor,
    /** The number of rows on the pages before this one. */
    firstOfPage: paging === 'pages' && !model.isTree ? view.pageIndex * view.pageSize : 0,
    /** The number of lines on all pages; undefined if unknown. */
    total: model.isTree ? items.length : model.total,
  }
}

export type GridLines<R extends object> = ReturnType<typeof useGridLines<R>>

/**
 * The expanded state of lines: set by the user, else the initial state. The initial state is read once, so that row
 * updates neither expand nor collapse a group while the user reads it.
 * @param scope each scope has its own expanded state, such as the search of a tree
 */
function useExpandedLines<R>(startsOpen: ((rows: readonly R[]) => boolean) | undefined, scope = '') {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [initial] = useState(() => new Map<string, boolean>())
  const isOpen = useCallback(
    (line: string, rows: readonly R[]) => {
      const id = `${scope} ${line}`
      const known = chosen.get(id) ?? initial.get(id)
      if (known !== undefined) return known
      const isInitiallyOpen = startsOpen?.(rows) ?? false
      initial.set(id, isInitiallyOpen)
      return isInitiallyOpen
    },
    [chosen, initial, startsOpen, scope]
  )
  const setOpen = (line: string, shouldOpen: boolean) =>
    setChosen((now) => new Map(now).set(`${scope} ${line}`, shouldOpen))
  return { isOpen, setOpen, chosen }
}

/**
 * An object that identifies the list. It changes when the query, order, grouping or page has changed and the new rows
 * have arrived. Changes under the same identity are updates.
 */
function useListIdentity(
  key: string,
  rows: unknown,
  { isBusy, isPaged }: { isBusy: boolean; isPaged: boolean }
): object {
  const [memory, setMemory] = useState({ key, rows, list: {}, isAwaited: false })
  let { list } = memory
  if (memory.key !== key || memory.rows !== rows) {
    const isAwaited = memory.isAwaited || memory.key !== key
    // A page from the backend arrives some time after the request.
    const hasArrived = !isPaged || (memory.rows !== rows && !isBusy)
    if (isAwaited && hasArrived) list = {}
    setMemory({ key, rows, list, isAwaited: isAwaited && !hasArrived })
  }
  return list
}

type VisibleLines<R> = {
  items: readonly GridLine<R>[]
  indexOf: ReadonlyMap<string, number>
  /** Number of new lines held back above the view. */
  held: number
  release(): void
}

const none: ReadonlySet<string> = new Set()

/**
 * Holds back new lines that would push down the lines in view.
 * @param list the identity of the list; a new list is shown completely
 * @param topInView the first line in view; undefined at the beginning of the list
 */
function useHeldBackLines<R>(
  { items, indexOf }: Pick<GridModel<R>, 'items' | 'indexOf'>,
  list: unknown,
  topInView: () => string | undefined
): VisibleLines<R> {
  const [memory, setMemory] = useState({ list, indexOf, held: none })
  let { held } = memory
  if (memory.indexOf !== indexOf || memory.list !== list) {
    const top = topInView()
    // At the beginning of a list no line is above the view, so the search for new lines is skipped.
    const isNone = memory.list !== list || (top === undefined && held.size === 0)
    held = isNone ? none : findHeldBack([...indexOf.keys()], memory.indexOf, memory.held, top)
    setMemory({ list, indexOf, held })
  }
  const shown = useMemo(() => {
    if (held.size === 0) return { items, indexOf }
    const rest = items.filter(({ id }) => !held.has(id))
    return { items: rest, indexOf: new Map(rest.map(({ id }, at) => [id, at])) }
  }, [items, indexOf, held])
  return { ...shown, held: held.size, release: () => setMemory((now) => ({ ...now, held: none })) }
}
