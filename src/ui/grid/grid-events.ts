import type { KeyboardEvent, MouseEvent } from 'react'
import type { GridController } from './controller'
import { findRowId } from './grid-stage'
import { findIndexBelow } from './line-layout'
import type { GridProps } from './props'
import { moveWithinRow } from './row-controls'

/** The handlers of keys and the pointer on the lines of a collection. */
export function createGridEvents<R extends object>(props: GridProps<R>, grid: GridController<R>) {
  const { stage, items, indexOf, selecting } = grid
  return {
    onKeyDown(event: KeyboardEvent) {
      const { target } = event
      if (!(target instanceof HTMLElement) || event.defaultPrevented) return
      const index = indexOf.get(findRowId(target) ?? '')
      if (index === undefined) return
      const isInCell = target.dataset['row'] === undefined
      const action = isInCell ? toCellAction(event.nativeEvent, target) : toRowAction(event)
      if (!action) return
      event.preventDefault()
      if (isInCell && action.is === 'side') moveWithinRow(target, action.by)
      else act(action, index, event.repeat, props, grid)
    },
    onMouseDown(event: MouseEvent) {
      const index = indexOf.get(findRowId(event.target) ?? '')
      if (!event.shiftKey || event.button !== 0 || index === undefined) return
      // Extends before the row takes focus, and prevents text selection.
      event.preventDefault()
      grid.extendTo(grid.cursorIndex() ?? index, index)
    },
    onClick(event: MouseEvent) {
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
    },
  }
}

function act<R extends object>(
  action: GridKeyAction,
  at: number,
  isRepeat: boolean,
  props: GridProps<R>,
  grid: GridController<R>
) {
  const { stage, items, handle } = grid
  switch (action.is) {
    case 'lines':
    case 'page':
    case 'end': {
      const to = destination(action, at, grid)
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

function destination<R extends object>(
  action: GridKeyAction & { is: 'lines' | 'page' | 'end' },
  at: number,
  { stage, items, lines }: GridController<R>
): number {
  if (action.is === 'lines') return findIndexBelow(lines, at, action.by)
  if (action.is === 'end') return action.at === 'first' ? 0 : items.length - 1
  const page = Math.max(1, Math.floor(stage.height() / lines.height(lines.lineOf(at))) - 1)
  return findIndexBelow(lines, at, action.by * page)
}

/** The action of a key while a row has focus. */
type GridKeyAction =
  | { is: 'lines'; by: number; extends: boolean }
  | { is: 'page'; by: 1 | -1; extends: boolean }
  | { is: 'end'; at: 'first' | 'last'; extends: boolean }
  | { is: 'side'; by: 1 | -1 }
  | { is: 'open' | 'toggle' | 'all' | 'controls' }

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The action of a key in the ARIA grid pattern. All other keys are left to the key table. */
function toRowAction({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): GridKeyAction | undefined {
  if (altKey) return undefined
  const isChord = ctrlKey || metaKey
  if (isChord && key === 'Home') return { is: 'end', at: 'first', extends: shiftKey }
  if (isChord && key === 'End') return { is: 'end', at: 'last', extends: shiftKey }
  if (isChord) return key === 'a' && !shiftKey ? { is: 'all' } : undefined
  switch (key) {
    case 'ArrowDown':
      return { is: 'lines', by: 1, extends: shiftKey }
    case 'ArrowUp':
      return { is: 'lines', by: -1, extends: shiftKey }
    case 'PageDown':
      return { is: 'page', by: 1, extends: shiftKey }
    case 'PageUp':
      return { is: 'page', by: -1, extends: shiftKey }
    case 'Home':
      return { is: 'end', at: 'first', extends: shiftKey }
    case 'End':
      return { is: 'end', at: 'last', extends: shiftKey }
    case 'ArrowRight':
      return shiftKey ? undefined : { is: 'side', by: 1 }
    case 'ArrowLeft':
      return shiftKey ? undefined : { is: 'side', by: -1 }
    case 'Enter':
      return shiftKey ? undefined : { is: 'open' }
    case 'F2':
      return shiftKey ? undefined : { is: 'controls' }
    case ' ':
      return shiftKey ? undefined : { is: 'toggle' }
    default:
      return undefined
  }
}

/** The grid action of a key in a control. Text fields keep all their keys; other controls keep all but the arrows. */
function toCellAction(event: globalThis.KeyboardEvent, target: HTMLElement): GridKeyAction | undefined {
  const isText = target.matches('select, textarea, input:not([type="checkbox"], [type="radio"], [type="button"])')
  const action = toRowAction(event)
  return !isText && (action?.is === 'lines' || action?.is === 'side') ? action : undefined
}
