import { z } from 'zod/mini'
import type { ListAddress } from '../../shell/list/list-address'
import { paging, sorting } from '../../url-state/fields'
import { defineUrlState, type Move } from '../../url-state/url-state'

/** The filters, order and page of a check's history in the address. */
export const historyUrl = defineUrlState({
  /** Only runs with this result. */
  result: z.optional(z.enum(['healthy', 'unhealthy'])),
  /** Only runs of at least this duration: `500ms`, `5s`. */
  duration: z.optional(z.string().check(z.minLength(1))),
  // `sortBy` is the order of the checks.
  historySortBy: sorting.sortBy,
  historySortOrder: sorting.sortOrder,
  ...paging,
})

export const historyListUrl = {
  use(): ListAddress {
    const { historySortBy: sortBy, historySortOrder: sortOrder, pageIndex, pageSize } = historyUrl.use()
    return { sortBy, sortOrder, pageIndex, pageSize }
  },
  set({ sortBy, sortOrder, ...page }: ListAddress, how: Move) {
    historyUrl.set({ historySortBy: sortBy, historySortOrder: sortOrder, ...page }, how)
  },
}

export const setHistoryPage = (pageIndex: number) => historyUrl.set({ pageIndex }, 'replace')
