import { useMemo } from 'react'
import type { GridView } from '../../../ui/grid/view'
import { listUrl } from './list-url'
import { useListView } from './list-view'

/** The view of a list, with its order and page in the address. */
export function useAddressedView(): [GridView, (view: GridView) => void] {
  const { sortBy, sortDesc, pageIndex } = listUrl.use()
  const [kept, setKept] = useListView()
  const sort = useMemo(
    () => (sortBy === undefined ? undefined : { column: sortBy, isDescending: sortDesc }),
    [sortBy, sortDesc]
  )
  return [
    { ...kept, sort, pageIndex },
    (next) => {
      setKept(next)
      if (next.sort !== sort || next.pageIndex !== pageIndex)
        listUrl.set(
          {
            sortBy: next.sort?.column,
            sortDesc: next.sort?.isDescending ?? false,
            pageIndex: next.pageIndex,
          },
          'replace'
        )
    },
  ]
}
