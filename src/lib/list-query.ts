import type { FilterValues } from './filter-values'
import type { TimeRange } from './time/range'
import type { OpenSpan } from './time/resolve'

/** What a list is asked for, where the server does all of it. */
export type ListQuery = {
  search: string
  /** By the id of a column, or whatever else a link says. */
  sort: { column: string; isDescending: boolean } | undefined
  /** By the names of the fields. */
  filters: Readonly<Record<string, FilterValues>>
  /** The time it is limited to, and what that means when it is asked for; undefined: any time. */
  time?: { range: TimeRange; span(): OpenSpan } | undefined
  /** Deleted rows are among those asked for, where a list has any. */
  withDeleted?: boolean
}
