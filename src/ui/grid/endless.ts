import { useEffect, useRef } from 'react'
import { formatCount } from '../../lib/format'
import { announce } from '../voice'
import { type GridView, hasMore } from './view'

/** Doubles an endless list when its end is reached, and says once how many rows came. */
export function useEndless({
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
  /** Rows at the top level. */
  shown: number
  total: number | undefined
  list: unknown
  view: GridView
  onView(view: GridView): void
}) {
  /** How many there were when more were asked for, and of which list. */
  const asked = useRef<{ at: number; list: unknown } | undefined>(undefined)

  useEffect(() => {
    const before = asked.current
    if (!before || before.list !== list || shown <= before.at) return
    asked.current = undefined
    announce(`${formatCount(shown - before.at, 'more row')}.`)
  }, [shown, list])

  /** The last row is in view. */
  return () => {
    const isAsked = asked.current?.at === shown && asked.current.list === list
    if (!isEndless || isBusy || isAsked || shown === 0 || !hasMore(shown, total)) return
    asked.current = { at: shown, list }
    onView({ ...view, reach: Math.max(view.pageSize, view.reach) * 2 })
  }
}
