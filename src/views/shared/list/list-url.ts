import { z } from 'zod/mini'
import { defineUrlState } from '../url-state/url-state'
import { groupingParams, pagingParams, searchParams, sortingParams } from '../url-state/fields'

/** The address parameters that all list pages share. */
export const listUrl = defineUrlState({
  ...searchParams,
  ...sortingParams,
  ...groupingParams,
  ...pagingParams,
  /** The id of the row that a link opens. */
  id: z.optional(z.string().check(z.minLength(1))),
})

/** Resets the list to its first page. Passed to `changeAddress` together with a change of search or filters. */
export const resetPage = (search: string) => listUrl.format(search, { pageIndex: 0 })
