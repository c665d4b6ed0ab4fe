import { useMemo } from 'react'
import type { GridView, SortOrder } from '@/ui/grid/grid-view'
import type { AddressChange } from '../url-state/url-state'
import { listUrl } from './list-url'
import { useListView } from './list-view'

/** The order, groups, page and layout of a list, as in the address fields `sorting`, `grouping` and `paging`. */
export type ListAddress = {
  sortBy: string | undefined
  sortOrder: 'asc' | 'desc' | undefined
  /** Absent if the grouping is not part of the address. */
  groupBy?: string | undefined
  pageIndex: number
  pageSize: number | undefined
  /** Absent if the layout is not part of the address. */
  layout?: GridView['layout']
}

export const parseAddressSort = ({
  sortBy,
  sortOrder,
}: Pick<ListAddress, 'sortBy' | 'sortOrder'>): SortOrder | undefined =>
  sortBy === undefined ? undefined : { column: sortBy, isDescending: sortOrder === 'desc' }

const NOT_GROUPED = 'none'

/** The address state of a list that is grouped by `usual` by default. */
export const createGroupedAddress = (usual: string) => ({
  use(): ListAddress {
    const { groupBy, ...rest } = listUrl.use()
    return { ...rest, groupBy: groupBy === NOT_GROUPED ? undefined : (groupBy ?? usual) }
  },
  set: ({ groupBy = NOT_GROUPED, ...rest }: ListAddress, how: AddressChange) =>
    listUrl.set({ ...rest, groupBy: groupBy === usual ? undefined : groupBy }, how),
})

/**
 * The view of a list, with its order, groups and page in the address.
 * @param url the address state; a second list on a page needs its own parameters
 * @param usualPageSize replaces the preferred page size, which the list then does not change
 */
export function useAddressedView(
  url: { use(): ListAddress; set(address: ListAddress, how: AddressChange): void } = listUrl,
  usualPageSize?: number
): [GridView, (view: GridView) => void] {
  const address = url.use()
  const { sortBy, sortOrder, pageIndex, pageSize } = address
  const [kept, setKept] = useListView()
  const sort = useMemo(() => parseAddressSort({ sortBy, sortOrder }), [sortBy, sortOrder])
  const group = 'groupBy' in address ? address.groupBy : kept.group
  const layout = address.layout ?? kept.layout
  const view: GridView = {
    ...kept,
    sort,
    group,
    layout,
    pageIndex,
    pageSize: pageSize ?? usualPageSize ?? kept.pageSize,
  }
  return [
    view,
    (next) => {
      const hasOtherSize = next.pageSize !== view.pageSize
      const hasOtherLayout = 'layout' in address && next.layout !== layout
      const hasOtherPage = next.pageIndex !== pageIndex || hasOtherSize
      // The page size of a link becomes the preference only when the user chooses it.
      setKept({ ...next, pageSize: hasOtherSize && usualPageSize === undefined ? next.pageSize : kept.pageSize })
      if (hasOtherPage || next.sort !== sort || next.group !== group || hasOtherLayout)
        url.set(
          {
            sortBy: next.sort?.column,
            sortOrder: next.sort && (next.sort.isDescending ? 'desc' : 'asc'),
            ...('groupBy' in address && { groupBy: next.group }),
            ...('layout' in address && { layout: next.layout }),
            pageIndex: next.pageIndex,
            // A page index identifies the same rows for all users only together with the page size.
            pageSize: hasOtherPage ? next.pageSize : pageSize,
          },
          'replace'
        )
    },
  ]
}
