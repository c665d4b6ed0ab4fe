import { z } from 'zod/mini'
import { defineUrlState } from '../../url-state/url-state'
import { flag, paging } from '../../url-state/fields'

/** The address parameters that all list pages share. */
export const listUrl = defineUrlState({
  query: z._default(z.string(), ''),
  /** A column; without it, the order of the response. */
  sortBy: z.optional(z.string().check(z.minLength(1))),
  sortDesc: z._default(flag, false),
  /** From 0, for lists with pages. */
  pageIndex: paging().pageIndex,
  /** The id of the row that a link leads to. */
  id: z.optional(z.string().check(z.minLength(1))),
})
