import { useMemo, useState } from 'react'
import { type GridView, plainView, type Sort } from '../../../ui/grid/view'
import { usePreferences } from '../../shell/stores'

/** The view of a list inside of a step. Its sort order is local state and not in the URL. The object is stable. */
export function useInnerView(): [GridView, (view: GridView) => void] {
  const { density } = usePreferences()
  const [sort, setSort] = useState<Sort>()
  const view = useMemo(() => ({ ...plainView, density, sort, layout: 'table' as const }), [density, sort])
  return [view, (next) => setSort(next.sort)]
}
