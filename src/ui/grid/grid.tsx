import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { Button } from '../button'
import { announce } from '../voice'
import { GridBody } from './grid-body'
import { DefaultCard } from './cards'
import { toGridTracks } from './column'
import { useGridController } from './controller'
import css from './grid.module.css'
import { GridHeader } from './grid-header'
import { type GridKeyAction, toGridKeyAction } from './grid-keys'
import { findIndexBelow } from './line-layout'
import type { GridLine } from './model'
import { SizeProbes } from './size-probes'
import type { CardSize, GridProps } from './props'
import { countHiddenRows } from './selection'
import { findRowId } from './grid-stage'
import { moveWithinRow } from './row-controls'
import { nextSort, countPages } from './grid-view'

/**
 * A collection as a table, a tree or cards, with one tab stop. Rows take DOM focus instead of being an active
 * descendant: screen readers speak it sooner, and magnifiers and speech control follow it. Only the lines near the view
 * are in the document.
 */
export function Grid<R extends object>(props: GridProps<R>) {
  const { label, rowName, rowLabel, view, selection, open, paging = 'none', Pager, status = 'ready', cursor } = props
  const grid = useGridController(props)
  const { stage, setScroller, sizes, items, indexOf, lines, columns, model, held, selecting, handle, isCards } = grid
  // All rows may be selected, so the count is not repeated at every key press.
  const hidden = useMemo(() => countHiddenRows(selection, indexOf), [selection, indexOf])
  const tabStop = (cursor === undefined ? undefined : grid.shownFor(cursor)) ?? items[0]?.id
  const failure = typeof status === 'object' ? status.failed : undefined
  useEffect(() => {
    if (failure !== undefined) announce(failure)
  }, [failure])

  function onKeyDown(event: KeyboardEvent) {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return
    const index = indexOf.get(findRowId(target) ?? '')
    if (index === undefined) return
    const isInCell = target.dataset['row'] === undefined
    const action = isInCell ? inCell(event.nativeEvent, target) : toGridKeyAction(event)
    if (!action) return
    event.preventDefault()
    if (isInCell && action.is === 'side') moveWithinRow(target, action.by)
    else act(action, index, event.repeat)
  }

  function act(action: GridKeyAction, at: number, isRepeat: boolean) {
    switch (action.is) {
      case 'lines':
      case 'page':
      case 'end': {
        const to = destination(action, at)
        if (action.extends) return grid.extendTo(at, to)
        // Up from the first row goes to the header, but not while the key is held down.
        if (action.is === 'lines' && action.by < 0 && at === 0 && !isRepeat && stage.focusHead()) return
        return grid.goTo(to)
      }
      case 'side': {
        if (action.by < 0) return void handle.out()
        if (!handle.in()) handle.enterCell()
        return
      }
      case 'open': {
        const item = items[at]
        if (item?.is === 'row') props.onOpen(item.row)
        else if (item) grid.setExpanded(item, !item.isExpanded)
        return
      }
      case 'controls':
        return void handle.enterCell()
      case 'toggle':
        return handle.toggle()
      case 'all':
        return handle.toggleAll()
    }
  }

  function destination(action: GridKeyAction, at: number): number {
    if (action.is === 'lines') return findIndexBelow(lines, at, action.by)
    if (action.is === 'end') return action.at === 'first' ? 0 : items.length - 1
    const page = Math.max(1, Math.floor(stage.height() / lines.height(lines.lineOf(at))) - 1)
    return action.is === 'page' ? findIndexBelow(lines, at, action.by * page) : at
  }

  function onMouseDown(event: MouseEvent) {
    const index = indexOf.get(findRowId(event.target) ?? '')
    if (!event.shiftKey || event.button !== 0 || index === undefined) return
    // Extends before the row takes focus, and prevents text selection.
    event.preventDefault()
    grid.extendTo(grid.cursorIndex() ?? index, index)
  }

  function onClick(event: MouseEvent) {
    const { target } = event
    const index = indexOf.get(findRowId(target) ?? '')
    const item = items[index ?? -1]
    if (!(target instanceof Element) || index === undefined || !item || event.shiftKey) return
    if (target.matches('[data-tick]') || ((event.ctrlKey || event.metaKey) && !target.closest('a')))
      return selecting.toggle(index)
    const isRowLink = target.closest('a[data-row-link]') !== null && !event.ctrlKey && !event.metaKey
    // A plain click on the row's link opens the row without leaving the page.
    if (isRowLink) {
      event.preventDefault()
      stage.focus(item.id)
    }
    // A click on a checkbox label is followed by a click on the checkbox.
    else if (target.closest('label, a, button, input, select, textarea')) return
    if (target.closest('[data-twisty]') || item.is === 'group') grid.setExpanded(item, !item.isExpanded)
    else props.onPress(item.row)
  }

  // After a button in the message was pressed, focus moves to the rows that replace the message.
  const leftMessage = useRef(false)
  useLayoutEffect(() => {
    if (leftMessage.current && items.length > 0) handle.enter()
    leftMessage.current = false
  })

  const stateOf = (item: GridLine<R>) => ({
    isTabStop: item.id === tabStop,
    isSelected: item.is === 'row' ? selection.has(item.id) : item.rows.every((row) => selection.has(props.rowId(row))),
    isOpen: item.id === open,
    isDeleted: props.gone?.has(item.id) === true,
  })
  const card = isCards ? (props.card ?? ((row: R) => <DefaultCard columns={columns} row={row} />)) : undefined
  const heading = isCards ? 0 : 1
  const rowCount = model.isTree ? items.length : model.total
  const newCount = held + (props.news?.count ?? 0)
  const news = newCount > 0 ? `${newCount.toLocaleString('en')} new` : undefined

  return (
    <div
      className={css.frame}
      data-density={view.density}
      data-wraps={(!isCards && columns.some(({ wraps }) => wraps)) || undefined}
      data-stacks={(!isCards && columns.some(({ below }) => below)) || undefined}
      style={{ ...toGridTracks(columns, view.widths), ...(props.cardSize && cardWidth(props.cardSize)) }}
    >
      <SizeProbes onSizes={grid.setSizes} cardSize={props.cardSize} />
      {/* The role is either grid or treegrid, which the linter cannot see. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={setScroller}
        role={model.isTree ? 'treegrid' : 'grid'}
        tabIndex={items.length === 0 ? 0 : -1}
        aria-label={label}
        {...(news === undefined ? {} : { 'aria-description': news })}
        aria-rowcount={rowCount === undefined ? -1 : rowCount + heading}
        aria-colcount={isCards ? 1 : columns.length}
        aria-multiselectable="true"
        aria-busy={grid.isBusy}
        className={css.grid}
        data-ticking={selection.size > 0 || undefined}
        onKeyDown={onKeyDown}
        onFocus={stage.onFocus}
        onBlur={stage.onBlur}
        onScroll={stage.onScroll}
        onMouseDown={onMouseDown}
        onClick={onClick}
      >
        {!isCards && (
          <GridHeader
            ref={(element) => stage.setHead(element)}
            columns={columns}
            sort={view.sort}
            onSort={(column) => handle.sortBy(nextSort(view.sort, column))}
            onWidth={(column, width) => handle.change({ widths: { ...view.widths, [column]: width } })}
            onLeave={handle.enter}
          />
        )}
        {items.length === 0 ? (
          <Message columns={columns.length} isBad={failure !== undefined} hadFocus={leftMessage}>
            {status === 'loading' ? 'loading data...' : (failure ?? props.empty ?? 'No data available')}
            {typeof status === 'object' && status.actions}
          </Message>
        ) : (
          <GridBody
            {...{ scroller: grid.scroller, items, lines, columns, rowName, rowLabel, stateOf, card }}
            groupLabel={props.groups?.label}
            groupLine={props.groups?.renderLine}
            groupMark={props.groups?.renderMark}
            deferredRows={props.deferredRows}
            note={props.groups?.renderNote}
            keep={grid.keep}
            isTree={model.isTree}
            perLine={sizes.perLine}
            cardSize={props.cardSize}
            firstIndex={grid.firstOfPage + 1 + heading}
            onEnd={grid.onEnd}
            onRendered={stage.focusPending}
          />
        )}
      </div>
      {news !== undefined && (
        <Button className={css.held} onPress={handle.first}>
          {news}
        </Button>
      )}
      {selection.size > 0 && props.renderBar?.({ count: selection.size, outOfSight: hidden })}
      {paging !== 'none' && Pager && (
        <Pager
          label={label}
          view={view}
          total={model.total}
          shown={model.shown}
          isEndless={paging === 'endless'}
          onPage={(index) =>
            grid.toPage(index, model.total === undefined ? Infinity : countPages(model.total, view.pageSize))
          }
          onPageSize={(pageSize) => handle.change({ pageSize })}
        />
      )}
    </div>
  )
}

const cardWidth = ({ width }: CardSize) => ({ '--card-least': `${width}px` }) as object

type MessageProps = {
  columns: number
  isBad: boolean
  /** Set on removal: whether the message had focus. */
  hadFocus: RefObject<boolean>
  children: ReactNode
}

/** The message of an empty grid. It has the role of a row, because a grid may only contain rows. */
function Message({ columns, isBad, hadFocus, children }: MessageProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      hadFocus.current = element?.contains(document.activeElement) ?? false
    }
  }, [hadFocus])
  return (
    <div ref={box} role="rowgroup">
      <div role="row">
        <div role="gridcell" aria-colspan={columns} className={css.message} data-tone={isBad ? 'bad' : undefined}>
          {children}
        </div>
      </div>
    </div>
  )
}

/** The grid action of a key in a control. Text fields keep all their keys; other controls keep all but the arrows. */
function inCell(event: globalThis.KeyboardEvent, target: HTMLElement): GridKeyAction | undefined {
  const isText = target.matches('select, textarea, input:not([type="checkbox"], [type="radio"], [type="button"])')
  const action = toGridKeyAction(event)
  return !isText && (action?.is === 'lines' || action?.is === 'side') ? action : undefined
}
