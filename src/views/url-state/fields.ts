import { z } from 'zod'
import { type FilterValues, formatFilterValues, noFilter, parseFilterValues } from '../../lib/filter-values'

// The words of a query string that several screens share, so that they mean the same on each.

/** Written `yes` or `no`; `true` and `false`, as people write them, are read too. */
export const flag = z.codec(z.enum(['yes', 'no', 'true', 'false']), z.boolean(), {
  decode: (text) => text === 'yes' || text === 'true',
  encode: (on) => (on ? 'yes' : 'no'),
})

const whole = z.codec(z.string().regex(/^\d{1,9}$/), z.int().min(0), { decode: Number, encode: String })

/** More than any page shows: a link must not make a screen ask for everything. */
const LARGEST_PAGE = 1000

/** `pageSize` is what the reader is used to, where a link does not say otherwise. */
export const paging = (pageSize = 50) => ({
  pageIndex: whole.default(0),
  pageSize: whole.refine((rows) => rows >= 1 && rows <= LARGEST_PAGE).default(pageSize),
})

export const sorting = {
  sortBy: z.string().min(1).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
}

const text = z.string().min(1).optional()

/** A time range, as `src/lib/time/range.ts` reads and writes it. */
export const timeRange = {
  rangeType: z.enum(['absolute', 'relative', 'mapped']).optional(),
  display: text,
  range: text,
  from: text,
  to: text,
  timeRange: text,
}

/** The shortest duration that is shown: `15s`. */
export const duration = { duration: text }

/** One field's include and exclude values: `status=SUCCESS:-1`. */
export const filter = z
  .codec(z.string(), z.custom<FilterValues>(), { decode: parseFilterValues, encode: formatFilterValues })
  .default(noFilter)
