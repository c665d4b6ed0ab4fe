import { announce } from '../voice'
import type { createGridStage } from './grid-stage'
import { changeGridView, countPages } from './grid-view'
import { findIndexBelow } from './line-layout'
import type { GridLine } from './model'
import type { GridHandle, GridProps } from './props'
import { moveWithinRow } from './row-controls'
import type { GridLines } from './use-grid-lines'
import type { useRowSelection } from './use-row-selection'

/** The collection as it was rendered, with its basic actions. */
type RenderedGrid<R extends object> = {
  props: GridProps<R>
  grid: GridLines<R>
  stage: ReturnType<typeof createGridStage>
  selecting: ReturnType<typeof useRowSelection<R>>
  actions: {
    /** The index of the line under the cursor. */
    cursorIndex(): number | undefined
    focusIndex(index: number): void
    /** Focuses a line and ends the extension of the selection. */
    goTo(index: number): void
    /** Extends the selection to a line and focuses it. */
    extendTo(from: number, to: number): void
    setExpanded(item: GridLine<R>, shouldOpen: boolean): void
    toPage(pageIndex: number, pages: number): void
  }
}

/** The actions of commands and keys on a collection. */
export const createGridHandle = <R extends object>(rendered: RenderedGrid<R>): GridHandle<R> => ({
  ...cursorActions(rendered),
  ...levelActions(rendered),
  ...cellActions(rendered),
  ...selectionActions(rendered),
  ...viewActions(rendered),
})

type ActionsOf<R, K extends keyof GridHandle> = Pick<GridHandle<R>, K>

/** Moves the cursor between lines, and finds lines. */
function cursorActions<R extends object>({
  props,
  grid,
  stage,
  selecting,
  actions: { cursorIndex, focusIndex, goTo },
}: RenderedGrid<R>): ActionsOf<
  R,
  'focusRow' | 'enter' | 'moveBy' | 'first' | 'last' | 'find' | 'neighbourId' | 'isLookedAt'
> {
  const { items, indexOf, lines, model, held, release, firstOfPage } = grid
  return {
    focusRow: stage.focus,
    isLookedAt: stage.isLookedAt,
    enter: () => focusIndex(cursorIndex() ?? 0),
    moveBy(by) {
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
  }
}

/** Expands and collapses lines, and moves between levels; among cards, also moves sideways. */
function levelActions<R extends object>({
  grid: { items, indexOf, isCards },
  stage,
  actions: { cursorIndex, goTo, setExpanded },
}: RenderedGrid<R>): ActionsOf<R, 'in' | 'out'> {
  return {
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
  }
}

/** Moves focus between a row and the controls in it. */
const cellActions = <R extends object>({ stage }: RenderedGrid<R>): ActionsOf<R, 'enterCell' | 'leaveCell'> => ({
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
})

const selectionActions = <R extends object>({
  grid: { lines },
  selecting,
  actions: { cursorIndex, extendTo },
}: RenderedGrid<R>): ActionsOf<R, 'extendBy' | 'toggle' | 'toggleAll' | 'clear'> => ({
  extendBy(by) {
    const from = cursorIndex() ?? 0
    extendTo(from, findIndexBelow(lines, from, by))
  },
  toggle: (count = 1) => selecting.toggle(cursorIndex() ?? 0, count),
  toggleAll: () => void selecting.toggleAll(),
  clear: selecting.clear,
})

/** Changes the order, the grouping and the page. */
function viewActions<R extends object>({
  props: { view, onView, columns },
  grid: { groups, items, model, total, setOpen },
  actions: { cursorIndex, toPage },
}: RenderedGrid<R>): ActionsOf<R, 'sortBy' | 'groupBy' | 'turnPage' | 'change'> {
  const change: GridHandle<R>['change'] = (what) => onView(changeGridView(view, what))
  const titleOf = (id: string) => [...columns, ...(groups.by ?? [])].find((one) => one.id === id)?.title ?? id
  return {
    sortBy(sort) {
      change({ sort })
      const direction = sort?.isDescending ? 'descending' : 'ascending'
      announce(sort ? `Sorted by ${titleOf(sort.column)}, ${direction}.` : 'Not sorted.', { key: 'order' })
    },
    groupBy(group) {
      const item = items[cursorIndex() ?? -1]
      const column = [...(groups.by ?? []), ...columns].find(({ id }) => id === group)
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
}
