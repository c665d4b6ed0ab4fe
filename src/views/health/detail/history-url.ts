import { z } from 'zod/mini'
import type { ListAddress } from '../../shared/list/list-address'
import { pagingParams, sortingParams } from '../../shared/url-state/fields'
import { defineUrlState, type AddressChange } from '../../shared/url-state/url-state'

/** URL state of a check's history: filters, sort order and page. */
export const historyUrl = defineUrlState({
  /** Includes only runs with this result. */
  result: z.optional(z.enum(['healthy', 'unhealthy'])),
  /** Includes only runs of at least this duration, such as `500ms` or `5s`. */
  duration: z.optional(z.string().check(z.minLength(1))),
  // `sortBy` is the sort order of the checks, so the history needs its own names.
  historySortBy: sortingParams.sortBy,
  historySortOrder: sortingParams.sortOrder,
  ...pagingParams,
})

export const historyListUrl = {
  use(): ListAddress {
    const { historySortBy: sortBy, historySortOrder: sortOrder, pageIndex, pageSize } = historyUrl.use()
    return { sortBy, sortOrder, pageIndex, pageSize }
  },
  set({ sortBy, sortOrder, ...page }: ListAddress, how: AddressChange) {
    historyUrl.set({ historySortBy: sortBy, historySortOrder: sortOrder, ...page }, how)
  },
}

export const setHistoryPage = (pageIndex: number) => historyUrl.set({ pageIndex }, 'replace')
