import { announce } from '../voice'
import { fitColumnWidth, moveColumn } from './column-order'
import type { ColumnLayout } from './grid-view'

const STEP = 16
/** A press that moves less than this many pixels sorts the rows. */
const DRAG_START = 6

export type HeaderColumns = {
  /** All columns, including hidden ones. */
  all: readonly { id: string; title: string }[]
  layout: Pick<ColumnLayout, 'order' | 'widths'>
  onLayout(change: Partial<ColumnLayout>): void
}

const idOf = (cell: HTMLElement) => cell.dataset['column'] ?? ''

const setWidth = ({ layout, onLayout }: HeaderColumns, id: string, width: number) =>
  onLayout({ widths: { ...layout.widths, [id]: fitColumnWidth(width) } })

/** Makes a column wider or narrower by one step. */
export function stepWidth(cell: HTMLElement, side: number, columns: HeaderColumns): void {
  setWidth(columns, idOf(cell), cell.offsetWidth + side * STEP)
}

/** Follows the pointer from its press on a header: on the edge it resizes the column, elsewhere it moves the column. */
export function dragHeader(press: PointerEvent, cell: HTMLElement, isEdge: boolean, columns: HeaderColumns): void {
  const width = cell.offsetWidth
  let isDragged = isEdge
  let over: HTMLElement | undefined
  const headers = [...(cell.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement)
  const mark = (next: HTMLElement | undefined) => {
    if (over) delete over.dataset['drop']
    over = next
    if (over) over.dataset['drop'] = headers.indexOf(over) < headers.indexOf(cell) ? 'before' : 'after'
  }
  const move = ({ clientX }: PointerEvent) => {
    isDragged ||= Math.abs(clientX - press.clientX) > DRAG_START
    if (isEdge) setWidth(columns, idOf(cell), width + clientX - press.clientX)
    else if (isDragged) {
      const under = headers.find((one) => {
        const { left, right } = one.getBoundingClientRect()
        return one !== headers[0] && one !== cell && clientX >= left && clientX <= right
      })
      mark(under)
    }
  }
  const end = ({ type }: PointerEvent) => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    const to = over
    mark(undefined)
    if (!isDragged) return
    // The release after a drag is not a press of the title.
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, { capture: true }))
    if (to && type === 'pointerup') moveTo(columns, idOf(cell), idOf(to))
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}

const stop = (event: Event) => event.stopPropagation()

function moveTo({ all, layout: { order }, onLayout }: HeaderColumns, id: string, target: string) {
  const ids = moveColumn(all, order, id, 0)
  const next = moveColumn(all, order, id, ids.indexOf(target) - ids.indexOf(id))
  onLayout({ order: next })
  announce(`${all.find((column) => column.id === id)?.title ?? id}, column ${next.indexOf(id) + 1} of ${next.length}.`)
}
