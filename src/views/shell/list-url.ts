import { z } from 'zod'
import { defineUrlState } from '../url-state'
import { flag } from '../url-state/fields'

/** What decides how a list of settings is shown, whichever it is. */
export const listUrl = defineUrlState({
  query: z.string().default(''),
  /** A column; absent: as the list comes. */
  sortBy: z.string().min(1).optional(),
  sortDesc: flag.default(false),
  /** The row that a link leads to. */
  id: z.string().min(1).optional(),
})
