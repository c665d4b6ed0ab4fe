import { z } from 'zod/mini'
import { defineUrlState } from '../../url-state/url-state'
import { flag, paging } from '../../url-state/fields'

/** What decides how a list of settings is shown, whichever it is. */
export const listUrl = defineUrlState({
  query: z._default(z.string(), ''),
  /** A column; absent: as the list comes. */
  sortBy: z.optional(z.string().check(z.minLength(1))),
  sortDesc: z._default(flag, false),
  /** From 0, where a list has pages. */
  pageIndex: paging().pageIndex,
  /** The row that a link leads to. */
  id: z.optional(z.string().check(z.minLength(1))),
})
