import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatCount } from '@/shared/format'
import { useResize } from '../hooks'
import { announce } from '../voice'
import { createGridHandle } from './grid-handle'
import { createGridStage } from './grid-stage'
import { changeGridView, type GridView, hasMoreRows } from './grid-view'
import type { GridLine } from './model'
import type { GridProps } from './props'
import { useGridLines } from './use-grid-lines'
import { useRowSelection } from './use-row-selection'

/** The behaviour of a collection, without its rendering. */
export function useGridController<R extends object>(props: GridProps<R>) {
  const { rows, rowId, childrenOf, view, onView, cursor, paging = 'none', paged, status = 'ready' } = props
  const [stage] = useState(createGridStage)
  // State, not a ref: the lines render once the element exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const isBusy = props.isBusy === true || status === 'loading'
  const grid = useGridLines(props, { isBusy, topInView: stage.topInView })
  const { model, items, indexOf, lines, list, firstOfPage, total, nameAt, shownFor } = grid

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
  useResize(scroller, stage.onResize)
  const allIds = () => listIds(rows, rowId, childrenOf)
  const selecting = useRowSelection({
    items,
    indexOf,
    rowsOf: (item) => (item.is === 'row' ? [item.id] : item.rows.map(rowId)),
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
  const actions = {
    cursorIndex,
    focusIndex,
    goTo(index: number) {
      selecting.endRange()
      focusIndex(index)
    },
    extendTo(from: number, to: number) {
      selecting.extendTo(from, to)
      focusIndex(to)
    },
    setExpanded(item: GridLine<R>, shouldOpen: boolean) {
      grid.setOpen(item.id, shouldOpen)
      announceExpansion(item, shouldOpen)
    },
    toPage(pageIndex: number, pages: number) {
      if (pageIndex !== view.pageIndex) onView(changeGridView(view, { pageIndex }))
      announcePage(pageIndex, pages, view)
    },
  }
  const handle = createGridHandle({ props, grid, stage, selecting, actions })
  useImperativeHandle(props.ref, () => handle)

  const pendingIndex = pendingFocus === undefined ? undefined : indexOf.get(pendingFocus)
  const keep = [cursorIndex(), pendingIndex].flatMap((index) => (index === undefined ? [] : [lines.lineOf(index)]))
  return {
    ...grid,
    ...actions,
    stage,
    scroller,
    setScroller,
    /** The lines that stay in the document, because they have or get focus. */
    keep,
    selecting,
    handle,
    onEnd,
    isBusy: isBusy || selecting.isLoadingAll,
  }
}

export type GridController<R extends object> = ReturnType<typeof useGridController<R>>

/** Not all screen readers announce that a line expands or collapses. */
function announceExpansion<R>(item: GridLine<R>, isOpen: boolean) {
  const content = item.is === 'group' ? formatCount(item.rows.length, 'row') : 'Child rows'
  announce(`${content} ${isOpen ? 'shown' : 'hidden'}.`, { key: 'expanded' })
}

/** Announces the requested page, or that it is the current one. */
function announcePage(requested: number, pages: number, { pageIndex }: GridView) {
  if (requested === pageIndex) announce(requested === 0 ? 'This is the first page.' : 'This is the last page.')
  else announce(`Page ${requested + 1}${Number.isFinite(pages) ? ` of ${pages}` : ''}.`, { key: 'page' })
}

/** The ids of all loaded rows, with those of child rows. */
function listIds<R extends object>(
  rows: readonly R[],
  rowId: GridProps<R>['rowId'],
  childrenOf: GridProps<R>['childrenOf']
): string[] {
  return rows.flatMap((row) => [rowId(row), ...listIds(childrenOf?.(row) ?? [], rowId, childrenOf)])
}

/** Doubles an endless list when its end is reached, and announces the number of new rows once. */
function useEndlessList({
  isEndless,
  isBusy,
  shown,
  total,
  list,
  view,
  onView,
}: {
  isEndless: boolean
  isBusy: boolean
  /** Number of top-level rows. */
  shown: number
  total: number | undefined
  list: unknown
  view: GridView
  onView(view: GridView): void
}) {
  /** The row count and the list at the time of the last request for more. */
  const requested = useRef<{ at: number; list: unknown } | undefined>(undefined)

  useEffect(() => {
    const before = requested.current
    if (!before || before.list !== list || shown <= before.at) return
    requested.current = undefined
    announce(`${formatCount(shown - before.at, 'more row')}.`)
  }, [shown, list])

  /** To be called when the last row is in view. */
  return () => {
    const isRequested = requested.current?.at === shown && requested.current.list === list
    if (!isEndless || isBusy || isRequested || shown === 0 || !hasMoreRows(shown, total)) return
    requested.current = { at: shown, list }
    onView({ ...view, reach: Math.max(view.pageSize, view.reach) * 2 })
  }
}
