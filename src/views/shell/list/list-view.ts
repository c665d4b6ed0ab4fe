import { prefs } from '../../../commands/stores/preference-store'
import { usePreferences } from '../stores'
import { DEFAULT_PAGE_SIZE, type GridView, pageSizes, useGridView } from '../../../ui/grid/view'

/** The view of a list; its page size is the last that was chosen in any list, and its density that of all. */
export function useListView(initial: Partial<GridView> = {}): [GridView, (view: GridView) => void] {
  const { density } = usePreferences()
  const [view, setView] = useGridView({ pageSize: keptPageSize(), ...initial })
  return [
    { ...view, density },
    (next) => {
      if (next.pageSize !== view.pageSize) prefs.set((all) => ({ ...all, persistPageSize: next.pageSize }))
      setView(next)
    },
  ]
}

/** The stored size may come from another version, so it must be one that can be chosen. */
export function keptPageSize(): number {
  const kept = prefs.get().persistPageSize
  return pageSizes.find((size) => size === kept) ?? DEFAULT_PAGE_SIZE
}
