import { useEffect, useRef } from 'react'
import { formatCount } from '@/shared/format'
import { announce } from '../voice'
import { type GridView, hasMoreRows } from './grid-view'

/** Doubles an endless list when its end is reached, and announces the number of new rows once. */
export function useEndlessList({
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
