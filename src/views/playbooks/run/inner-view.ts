import { useMemo, useState } from 'react'
import { type GridView, plainView, type Sort } from '../../../ui/grid/view'
import { usePreferences } from '../../shell/stores'

/** The view of a list within a step: the order of its rows is its own, and is not in the address. The same object until it changes. */
export function useInnerView(): [GridView, (view: GridView) => void] {
  const { density } = usePreferences()
  const [sort, setSort] = useState<Sort>()
  const view = useMemo(() => ({ ...plainView, density, sort, layout: 'table' as const }), [density, sort])
  return [view, (next) => setSort(next.sort)]
}
