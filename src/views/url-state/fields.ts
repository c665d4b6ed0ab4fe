import { z } from 'zod/mini'
import { type FilterValues, formatFilterValues, noFilter, parseFilterValues } from '../../lib/filter-values'
import { pageSizes } from '../../ui/grid/view'

// Fields of the query string that several pages share, so that they have the same meaning everywhere.

/** Written as `yes` or `no`; `true` and `false` are read too, since people type them. */
export const flag = z.codec(z.enum(['yes', 'no', 'true', 'false']), z.boolean(), {
  decode: (text) => text === 'yes' || text === 'true',
  encode: (on) => (on ? 'yes' : 'no'),
})

const whole = z.codec(z.string().check(z.regex(/^\d{1,9}$/)), z.int().check(z.gte(0)), {
  decode: Number,
  encode: String,
})

export const paging = {
  pageIndex: z._default(whole, 0),
  /** Undefined: the preferred one. Only sizes that can be chosen, so that a link cannot make a page request everything. */
  pageSize: z.optional(whole.check(z.refine((size) => pageSizes.some((one) => one === size)))),
}

export const sorting = {
  /** A column; undefined for the order in which the rows come. */
  sortBy: z.optional(z.string().check(z.minLength(1))),
  /** Undefined: ascending. */
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
}

const text = z.optional(z.string().check(z.minLength(1)))

/** What rows are grouped by; undefined: not at all. */
export const grouping = { groupBy: text }

/** A time range, as `src/lib/time/range.ts` reads and writes it. */
export const timeRange = {
  rangeType: z.optional(z.enum(['absolute', 'relative', 'mapped'])),
  display: text,
  range: text,
  from: text,
  to: text,
  timeRange: text,
}

/** The minimum duration: `15s`. */
export const duration = { duration: text }

const filterCodec = z.codec(z.string(), z.custom<FilterValues>(), {
  decode: parseFilterValues,
  encode: formatFilterValues,
})

/** Included and excluded values of a field: `status=SUCCESS:-1`. */
export const filter = z._default(filterCodec, noFilter)

/** The same, with what is chosen unless the address says something: `status=` chooses nothing. */
export const filterFrom = (initial: FilterValues) => z._default(filterCodec, initial)
