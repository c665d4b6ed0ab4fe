import { z } from 'zod/mini'
import { type FilterValues, formatFilterValues, noFilter, parseFilterValues } from '@/shared/filter-values'
import { pageSizes } from '@/ui/grid/grid-view'

// Fields of the query string that several pages share, so that a field has the same meaning everywhere.

/** Written as `yes` or `no`. `true` and `false` are accepted too, since users type them. */
export const flagParam = z.codec(z.enum(['yes', 'no', 'true', 'false']), z.boolean(), {
  decode: (text) => text === 'yes' || text === 'true',
  encode: (on) => (on ? 'yes' : 'no'),
})

const whole = z.codec(z.string().check(z.regex(/^\d{1,9}$/)), z.int().check(z.gte(0)), {
  decode: Number,
  encode: String,
})

export const pagingParams = {
  pageIndex: z._default(whole, 0),
  /** Undefined for the preferred size. Only offered sizes are valid, so that a link cannot request all rows. */
  pageSize: z.optional(whole.check(z.refine((size) => pageSizes.some((one) => one === size)))),
}

/** The search of a list. */
export const searchParams = { query: z._default(z.string(), '') }

export const sortingParams = {
  /** A column; undefined for the default order of the rows. */
  sortBy: z.optional(z.string().check(z.minLength(1))),
  /** Undefined for ascending. */
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
}

const text = z.optional(z.string().check(z.minLength(1)))

/** The field by which rows are grouped; undefined for no grouping. */
export const groupingParams = { groupBy: text }

/** A time range in the format of `src/lib/time/range.ts`. */
export const timeRangeParams = {
  rangeType: z.optional(z.enum(['absolute', 'relative', 'mapped'])),
  display: text,
  range: text,
  from: text,
  to: text,
  timeRange: text,
}

/** The minimum duration: `15s`. */
export const durationParam = { duration: text }

const filterCodec = z.codec(z.string(), z.custom<FilterValues>(), {
  decode: parseFilterValues,
  encode: formatFilterValues,
})

/** Included and excluded values of a field: `status=SUCCESS:-1`. */
export const filterParam = z._default(filterCodec, noFilter)

/** The same, with a default selection if the address has none: `status=` selects nothing. */
export const filterParamWithDefault = (initial: FilterValues) => z._default(filterCodec, initial)
