import { useMemo, useState } from 'react'
import { type GridView, defaultGridView, type SortOrder } from '@/ui/grid/grid-view'
import { usePreferences } from '../../shared/stores'

/** The view of a list inside of a step. Its sort order is local state and not in the URL. The object is stable. */
export function useInnerView(): [GridView, (view: GridView) => void] {
  const { density } = usePreferences()
  const [sort, setSort] = useState<SortOrder>()
  const view = useMemo(() => ({ ...defaultGridView, density, sort, layout: 'table' as const }), [density, sort])
  return [view, (next) => setSort(next.sort)]
}
