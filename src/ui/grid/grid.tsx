import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../button'
import { useAnnouncement } from '../hooks'
import { GridBody } from './grid-body'
import { DefaultCard } from './cards'
import { findNameLength, toGridTracks } from './column'
import { type GridController, useGridController } from './controller'
import css from './grid.module.css'
import { GridHeader } from './grid-header'
import { createGridEvents } from './grid-events'
import type { GridLine } from './model'
import { SizeProbes } from './size-probes'
import type { GridProps } from './props'
import { countHiddenRows } from './selection'
import { nextSort, countPages } from './grid-view'

/**
 * A collection as a table, a tree or cards, with one tab stop. Rows take DOM focus instead of being an active
 * descendant: screen readers speak it sooner, and magnifiers and speech control follow it. Only the lines near the view
 * are in the document.
 */
export function Grid<R extends object>(props: GridProps<R>) {
  const { label, rowName, rowLabel, view, selection, open, status = 'ready', cursor } = props
  const grid = useGridController(props)
  const { stage, setScroller, sizes, items, lines, columns, model, held, handle, isCards } = grid
  const tabStop = (cursor === undefined ? undefined : grid.shownFor(cursor)) ?? items[0]?.id
  const failure = typeof status === 'object' ? status.failed : undefined
  useAnnouncement(failure)
  const events = createGridEvents(props, grid)
  const nameLength = useNameLength(items, columns[0]?.isName ? rowName : undefined)

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
      data-cards={isCards || undefined}
      data-wraps={(!isCards && columns.some(({ wraps }) => wraps)) || undefined}
      data-stacks={(!isCards && columns.some(({ below }) => below)) || undefined}
      style={{ ...toGridTracks(columns, view.widths, nameLength), ...(props.cardSize && cardWidth(props.cardSize)) }}
    >
      <SizeProbes onSizes={grid.setSizes} cardWidth={props.cardSize?.width} />
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
        {...events}
        onFocus={stage.onFocus}
        onBlur={stage.onBlur}
        onScroll={stage.onScroll}
      >
        {!isCards && (
          <GridHeader
            ref={(element) => stage.setHead(element)}
            columns={columns}
            sort={view.sort}
            onSort={(column) => handle.sortBy(nextSort(view.sort, column))}
            arrangement={{ all: props.columns, layout: view, onLayout: handle.change }}
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
            isUneven={props.cardSize !== undefined}
            firstIndex={grid.firstOfPage + 1 + heading}
            onEnd={grid.onEnd}
            onRendered={stage.focusPending}
          />
        )}
      </div>
      <BelowRows props={props} grid={grid} news={news} />
    </div>
  )
}

/** The length of the longest name so far, so that columns keep their places while the user searches. */
function useNameLength<R>(lines: readonly GridLine<R>[], nameOf: ((row: R) => string) | undefined): number {
  const [longest, setLongest] = useState(0)
  if (!nameOf) return 0
  const length = findNameLength(lines, nameOf)
  if (length > longest) setLongest(length)
  return Math.max(longest, length)
}

type BelowProps<R extends object> = { props: GridProps<R>; grid: GridController<R>; news: string | undefined }

/** New rows that are held back, the bar of the selection, and the pager. */
function BelowRows<R extends object>({ props, grid: { model, indexOf, handle, toPage }, news }: BelowProps<R>) {
  const { label, view, selection, paging = 'none', Pager } = props
  // All rows may be selected, so the count is not repeated at every key press.
  const outOfSight = useMemo(() => countHiddenRows(selection, indexOf), [selection, indexOf])
  return (
    <>
      {news !== undefined && (
        <Button className={css.held} onPress={handle.first}>
          {news}
        </Button>
      )}
      {selection.size > 0 && props.renderBar?.({ count: selection.size, outOfSight })}
      {paging !== 'none' && Pager && (
        <Pager
          label={label}
          view={view}
          total={model.total}
          shown={model.shown}
          isEndless={paging === 'endless'}
          onPage={(index) =>
            toPage(index, model.total === undefined ? Infinity : countPages(model.total, view.pageSize))
          }
          onPageSize={(pageSize) => handle.change({ pageSize })}
        />
      )}
    </>
  )
}

const cardWidth = ({ width }: { width: number }) => ({ '--card-least': `${width}px` }) as object

type MessageProps = {
  columns: number
  isBad: boolean
  /** Set on removal: whether the message had focus. */
  hadFocus: RefObject<boolean>
  children: ReactNode
}

/** The message of an empty grid. It has the role of a row, because a grid may only contain rows. */
function Message({ columns, isBad, hadFocus, children }: MessageProps) {
  const reportFocus = useCallback(
    (message: HTMLDivElement) => () => {
      hadFocus.current = message.contains(document.activeElement)
    },
    [hadFocus]
  )
  return (
    <div ref={reportFocus} role="rowgroup">
      <div role="row">
        <div role="gridcell" aria-colspan={columns} className={css.message} data-tone={isBad ? 'bad' : undefined}>
          {children}
        </div>
      </div>
    </div>
  )
}
