import { useImperativeHandle, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { formatCount } from '../../lib/format'
import { announce } from '../voice'
import { arrange, type Groups } from './column'
import { useEndless } from './endless'
import { useExpanded } from './expanded'
import { useHeldBack } from './held'
import { indexBelow, cardLines, type Sizes, tableLines, unevenLines } from './lines'
import { useList } from './list'
import { type Item, useModel } from './model'
import type { GridHandle, GridProps } from './props'
import { nameOf } from './row'
import { stepCell } from './controls'
import { useSelecting } from './selecting'
import { createStage } from './stage'
import { pageCount, type Sort, withChange } from './view'

const noGroups = {}

/** The behaviour of a collection, without its rendering. */
export function useController<R extends object>(props: GridProps<R>) {
  const { rows, rowId, rowName, childrenOf, view, onView, cursor, paging = 'none', paged, status = 'ready' } = props
  const { parentOf, isSorted, heightOf } = props
  const groups: Groups<R> = props.groups ?? noGroups
  const { isOpen, setOpen, chosen: expanded } = useExpanded(groups.startsOpen, groups.scope)
  const [stage] = useState(createStage)
  // State, not a ref: the lines render once the element exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [sizes, setSizes] = useState<Sizes>({ row: 32, card: 128, perLine: 1 })
  const isBusy = props.isBusy === true || status === 'loading'
  const isCards = view.layout === 'cards'

  const columns = useMemo(() => arrange(props.columns, view), [props.columns, view])
  const model = useModel({
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
  const list = useList(key, rows, { isBusy, isPaged: paged !== undefined })
  // Rows that the user expands are not held back: expanding counts as a new list.
  const heldBackList = useMemo(() => ({ list, expanded }), [list, expanded])
  const { items, indexOf, held, release } = useHeldBack(model, heldBackList, stage.topInView)
  const lines = useMemo(
    () =>
      isCards
        ? cardLines(items as readonly Item<never>[], sizes)
        : heightOf
          ? unevenLines(items.map((item) => (item.is === 'row' ? heightOf(item.row, sizes.row) : sizes.row)))
          : tableLines(items.length, sizes.row),
    [isCards, items, sizes, heightOf]
  )

  const firstOfPage = paging === 'pages' && !model.isTree ? view.pageIndex * view.pageSize : 0
  const total = model.isTree ? items.length : model.total
  const nameAt = (index: number) => {
    const item = items[index]
    return item ? nameOf(item, rowName) : ''
  }
  // Not all screen readers announce that a line expands or collapses.
  function setExpanded(item: Item<R>, shouldOpen: boolean) {
    setOpen(item.id, shouldOpen)
    const content = item.is === 'group' ? formatCount(item.rows.length, 'row') : 'Child rows'
    announce(`${content} ${shouldOpen ? 'shown' : 'hidden'}.`, { key: 'expanded' })
  }
  /** The row itself, or its nearest shown ancestor; undefined if none is shown. */
  function shownFor(id: string): string | undefined {
    for (let at: string | undefined = id; at !== undefined; at = parentOf?.(at)) if (indexOf.has(at)) return at
    return undefined
  }
  const rowsOf = (item: Item<R>) => (item.is === 'row' ? [item.id] : item.rows.map(rowId))
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
  const selecting = useSelecting({
    items,
    indexOf,
    rowsOf,
    nameOf: nameAt,
    selection: props.selection,
    onSelect: props.onSelect,
    matching: paged ? paged.total : childrenOf ? allIds().length : rows.length,
    all: props.selectAll ?? (paged ? undefined : allIds),
  })
  const onEnd = useEndless({
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
  const change: GridHandle<R>['change'] = (what) => onView(withChange(view, what))
  const titleOf = (id: string) => [...props.columns, ...(groups.by ?? [])].find((one) => one.id === id)?.title ?? id

  const handle: GridHandle<R> = {
    focusRow: stage.focus,
    enter: () => focusIndex(cursorIndex() ?? 0),
    moveBy: (by) => {
      const at = cursorIndex()
      goTo(at === undefined ? 0 : indexBelow(lines, at, by))
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
      extendTo(from, indexBelow(lines, from, by))
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
      const matches = (item: Item<R>) => (item.is === 'row' ? fits(item.row) : !item.isExpanded && item.rows.some(fits))
      const at = cursorIndex() ?? -1
      const ahead = by > 0 ? items.slice(at + 1) : items.slice(0, Math.max(0, at)).toReversed()
      const found = ahead.filter(matches)[Math.abs(by) - 1]
      if (found) goTo(indexOf.get(found.id) ?? 0)
      return found !== undefined
    },
    beside(id, by) {
      const shown = items.filter((item) => item.is === 'row')
      const at = shown.findIndex((item) => item.id === id)
      return shown[at === -1 && by < 0 ? -1 : at + by]?.id
    },
    isLookedAt: stage.isLookedAt,
    enterCell: () =>
      document.activeElement !== null && stage.contains(document.activeElement) && stepCell(document.activeElement, 1),
    leaveCell() {
      const active = document.activeElement
      const row = active?.closest<HTMLElement>('[data-row]')
      if (!row || row === active || !stage.contains(row)) return false
      row.focus()
      return true
    },
    sortBy(sort: Sort | undefined) {
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
      const pages = total === undefined ? Infinity : pageCount(model.total ?? 0, view.pageSize)
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
