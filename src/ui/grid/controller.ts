import { useImperativeHandle, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { formatCount } from '@/shared/format'
import { announce } from '../voice'
import { arrangeColumns, type GroupOptions } from './column'
import { useEndlessList } from './use-endless-list'
import { useExpandedLines } from './use-expanded-lines'
import { useHeldBackLines } from './use-held-back-lines'
import { findIndexBelow, layOutCards, type LineSizes, layOutRows, layOutUnevenRows } from './line-layout'
import { useListIdentity } from './use-list-identity'
import { type GridLine, useGridModel } from './model'
import type { GridHandle, GridProps } from './props'
import { lineName } from './grid-row'
import { moveWithinRow } from './row-controls'
import { useRowSelection } from './use-row-selection'
import { createGridStage } from './grid-stage'
import { countPages, type SortOrder, changeGridView } from './grid-view'

const noGroups = {}

/** The behaviour of a collection, without its rendering. */
export function useGridController<R extends object>(props: GridProps<R>) {
  const { rows, rowId, rowName, childrenOf, view, onView, cursor, paging = 'none', paged, status = 'ready' } = props
  const { parentOf, isSorted, heightOf } = props
  const groups: GroupOptions<R> = props.groups ?? noGroups
  const { isOpen, setOpen, chosen: expanded } = useExpandedLines(groups.startsOpen, groups.scope)
  const [stage] = useState(createGridStage)
  // State, not a ref: the lines render once the element exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [sizes, setSizes] = useState<LineSizes>({ row: 32, card: 128, perLine: 1 })
  const isBusy = props.isBusy === true || status === 'loading'
  const isCards = view.layout === 'cards'

  const columns = useMemo(() => arrangeColumns(props.columns, view), [props.columns, view])
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
  const { items, indexOf, held, release } = useHeldBackLines(model, heldBackList, stage.topInView)
  const lines = useMemo(
    () =>
      isCards
        ? layOutCards(items as readonly GridLine<never>[], sizes)
        : heightOf
          ? layOutUnevenRows(items.map((item) => (item.is === 'row' ? heightOf(item.row, sizes.row) : sizes.row)))
          : layOutRows(items.length, sizes.row),
    [isCards, items, sizes, heightOf]
  )

  const firstOfPage = paging === 'pages' && !model.isTree ? view.pageIndex * view.pageSize : 0
  const total = model.isTree ? items.length : model.total
  const nameAt = (index: number) => {
    const item = items[index]
    return item ? lineName(item, rowName) : ''
  }
  // Not all screen readers announce that a line expands or collapses.
  function setExpanded(item: GridLine<R>, shouldOpen: boolean) {
    setOpen(item.id, shouldOpen)
    const content = item.is === 'group' ? formatCount(item.rows.length, 'row') : 'Child rows'
    announce(`${content} ${shouldOpen ? 'shown' : 'hidden'}.`, { key: 'expanded' })
  }
  /** The row itself, or its nearest shown ancestor; undefined if none is shown. */
  function shownFor(id: string): string | undefined {
    for (let at: string | undefined = id; at !== undefined; at = parentOf?.(at)) if (indexOf.has(at)) return at
    return undefined
  }
  const rowsOf = (item: GridLine<R>) => (item.is === 'row' ? [item.id] : item.rows.map(rowId))
  const pendingFocus = useSyncExternalStore(stage.pendingFocus.subscribe, stage.pendingFocus.get)
  useLayoutEffect(() =>
    stage.afterRender({
      scroller,
      items,
      indexOf,
      lines,
      list,
      cursor,
      onCursor: props.onCursor,
      isReplaced: status !== 'ready',
      groupOf: (id) =>
        items.find((item) => item.is === 'group' && item.rows.some((row) => rowId(row) === id))?.id ?? shownFor(id),
      nameOf: nameAt,
      placeOf: (index) => ({ position: firstOfPage + index + 1, of: total ?? firstOfPage + items.length }),
    })
  )
  useLayoutEffect(() => {
    if (!scroller) return undefined
    const observer = new ResizeObserver(stage.onResize)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [scroller, stage])
  const allIds = () => {
    const ids: string[] = []
    const add = (row: R) => {
      ids.push(rowId(row))
      for (const child of childrenOf?.(row) ?? []) add(child)
    }
    for (const row of rows) add(row)
    return ids
  }
  const selecting = useRowSelection({
    items,
    indexOf,
    rowsOf,
    nameOf: nameAt,
    selection: props.selection,
    onSelect: props.onSelect,
    matching: paged ? paged.total : childrenOf ? allIds().length : rows.length,
    all: props.selectAll ?? (paged ? undefined : allIds),
  })
  const onEnd = useEndlessList({
    isEndless: paging === 'endless',
    isBusy,
    list,
    view,
    onView,
    total: model.total,
    shown: model.shown,
  })

  const cursorIndex = () => (cursor === undefined ? undefined : indexOf.get(shownFor(cursor) ?? cursor))
  const focusIndex = (index: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))]
    if (item) stage.focus(item.id)
    else stage.focusList()
  }
  const goTo = (index: number) => {
    selecting.endRange()
    focusIndex(index)
  }
  const change: GridHandle<R>['change'] = (what) => onView(changeGridView(view, what))
  const titleOf = (id: string) => [...props.columns, ...(groups.by ?? [])].find((one) => one.id === id)?.title ?? id

  const handle: GridHandle<R> = {
    focusRow: stage.focus,
    enter: () => focusIndex(cursorIndex() ?? 0),
    moveBy: (by) => {
      const at = cursorIndex()
      goTo(at === undefined ? 0 : findIndexBelow(lines, at, by))
    },
    first() {
      const first = model.items[0]
      selecting.endRange()
      if (props.news) {
        props.news.show()
        if (props.news.first !== undefined) stage.focus(props.news.first)
        return
      }
      if (held > 0) release()
      if (first) stage.focus(first.id)
      else focusIndex(0)
    },
    last: (row) => goTo(row === undefined ? items.length - 1 : row - 1 - firstOfPage),
    extendBy(by) {
      const from = cursorIndex() ?? 0
      extendTo(from, findIndexBelow(lines, from, by))
    },
    toggle: (count = 1) => selecting.toggle(cursorIndex() ?? 0, count),
    toggleAll: () => void selecting.toggleAll(),
    clear: selecting.clear,
    in() {
      const at = cursorIndex()
      const item = items[at ?? -1]
      if (at === undefined || !item) return false
      if (item.isExpanded === false) {
        stage.focus(item.id)
        setExpanded(item, true)
        return true
      }
      if (!isCards || at === items.length - 1) return false
      goTo(at + 1)
      return true
    },
    out() {
      const at = cursorIndex()
      const item = items[at ?? -1]
      if (at === undefined || !item) return false
      if (item.isExpanded) {
        stage.focus(item.id)
        setExpanded(item, false)
        return true
      }
      if (isCards && at > 0) goTo(at - 1)
      else if (item.parent !== undefined) goTo(indexOf.get(item.parent) ?? 0)
      else return false
      return true
    },
    find(by, fits) {
      const matches = (item: GridLine<R>) =>
        item.is === 'row' ? fits(item.row) : !item.isExpanded && item.rows.some(fits)
      const at = cursorIndex() ?? -1
      const ahead = by > 0 ? items.slice(at + 1) : items.slice(0, Math.max(0, at)).toReversed()
      const found = ahead.filter(matches)[Math.abs(by) - 1]
      if (found) goTo(indexOf.get(found.id) ?? 0)
      return found !== undefined
    },
    neighbourId(id, by) {
      const shown = items.filter((item) => item.is === 'row')
      const at = shown.findIndex((item) => item.id === id)
      return shown[at === -1 && by < 0 ? -1 : at + by]?.id
    },
    isLookedAt: stage.isLookedAt,
    enterCell: () =>
      document.activeElement !== null &&
      stage.contains(document.activeElement) &&
      moveWithinRow(document.activeElement, 1),
    leaveCell() {
      const active = document.activeElement
      const row = active?.closest<HTMLElement>('[data-row]')
      if (!row || row === active || !stage.contains(row)) return false
      row.focus()
      return true
    },
    sortBy(sort: SortOrder | undefined) {
      change({ sort })
      const direction = sort?.isDescending ? 'descending' : 'ascending'
      announce(sort ? `Sorted by ${titleOf(sort.column)}, ${direction}.` : 'Not sorted.', { key: 'order' })
    },
    groupBy(group) {
      const item = items[cursorIndex() ?? -1]
      const column = [...(groups.by ?? []), ...props.columns].find(({ id }) => id === group)
      // Expands the group of the current row, so that the cursor stays on the row.
      if (column?.groupBy && item?.is === 'row') setOpen(`${column.id}:${column.groupBy(item.row)}`, true)
      change({ group })
      announce(group === undefined ? 'Not grouped.' : `Grouped by ${titleOf(group)}.`, { key: 'order' })
    },
    turnPage(by) {
      const pages = total === undefined ? Infinity : countPages(model.total ?? 0, view.pageSize)
      toPage(Math.max(0, Math.min(pages - 1, view.pageIndex + by)), pages)
    },
    change,
  }
  useImperativeHandle(props.ref, () => handle)

  function toPage(pageIndex: number, pages: number) {
    if (pageIndex === view.pageIndex)
      return announce(pageIndex === 0 ? 'This is the first page.' : 'This is the last page.')
    change({ pageIndex })
    announce(`Page ${pageIndex + 1}${Number.isFinite(pages) ? ` of ${pages}` : ''}.`, { key: 'page' })
  }

  function extendTo(from: number, to: number) {
    selecting.extendTo(from, to)
    focusIndex(to)
  }

  const pendingIndex = pendingFocus === undefined ? undefined : indexOf.get(pendingFocus)
  const keep = [cursorIndex(), pendingIndex].flatMap((index) => (index === undefined ? [] : [lines.lineOf(index)]))
  return {
    stage,
    scroller,
    setScroller,
    setSizes,
    columns,
    model,
    items,
    indexOf,
    lines,
    sizes,
    held,
    keep,
    isCards,
    selecting,
    handle,
    onEnd,
    firstOfPage,
    cursorIndex,
    shownFor,
    goTo,
    extendTo,
    setExpanded,
    toPage,
    isBusy: isBusy || selecting.isLoadingAll,
  }
}
