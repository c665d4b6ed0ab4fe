import { prefs } from '@/commands/stores/preference-store'
import { usePreferences } from '../stores'
import { DEFAULT_PAGE_SIZE, type GridView, pageSizes, useGridView } from '@/ui/grid/grid-view'

/** The view of a list. The page size is the last one chosen in any list, and the density is that of all lists. */
export function useListView(initial: Partial<GridView> = {}): [GridView, (view: GridView) => void] {
  const { density } = usePreferences()
  const [view, setView] = useGridView({ pageSize: storedPageSize(), ...initial })
  return [
    { ...view, density },
    (next) => {
      if (next.pageSize !== view.pageSize) prefs.set((all) => ({ ...all, persistPageSize: next.pageSize }))
      setView(next)
    },
  ]
}

/** The stored page size, if it is one of the choices: it may have been stored by another version. */
export function storedPageSize(): number {
  const kept = prefs.get().persistPageSize
  return pageSizes.find((size) => size === kept) ?? DEFAULT_PAGE_SIZE
}
