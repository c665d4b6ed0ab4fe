import type { FilterValues } from '../shared/filter-values'
import type { TimeRange } from './time/range'
import type { OpenSpan } from './time/resolve'

/** The query of a list that the server filters, sorts and pages. */
export type ListQuery = {
  search: string
  /** Column id, or any value of a link. */
  sort: { column: string; isDescending: boolean } | undefined
  /** Filters by field name. */
  filters: Readonly<Record<string, FilterValues>>
  /** The time range, and a function that evaluates it when the list is requested; undefined for any time. */
  time?: { range: TimeRange; span(): OpenSpan } | undefined
  /** Includes deleted rows, if the list has any. */
  withDeleted?: boolean
}
