import type { FilterValues } from './filter-values'

/** What a list is asked for, where the server does all of it. */
export type ListQuery = {
  search: string
  /** By the id of a column, or whatever else a link says. */
  sort: { column: string; isDescending: boolean } | undefined
  /** By the names of the fields. */
  filters: Readonly<Record<string, FilterValues>>
}
