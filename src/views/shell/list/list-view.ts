import { prefs } from '../../../commands/stores/preference-store'
import { DEFAULT_PAGE_SIZE, type GridView, pageSizes, useGridView } from '../../../ui/grid/view'

/** How a list is looked at: its page size is the one that was chosen last, in any list. */
export function useListView(initial: Partial<GridView> = {}): [GridView, (view: GridView) => void] {
  const [view, setView] = useGridView({ pageSize: keptPageSize(), ...initial })
  return [
    view,
    (next) => {
      if (next.pageSize !== view.pageSize) prefs.set((all) => ({ ...all, persistPageSize: next.pageSize }))
      setView(next)
    },
  ]
}

/** What is kept may come from another version: only sizes that can be chosen count. */
function keptPageSize(): number {
  const kept = prefs.get().persistPageSize
  return pageSizes.find((size) => size === kept) ?? DEFAULT_PAGE_SIZE
}
